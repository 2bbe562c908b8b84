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
                   known +
                   "); host.cpu: host measures this machine, and so does `ksmsim hash bench --profile-out FILE.yaml`; "
                   "host.cpu: {miss: 500ns, hot: {" +
                   hash + ": 500ns}} tells it");
}

CostProfile given_profile(const std::string& name, const CpuSpec& cpu) {
  CostProfile profile{name, cpu.source, "given", cpu.scale, cpu.miss_ns, cpu.rest, cpu.hot_ns};
  // The kernel's own name for it.
  const auto xxhash = cpu.hot_ns.find(cpu.arch == 32 ? "xxh32" : "xxh64");
  if (xxhash != cpu.hot_ns.end()) profile.hot_ns.emplace("xxhash", xxhash->second);
  return profile;
}

}  // namespace

void refuse_measuring_32_bits(const HostSpec& host) {
  if (!host.has_32_bits()) return;
  throw UsageError(
      "host.arch: 32: this program has 64 bits, so nothing can be measured for it; a named host.cpu or one "
      "with figures of your own and checksum_time: modelled can");
}

CostProfile modelled_profile(const HostSpec& host) {
  CostProfile profile = host.cpu_profile ? given_profile(host.cpu, *host.cpu_profile) : cost_profile(host.cpu);
  const std::uint64_t arch = host.cpu_profile ? host.cpu_profile->arch : 64;
  if (host.has_32_bits()) return arch == 32 ? profile : scaled_to_32_bits(profile);
  if (arch == 64) return profile;
  throw UsageError("host.cpu.arch: the profile '" + profile.name + "' is of 32-bit code; the host has 64 (host.arch)");
}

CostProfile scenario_profile(const Scenario& scenario, const std::string& hash) {
  if (scenario.host.measures_cpu()) {
    refuse_measuring_32_bits(scenario.host);
    return measure_host_profile({hash});
  }
  CostProfile profile = modelled_profile(scenario.host);
  if (!profile.checksum_ns(hash)) unknown_to_profile(profile, hash);
  return profile;
}

BatchCost::BatchCost(const Scenario& scenario, HashChoice choice)
    : hash_(std::move(choice)), bits_(scenario.ksm.checksum_bits), kernel_(kernel_traits(scenario.host.kernel)) {
  stand_in_ = std::any_of(scenario.vms.begin(), scenario.vms.end(), [](const VmSpec& vm) { return bool(vm.trace); });
  if (scenario.host.checksum_time == ChecksumTime::measured) {
    refuse_measuring_32_bits(scenario.host);
    measured_ = std::make_unique<MeasuredChecksums>(hash_.hash, bits_);
    return;
  }
  profile_ = scenario_profile(scenario, hash_.hash);
  checksum_ns_ = profile_.checksum_ns(hash_.hash).value_or(0);
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
    if (each != 0 && amounts_[i] != 0) shares.push_back(share(kVisitTerms[i].key, amounts_[i], each));
  }
  return shares;
}

ChecksumResult BatchCost::result(SimTime simulated) const {
  ChecksumResult r;
  r.hash = hash_.hash;
  r.chosen = hash_.why;
  r.bits = bits_;
  r.count = checksums_;
  if (const HashPlugin* plugin = find_hash_plugin(hash_.hash)) r.plugin = *plugin;
  if (measured_) {
    const Histogram& times = measured_->distribution();
    r.source = "measured";
    r.profile_source = "on this machine, over cold pages";
    if (stand_in_) r.profile_source += "; captured pages are stood in for by others of the same order";
    r.implementation = make_page_hash(hash_.hash)->implementation();
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
