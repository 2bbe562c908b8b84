#pragma once
// Which changes of a page a hash misses: two versions of a page with one checksum are a change that KSM would not see. All
// versions of a page are compared with each other, so that some hundred thousand digests tell of billions of changes.
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ksmsim {

/// How versions of a page come from each other.
struct ChangeKind {
  std::string name, what;
};
std::vector<ChangeKind> change_kinds();

struct MissedChanges {
  std::uint64_t changes = 0;    ///< pairs of versions
  std::uint64_t missed_32 = 0;  ///< with the lowest 32 bits of the digest kept
  std::uint64_t missed_64 = 0;  ///< with all of it
};

struct HashTest {
  std::string hash;
  unsigned bits = 0;                 ///< of its digest
  std::vector<MissedChanges> kinds;  ///< as change_kinds()
  MissedChanges all;
};

/// So many versions of each kind; the same for all hashes and on every machine. Nothing if it was stopped. UsageError if
/// the hash is unknown or cannot run here.
std::optional<HashTest> test_hash(const std::string& hash, std::uint64_t versions, const std::stop_token& stop = {});
/// What an ideal hash of so many bits would miss of so many changes, on average.
double ideal_misses(std::uint64_t changes, unsigned bits);
/// Whether chance makes an ideal hash miss as many less than once in a million tests.
bool too_many_missed(std::uint64_t missed, double ideal);

}  // namespace ksmsim
