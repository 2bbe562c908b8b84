#pragma once
// How many changes of a page a hash misses: the page changed, its checksum did not, and KSM takes it for unchanged. A
// page is changed step by step; any two of its versions are a change, so that few hashes give many changes.
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/base/page_bytes.h"

namespace ksmsim {

/// What is done to a page. `real`: what a trace's snapshots saw.
enum class ChangeKind : std::uint8_t { bit, counter, timestamp, swapped_words, shifted, zero_run, real };
inline constexpr std::array<std::string_view, 7> kChangeKinds{"one bit",       "counter",  "timestamp", "swapped words",
                                                              "shifted bytes", "zero run", "real"};

/// Version `number` of a page: what `kind` (not `real`) makes of `base`. Number 0 is the base. `seed` says where in the
/// page it happens.
void make_version(ChangeKind kind, PageView base, std::uint64_t seed, std::uint32_t number, PageBytes out);

struct MissedChanges {
  ChangeKind kind = ChangeKind::bit;
  std::uint64_t changes = 0;   ///< pairs of versions of a page that differ
  std::uint64_t missed32 = 0;  ///< of them: the same low 32 bits of the digest
  std::uint64_t missed64 = 0;  ///< the same digest
};

struct HashQuality {
  std::string hash;
  unsigned bits = 0;           ///< of the digest
  std::size_t bytes_read = 0;  ///< of a page
  std::vector<MissedChanges> kinds;
};

struct ChangeTest {
  std::vector<std::string> hashes;  ///< all that run here if empty
  std::vector<std::byte> pages;     ///< to change, kPageSize each
  std::vector<std::byte> real;      ///< pages before and after a change, in turns
  std::uint32_t versions = 8192;    ///< of each page
  std::uint64_t seed = 1;
  std::uint32_t threads = 1;
  std::stop_token stop;
  std::function<void(double)> progress;  ///< share that is done; from one thread at a time
};

/// In the order of the hashes. Nothing if it was stopped. UsageError for a hash that is unknown or cannot run.
std::optional<std::vector<HashQuality>> test_hashes(const ChangeTest& test);

/// What an ideal hash of so many bits misses on average of `changes`.
double ideal_misses(std::uint64_t changes, unsigned bits);
/// Chance that an ideal hash misses `missed` or more (Poisson).
double chance_of_misses(std::uint64_t missed, double ideal);

}  // namespace ksmsim
