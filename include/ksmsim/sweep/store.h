#pragma once
// The folder in which a sweep keeps its results: one file a point, named by PointIdentity. Safe for any number of
// processes on a shared file system: files are written aside and renamed, and a result never changes.
#include <memory>
#include <optional>
#include <string>

#include "ksmsim/sweep/plan.h"
#include "ksmsim/sweep/shard.h"

namespace ksmsim {

class SweepStore {
 public:
  /// Nothing is made or changed. UsageError if `folder` holds anything else than a store.
  explicit SweepStore(std::string folder);

  /// Makes this plan the store's, and keeps others from working at the same shard, or with another plan, as long as the
  /// claim lives. Busy if they do. UsageError if the store is of another version, Error if it cannot be written.
  class Claim;
  std::unique_ptr<Claim> claim(const SweepPlan& plan, Shard shard);
  /// The plan that it was last claimed with; UsageError if there is none.
  SweepPlan plan() const;

  /// Is there a result that was written to its end?
  bool has(const std::string& id) const;
  /// Why the point failed when it was last run; nothing if it did not.
  std::optional<std::string> failure(const std::string& id) const;
  /// The result's text, or nothing.
  std::optional<std::string> result(const std::string& id) const;

  /// Error if it cannot be written whole.
  void put_result(const std::string& id, const std::string& text) const;
  void put_failure(const std::string& id, const std::string& reason) const;
  const std::string& folder() const { return folder_; }

 private:
  std::string file_of(const std::string& id, const char* ending) const;

  std::string folder_;
};

class SweepStore::Claim {
 public:
  ~Claim();
  Claim(const Claim&) = delete;
  Claim& operator=(const Claim&) = delete;

 private:
  friend class SweepStore;
  Claim() = default;
  int store_ = -1, shard_ = -1;  ///< locked files
};

}  // namespace ksmsim
