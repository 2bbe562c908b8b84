#include "batch_cost.h"

#include <algorithm>
#include <cmath>

#include "ksmsim/base/error.h"
#include "ksmsim/experiment/scenario_profile.h"
#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

[[noreturn]] void unknown_to_profile(const CostProfile& profile, const std::string& hash) {
  std::string known;
  for (const auto& [name, ns] : profile.hot_ns) known += (known.empty() ? "" : ", ") + name;
  throw UsageError("ksm.hash: the cost profile '" + profile.name + "' has no figure for '" + hash + "' (it has " +
                   known + "); host.cpu: host measures this machine");
}

CostProfile given_profile(const std::string& name, const CpuSpec& cpu) {
  CostProfile profile{name, cpu.source, "given", cpu.scale, cpu.miss_ns, cpu.rest, cpu.hot_ns};
  // The kernel's own name for it, on 64 bits.
  if (const auto xxh64 = cpu.hot_ns.find("xxh64"); xxh64 != cpu.hot_ns.end()) {
    profile.hot_ns.emplace("xxhash", xxh64->second);
  }
  return profile;
}

}  // namespace

CostProfile scenario_profile(const Scenario& scenario, const std::string& hash) {
  const HostSpec& host = scenario.host;
  if (host.measures_cpu()) return measure_host_profile({hash});
  CostProfile profile = host.cpu_profile ? given_profile(host.cpu, *host.cpu_profile) : cost_profile(host.cpu);
  if (!profile.checksum_ns(hash)) unknown_to_profile(profile, hash);
  return profile;
}

BatchCost::BatchCost(const Scenario& scenario, const std::string& hash)
    : hash_(hash), bits_(scenario.ksm.checksum_bits), kernel_(kernel_traits(scenario.host.kernel)) {
  stand_in_ = std::any_of(scenario.vms.begin(), scenario.vms.end(), [](const VmSpec& vm) { return bool(vm.trace); });
  if (scenario.host.checksum_time == ChecksumTime::measured) {
    measured_ = std::make_unique<MeasuredChecksums>(hash, bits_);
    return;
  }
  profile_ = scenario_profile(scenario, hash);
  checksum_ns_ = profile_.checksum_ns(hash).value_or(0);
}

Duration BatchCost::of(const BatchWork& work) {
  checksums_ += work.checksums;
  const VisitAmounts amounts = visit_amounts(work, kernel_);
  for (std::size_t i = 0; i < amounts.size(); ++i) amounts_[i] += amounts[i];
  double ns = visit_ns(profile_.rest, amounts);
  if (measured_) {
    ns += static_cast<double>(measured_->hash_batch(hashed_).ns);
    hashed_.clear();
  } else {
    ns += checksum_ns_ * static_cast<double>(work.checksums);
  }
  const Duration busy = nanoseconds(std::llround(ns));
  ksmd_cpu_ = ksmd_cpu_ + busy;
  return std::max(busy, kLeast);
}

std::vector<CpuShare> BatchCost::shares() const {
  if (checksums_only()) return {};
  const auto share = [](std::string_view term, double count, double each) {
    return CpuShare{std::string(term), count, nanoseconds(std::llround(count * each))};
  };
  std::vector<CpuShare> shares{share("checksum", static_cast<double>(checksums_), checksum_ns_)};
  for (std::size_t i = 0; i < kVisitTerms.size(); ++i) {
    const double each = profile_.rest.*kVisitTerms[i].ns;
    if (each != 0) shares.push_back(share(kVisitTerms[i].key, amounts_[i], each));
  }
  return shares;
}

ChecksumResult BatchCost::result(SimTime simulated) const {
  ChecksumResult r;
  r.hash = hash_;
  r.bits = bits_;
  r.count = checksums_;
  if (measured_) {
    const Histogram& times = measured_->distribution();
    r.source = "measured";
    r.profile_source = "on this machine, over cold pages";
    if (stand_in_) r.profile_source += "; captured pages are stood in for by others of the same order";
    r.implementation = make_page_hash(hash_)->implementation();
    r.mean_ns = times.mean();
    r.total_ns = static_cast<double>(times.total());
    r.p50_ns = static_cast<double>(times.quantile(0.5));
    r.p99_ns = static_cast<double>(times.quantile(0.99));
    r.histogram = times.buckets();
  } else {
    r.source = "modelled";
    r.profile = profile_.name;
    r.profile_source = profile_.kind + ": " + profile_.source;
    r.mean_ns = checksum_ns_;
    r.total_ns = checksum_ns_ * static_cast<double>(checksums_);
  }
  if (simulated.ns > 0) r.cpu_percent = 100 * r.total_ns / static_cast<double>(simulated.ns);
  return r;
}

}  // namespace ksmsim
