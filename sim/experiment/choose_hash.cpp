#include "choose_hash.h"

#include <cstdio>
#include <vector>

#include "batch_cost.h"
#include "ksmsim/base/error.h"
#include "ksmsim/cost/cost_profile.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

std::string ns_text(double ns) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ns", ns);
  return text;
}

bool runs_here(const std::string& hash) {
  try {
    make_page_hash(hash);
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

/// As the kernel takes crc32c: by the CPU's instruction if there is one, else by tables.
std::vector<std::string> tested_here() { return {runs_here("crc32c-hw") ? "crc32c-hw" : "crc32c-sw", "xxh64"}; }

std::vector<std::string> tested_in(const CostProfile& profile, bool has_32_bits) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (profile.checksum_ns(name)) names.push_back(name);
  };
  add("crc32c-hw");
  if (names.empty()) add("crc32c-sw");
  add(has_32_bits ? "xxh32" : "xxh64");
  return names;
}

HashChoice fastest_of(const std::vector<std::string>& names, const CostProfile& profile, const std::string& by) {
  HashChoice choice;
  double least = 0;
  std::string all;
  for (const std::string& name : names) {
    const double ns = profile.scale * profile.hot_ns.at(name);
    all += (all.empty() ? "" : ", ") + name + " " + ns_text(ns);
    if (!choice.hash.empty() && ns >= least) continue;
    choice.hash = name;
    least = ns;
  }
  if (names.size() == 1) all += ", the only one that is known of crc32c and xxhash";
  choice.why = choice.hash + " is the fastest over a page in the cache (" + all + "), " + by;
  return choice;
}

HashChoice fastest(const Scenario& scenario) {
  const HostSpec& host = scenario.host;
  if (host.measures()) {
    refuse_measuring_32_bits(host);
    const std::vector<std::string> names = tested_here();
    return fastest_of(names, measure_host_profile(names), "measured on this machine");
  }
  const CostProfile profile = modelled_profile(host);
  const std::vector<std::string> names = tested_in(profile, host.has_32_bits());
  if (!names.empty()) return fastest_of(names, profile, "by the profile " + profile.name);
  throw UsageError("ksm.hash: fastest is of crc32c and xxhash, and the cost profile '" + profile.name +
                   "' has neither");
}

}  // namespace

HashChoice choose_hash(const Scenario& scenario) {
  const std::string asked = scenario.ksm.hash.empty() ? kernel_traits(scenario.host.kernel).hash : scenario.ksm.hash;
  if (asked == "fastest") return fastest(scenario);
  if (asked == "xxhash" && scenario.host.has_32_bits()) return {"xxh32", "xxhash on a host of 32 bits is xxh32"};
  return {asked, ""};
}

}  // namespace ksmsim
