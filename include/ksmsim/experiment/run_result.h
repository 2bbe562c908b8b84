#pragma once
// What a run gives, as values: everything that reports print. Only `meta` may differ between equal runs.
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/base/histogram.h"
#include "ksmsim/base/units.h"
#include "ksmsim/config/scenario.h"
#include "ksmsim/dedup/ksm_counters.h"
#include "ksmsim/hash/hash_plugins.h"

namespace ksmsim {

struct Sample {
  std::uint64_t batch = 0;
  SimTime time;
  KsmCounters counters;
  std::uint64_t checksums = 0;  ///< computed since the start
  Duration ksmd_cpu{};          ///< since the start
  std::uint64_t pages_to_scan = 0;
};

struct ChecksumResult {
  std::string hash;
  std::string chosen;                ///< why it is this one, if that followed from more than the scenario's word for it
  std::string implementation;        ///< of measured checksums
  std::optional<HashPlugin> plugin;  ///< that the hash is of, if it is not one of ours
  std::uint32_t bits = 32;
  std::string source;          ///< "modelled" or "measured"
  std::string profile;         ///< name of the cost profile, if modelled
  std::string profile_source;  ///< what it was fitted to or measured on
  std::uint64_t count = 0;
  double mean_ns = 0, total_ns = 0;
  std::optional<double> p50_ns, p99_ns;  ///< of measured checksums
  double cpu_percent = 0;                ///< total over simulated time
  std::vector<Histogram::Bucket> histogram;
};

/// What ksmd's CPU time went to: "checksum", or a term of the cost profile.
struct CpuShare {
  std::string term;
  double count = 0;
  Duration cpu{};
  friend bool operator==(const CpuShare&, const CpuShare&) = default;
};

struct VmResult {
  std::string name;
  std::uint64_t ksm_rmap_items = 0, ksm_merging_pages = 0, ksm_zero_pages = 0;
  std::int64_t ksm_process_profit = 0;
};

/// Contents that KSM had merged at the end and that the same VMs hold, taken together.
struct SharedContents {
  enum class What : std::uint8_t {
    zeros,     ///< the all-zero page
    pattern,   ///< one byte or one word throughout, as allocators leave it
    image,     ///< of an image that VMs were made from
    captured,  ///< of a trace: what it is of is not known
    other      ///< random pages that a scenario wrote to several places
  };
  struct Holder {
    std::uint32_t vm = 0;     ///< index into PointResult::vms
    std::uint64_t pages = 0;  ///< of it, mapped to these contents
    friend bool operator==(const Holder&, const Holder&) = default;
  };
  What what = What::zeros;
  std::uint64_t contents = 0;   ///< distinct ones
  std::vector<Holder> holders;  ///< ascending
  friend bool operator==(const SharedContents&, const SharedContents&) = default;
};

struct EventResult {
  std::uint64_t batch = 0;  ///< it happened after this batch
  SimTime time;
  std::string text;
  std::string refused;  ///< "EBUSY" …; empty: done
};

struct Meta {
  double wall_seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t visits = 0;  ///< pages handed to the merge routine
  double visits_per_second = 0;
};

struct PointResult {
  std::vector<std::pair<std::string, std::string>> settings;  ///< what the sweep set
  Scenario scenario;                                          ///< resolved
  SimTime simulated;
  std::uint64_t batches = 0;
  bool ended_early = false;  ///< before any `stop` was reached: nothing was left that could happen
  ChecksumResult checksum;
  KsmCounters counters;
  std::vector<VmResult> vms;            ///< those alive at the end
  std::vector<SharedContents> sharing;  ///< of those; empty where the kernel does not tell
  Duration ksmd_cpu{};
  double ksmd_cpu_percent = 0;
  bool ksmd_cpu_is_checksums_only = false;  ///< the profile does not know the rest of a visit
  std::vector<CpuShare> ksmd_shares;        ///< of ksmd_cpu; empty if it is checksums only, or not modelled
  std::uint64_t rmap_item_bytes = 0;        ///< memory of one, by checksum_bits
  std::vector<EventResult> events;
  std::vector<Sample> samples;
  std::vector<std::string> not_told;  ///< names of counters and samples' columns that the kernel does not tell
  std::string fingerprint;            ///< over every batch's time and counters
  Meta meta;
};

struct RunResult {
  Scenario scenario;  ///< as in the file, resolved, sweep included
  std::vector<PointResult> points;
};

}  // namespace ksmsim
