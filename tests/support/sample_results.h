#pragma once
// Results made by hand, for tests of reports.
#include <string>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

inline Scenario sample_scenario() {
  Scenario scenario;
  scenario.name = "small";
  scenario.description = "Two VMs of 1 MiB.";
  scenario.host.memory = gib(1);
  scenario.host.kernel = "4.14";
  scenario.host.cpu = "bench";
  scenario.ksm.tunables = {{"pages_to_scan", "200"}, {"sleep_millisecs", "200"}};
  for (const char* name : {"vm0", "vm1"}) {
    VmSpec vm;
    vm.name = name;
    vm.memory = mib(1);
    scenario.vms.push_back(vm);
  }
  scenario.stop.full_scans = 2;
  return scenario;
}

inline Sample sample_row(std::uint64_t batch) {
  Sample sample;
  sample.batch = batch;
  sample.time = SimTime{static_cast<std::int64_t>(batch) * 204'000'000};
  sample.counters = {0, batch * 200, 1, 2, 3, 4, 5, 6, 7, 8, -9};
  sample.checksums = batch * 150;
  sample.ksmd_cpu = Duration{1000};
  sample.pages_to_scan = 200;
  return sample;
}

inline PointResult sample_point(const std::string& hash = "xxh64", double mean_ns = 1413.16) {
  PointResult point;
  point.scenario = sample_scenario();
  point.simulated = SimTime{8'400'123'000'000};
  point.batches = 3;
  point.checksum.hash = hash;
  point.checksum.source = "modelled";
  point.checksum.profile = "bench";
  point.checksum.profile_source = "fitted to a table";
  point.checksum.count = 1000;
  point.checksum.mean_ns = mean_ns;
  point.checksum.total_ns = mean_ns * 1000;
  point.checksum.cpu_percent = 0.0123;
  point.counters.full_scans = 2;
  point.counters.pages_scanned = 600;
  point.counters.pages_shared = 10;
  point.counters.pages_sharing = 100;
  point.counters.pages_unshared = 300;
  point.counters.pages_volatile = 90;
  point.counters.general_profit = 100 * 4096 - 500 * 64;
  point.vms = {{"vm0", 250, 60, 0, 229'760}, {"vm1", 250, 50, 0, 188'800}};
  point.ksmd_cpu = Duration{2'500'000};
  point.ksmd_cpu_percent = 0.02;
  point.rmap_item_bytes = 64;
  point.samples = {sample_row(1), sample_row(2)};
  point.fingerprint = "0123456789abcdef";
  point.meta.wall_seconds = 1.5;
  point.meta.peak_memory_bytes = 3 << 20;
  point.meta.visits = 3'000'000;
  point.meta.visits_per_second = 2e6;
  return point;
}

inline RunResult sample_result() { return {sample_scenario(), {sample_point()}}; }

/// Two hashes, one twice as fast, both with published figures.
inline RunResult sample_sweep() {
  RunResult result{sample_scenario(), {sample_point("fast", 1000), sample_point("slow", 2000)}};
  result.scenario.sweep.axes = {{"ksm.hash", {"fast", "slow"}}};
  result.scenario.reference.source = "A. Author, 2018";
  result.scenario.reference.checksum_ns = {{"fast", 1100}, {"slow", 2000}};
  result.scenario.reference.percent_below = {{"fast", "slow", 45}};
  for (PointResult& point : result.points) {
    point.settings = {{"ksm.hash", point.checksum.hash}};
    point.ksmd_cpu_is_checksums_only = true;
  }
  return result;
}

}  // namespace ksmsim
