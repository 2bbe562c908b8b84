// The scenarios that calibrate and check a cost profile here.
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/live/cost_history.h"
#include "machine.h"

namespace ksmsim {
namespace {

SweepPoint point_of(const std::string& name, const std::string& ksm, const std::string& vms, unsigned full_scans) {
  const std::string text = "name: '" + name + "'\nhost: {cpu: amd-epyc}\nksm: {" + ksm + "}\nvms: " + vms +
                           "\nstop: {full_scans: " + std::to_string(full_scans) + "}\nsample: batch\n";
  SweepPoint point{{}, parse_scenario(text, name)};
  point.scenario.host.kernel = kernel_here();
  return point;
}

std::string batches_of(unsigned pages, bool smart) {
  const bool known = kernel_traits(kernel_here()).smart_scan;
  std::string text = "pages_to_scan: " + std::to_string(pages);
  if (known) text += smart ? ", smart_scan: 1" : ", smart_scan: 0";
  return text;
}

/// Each is split for its first page alone.
std::string huge_pages(unsigned n) {
  std::string pages;
  for (unsigned i = 0; i < n; ++i) {
    pages += "1000000 " + std::to_string(1 + 511 * i) + ".." + std::to_string(511 * (i + 1)) + " ";
  }
  return "[{name: a, regions: [{huge_pages: true, pages: " + pages + "}]}]";
}

}  // namespace

std::vector<SweepPoint> calibration_points() {
  const std::string plain = batches_of(2000, false);
  const std::string two = "{name: a, regions: [{pages: 1..30000}]}, {name: b, regions: [{pages: ";
  return {point_of("unique pages", plain, "[{name: a, regions: [{pages: 1..60000}]}]", 4),
          point_of("small batches", batches_of(100, false), "[{name: a, regions: [{pages: 1..30000}]}]", 3),
          point_of("many unique pages", plain, "[{name: a, regions: [{pages: 1..400000}]}]", 3),
          point_of(
              "many pairs", plain,
              "[{name: a, regions: [{pages: 1..200000}]}, {name: b, regions: [{pages: 1..100000 300001..400000}]}]", 4),
          point_of("pairs", plain, "[" + two + "1..30000}]}]", 5),
          point_of("pairs and unique pages", plain, "[" + two + "1..15000 100001..130000}]}]", 5),
          point_of("few contents", plain + ", max_page_sharing: 100000",
                   "[{name: a, regions: [{pages: 7*20000 8*20000}]}]", 4),
          point_of("many sharers", plain, "[{name: a, count: 8, regions: [{pages: 1..8000}]}]", 4),
          point_of("zeros", plain + ", use_zero_pages: 1", "[{name: a, regions: [{pages: 0*40000 1..4000}]}]", 3),
          point_of("skipped pages", batches_of(2000, true), "[" + two + "1..15000 100001..115000}]}]", 14)};
}

std::optional<SweepPoint> split_calibration_point() {
  if (!huge_pages_here()) return std::nullopt;
  return point_of("huge pages", batches_of(64, false), huge_pages(200), 2);
}

std::vector<SweepPoint> cost_validation_points() {
  const std::string vms = "[{name: vm, count: 4, memory: 512MiB, contents: {model: debian-12-roles}}]";
  const std::string idle = "[{name: vm, count: 4, memory: 128MiB, contents: {model: debian-12-idle}}]";
  return {point_of("four VMs of 512 MiB", batches_of(2000, false), vms, 4),
          point_of("four idle VMs of 128 MiB, smart_scan", batches_of(1000, true), idle, 8)};
}

}  // namespace ksmsim
