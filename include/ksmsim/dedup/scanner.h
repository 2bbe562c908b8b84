#pragma once
// A scanner: what looks for equal pages and merges them. A plug-in (kind "scanner"). It works in batches; when a batch
// comes and what it costs is decided elsewhere. It sees the host's memory as it is now, and no guest's future.
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/base/ids.h"
#include "ksmsim/content/content.h"
#include "ksmsim/dedup/ksm_counters.h"
#include "ksmsim/host/host.h"

namespace ksmsim {

/// What one batch did, for the cost model. Searches are counted as the kernel would make them, whatever short cut the
/// scanner takes.
struct BatchWork {
  std::uint64_t visits = 0;     ///< pages handed to the merge routine
  std::uint64_t checksums = 0;  ///< pages hashed
  std::uint64_t skipped = 0;    ///< pages met and not visited, by smart_scan
  std::uint64_t merged = 0;     ///< visits that found the page merged already
  std::uint64_t changed = 0;    ///< visits that ended with a checksum other than the last
  std::uint64_t inserted = 0;   ///< visits that ended with the page in the unstable tree
  std::uint64_t joined = 0;     ///< visits that mapped a KSM page there was
  std::uint64_t paired = 0;     ///< visits that made one KSM page of two
  std::uint64_t zero_merged = 0;
  std::uint64_t stable_searches = 0, unstable_searches = 0;  ///< ways down a tree
  std::uint64_t stable_steps = 0, unstable_steps = 0;        ///< pages of a tree compared with on them, in 1/kSteps
  bool steps_by_checksum = false;    ///< those steps compare checksums that a tree's records hold, not pages
  std::uint64_t table_lookups = 0;   ///< searches of a hash table
  std::uint64_t prefix_bytes = 0;    ///< bytes that those comparisons found equal, but for whole pages
  std::uint64_t equal_in_tree = 0;   ///< comparisons with a page of a tree that found all of it equal
  std::uint64_t merge_compares = 0;  ///< whole pages compared again under write protection
  std::uint64_t split = 0;           ///< huge pages split
  bool full_scan_began = false, full_scan_ended = false;

  static constexpr std::uint64_t kSteps = 256;
};

/// Comparisons on the way from the root of a red-black tree of `n` nodes down to a leaf, in 1/BatchWork::kSteps:
/// log2(n + 1), straight between powers of two.
constexpr std::uint64_t tree_steps(std::uint32_t n) {
  const std::uint64_t m = std::uint64_t{n} + 1;
  const auto top = static_cast<unsigned>(std::bit_width(m)) - 1;
  return (top * BatchWork::kSteps) + ((m * BatchWork::kSteps >> top) - BatchWork::kSteps);
}

/// A write to a knob: 0, or the errno with which the kernel refuses it.
using Errno = int;
/// "EBUSY", ...; empty for 0.
std::string errno_name(Errno e);

/// What an advisor of pages_to_scan goes by: the files of these names. Times are in seconds, CPU is in per cent.
struct AdvisorSettings {
  std::uint32_t pages_to_scan = 0;
  std::uint32_t max_cpu = 0;
  std::uint64_t max_pages_to_scan = 0, target_scan_time = 0;
};

class DedupScanner {
 public:
  static constexpr std::string_view kKind = "scanner";
  virtual ~DedupScanner() = default;

  /// Before anything else: the memory to scan, and whose rules ("6.18").
  virtual void start(Host& host, const std::string& kernel) = 0;
  /// The hash of its checksums: what it cannot see of a change is missed. Between those that read whole pages there is
  /// no difference here: one change in 2^32 is none. Without a call, none is missed.
  virtual void use_hash(const std::string& /*name*/, unsigned /*checksum_bits*/) {}
  /// MADV_MERGEABLE: from now on the VM's mergeable pages are scanned.
  virtual void register_vm(VmId vm) = 0;
  /// The VM's process is about to exit; call before Host::exit_vm.
  virtual void vm_exits(VmId vm) = 0;
  /// One batch. If `checksummed` is given, the contents hashed are appended to it, in order.
  virtual BatchWork scan_batch(std::vector<Content>* checksummed) = 0;
  /// Does a batch come at all? Not with `run` 0 or 2, nor without a registered VM.
  virtual bool running() const = 0;
  /// A write to /sys/kernel/mm/ksm/NAME.
  virtual Errno set(const std::string& name, const std::string& value) = 0;
  virtual std::uint64_t sleep_millisecs() const = 0;
  virtual std::uint64_t pages_to_scan() const = 0;
  /// Nothing unless an advisor is on; then pages_to_scan is for it to choose, by `advise`.
  virtual std::optional<AdvisorSettings> advisor() const { return std::nullopt; }
  virtual void advise(std::uint32_t /*pages_to_scan*/) {}
  virtual KsmCounters counters() const = 0;
  virtual KsmProcessCounters process_counters(VmId vm) const = 0;
};

}  // namespace ksmsim
