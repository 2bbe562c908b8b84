#include "ksmsim/hash/missed_changes.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <mutex>
#include <thread>

#include "ksmsim/base/error.h"
#include "ksmsim/base/random.h"
#include "ksmsim/hash/fingerprint.h"
#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

/// A version of a page: its digest, and what it really is.
struct Version {
  std::uint64_t digest = 0;
  Fingerprint bytes;
};

/// Pairs of `versions` that agree in `key` but not in their bytes.
template <class Key>
std::uint64_t pairs_apart(std::vector<Version>& versions, const Key& key) {
  std::sort(versions.begin(), versions.end(),
            [&](const Version& a, const Version& b) { return key(a) != key(b) ? key(a) < key(b) : a.bytes < b.bytes; });
  std::uint64_t apart = 0, same_key = 0, same_bytes = 0;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const bool goes_on = i > 0 && key(versions[i]) == key(versions[i - 1]);
    const bool equal = goes_on && versions[i].bytes == versions[i - 1].bytes;
    same_key = goes_on ? same_key + 1 : 0;
    same_bytes = equal ? same_bytes + 1 : 0;
    apart += same_key - same_bytes;  // those before it with its key, but for those that it is equal to
  }
  return apart;
}

void count(std::vector<Version>& versions, MissedChanges& into) {
  into.changes += pairs_apart(versions, [](const Version&) { return 0; });
  into.missed32 += pairs_apart(versions, [](const Version& v) { return v.digest & 0xffffffff; });
  into.missed64 += pairs_apart(versions, [](const Version& v) { return v.digest; });
}

Version version_of(const PageHash& hash, PageView page) { return {hash.hash(page), fingerprint(page)}; }

PageView page_at(const std::vector<std::byte>& pages, std::size_t i) {
  return PageView(pages.data() + i * kPageSize, kPageSize);
}

class Tester {
 public:
  explicit Tester(const ChangeTest& test) : test_(test) {
    for (const std::string& name : test.hashes.empty() ? page_hash_names() : test.hashes) add(name);
  }

  std::optional<std::vector<HashQuality>> run() {
    std::vector<std::jthread> threads;
    for (std::uint32_t i = 1; i < test_.threads; ++i) threads.emplace_back([this] { work(); });
    work();
    threads.clear();
    if (error_) std::rethrow_exception(error_);
    if (test_.stop.stop_requested()) return std::nullopt;
    return std::move(results_);
  }

 private:
  struct Task {
    std::size_t hash, kind;
  };

  void add(const std::string& name) {
    std::unique_ptr<PageHash> hash;
    try {
      hash = make_page_hash(name);
    } catch (const UsageError&) {
      if (!test_.hashes.empty()) throw;
      return;  // of all there are, those that run here
    }
    HashQuality& result = results_.emplace_back(HashQuality{name, hash->bits(), hash->bytes_read(), {}});
    for (std::size_t kind = 0; kind < kChangeKinds.size(); ++kind) {
      if (static_cast<ChangeKind>(kind) == ChangeKind::real && test_.real.empty()) continue;
      result.kinds.push_back({static_cast<ChangeKind>(kind), 0, 0, 0});
      tasks_.push_back({results_.size() - 1, result.kinds.size() - 1});
    }
    hashes_.push_back(std::move(hash));
  }

  void work() try {
    for (std::size_t i = next_++; i < tasks_.size() && !test_.stop.stop_requested(); i = next_++) {
      const Task& task = tasks_[i];
      MissedChanges& into = results_[task.hash].kinds[task.kind];
      into.kind == ChangeKind::real ? count_real(*hashes_[task.hash], into) : count_made(*hashes_[task.hash], into);
      const std::lock_guard lock(mutex_);
      if (test_.progress) test_.progress(static_cast<double>(++done_) / static_cast<double>(tasks_.size()));
    }
  } catch (...) {
    const std::lock_guard lock(mutex_);
    error_ = std::current_exception();
  }

  void count_made(const PageHash& hash, MissedChanges& into) const {
    std::vector<std::byte> page(kPageSize);
    std::vector<Version> versions;
    for (std::size_t i = 0; i < test_.pages.size() / kPageSize && !test_.stop.stop_requested(); ++i) {
      versions.clear();
      for (std::uint32_t v = 0; v < test_.versions; ++v) {
        make_version(into.kind, page_at(test_.pages, i), mix64(test_.seed + i), v, PageBytes(page.data(), kPageSize));
        versions.push_back(version_of(hash, page_at(page, 0)));
      }
      count(versions, into);
    }
  }
  void count_real(const PageHash& hash, MissedChanges& into) const {
    std::vector<Version> versions;
    for (std::size_t i = 0; i + 1 < test_.real.size() / kPageSize; i += 2) {
      versions = {version_of(hash, page_at(test_.real, i)), version_of(hash, page_at(test_.real, i + 1))};
      count(versions, into);
    }
  }

  const ChangeTest& test_;
  std::vector<std::unique_ptr<PageHash>> hashes_;
  std::vector<HashQuality> results_;
  std::vector<Task> tasks_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr error_;
};

}  // namespace

std::optional<std::vector<HashQuality>> test_hashes(const ChangeTest& test) { return Tester(test).run(); }

double ideal_misses(std::uint64_t changes, unsigned bits) {
  return std::ldexp(static_cast<double>(changes), -static_cast<int>(bits));
}

double chance_of_misses(std::uint64_t missed, double ideal) {
  if (missed == 0) return 1;
  if (static_cast<double>(missed) > ideal + 40 * (1 + std::sqrt(ideal))) return 0;
  double term = std::exp(-ideal), below = 0;
  for (std::uint64_t i = 0; i < missed; ++i) {
    below += term;
    term *= ideal / static_cast<double>(i + 1);
  }
  return std::max(0.0, 1 - below);
}

}  // namespace ksmsim
