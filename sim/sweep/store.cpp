#include "ksmsim/sweep/store.h"

#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "ksmsim/base/error.h"
#include "store_files.h"

namespace ksmsim {
namespace {

namespace fs = std::filesystem;

constexpr const char* kResult = ".json";
constexpr const char* kFailure = ".failed";
/// What every whole result ends with.
constexpr std::string_view kEnd = "}\n";

bool try_lock(int file, int how) {
  while (flock(file, how | LOCK_NB) != 0) {
    if (errno == EINTR) continue;
    if (errno == EWOULDBLOCK) return false;
    throw Error("cannot lock the sweep's store: " + std::generic_category().message(errno));
  }
  return true;
}

}  // namespace

SweepStore::SweepStore(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  const fs::file_status status = fs::status(folder_, error);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status)) throw UsageError(folder_ + ": not a folder; a sweep keeps its results in one");
  if (fs::exists(folder_ + "/plan.json") || fs::exists(folder_ + "/lock") || fs::is_empty(folder_, error)) return;
  if (error) throw Error("cannot read " + folder_ + ": " + error.message());
  throw UsageError(folder_ + ": holds other files; expected a sweep's store, or a folder yet to be made");
}

std::unique_ptr<SweepStore::Claim> SweepStore::claim(const SweepPlan& plan, Shard shard) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) throw Error("cannot make " + folder_ + ": " + error.message());
  std::unique_ptr<Claim> claim(new Claim);
  claim->shard_ = open_lock(folder_ + "/lock-" + std::to_string(shard.number) + "-of-" + std::to_string(shard.count));
  if (!try_lock(claim->shard_, LOCK_EX)) throw Busy(folder_ + ": another sweep is at shard " + shard.text() + " of it");
  claim->store_ = open_lock(folder_ + "/lock");
  const std::string file = folder_ + "/plan.json", text = plan.text();
  const std::optional<std::string> before = read_stored(file);
  if (before) static_cast<void>(SweepPlan::parse(*before, file));
  if (before != text) {
    if (!try_lock(claim->store_, LOCK_EX)) throw Busy(folder_ + ": a sweep with another plan is at it");
    write_stored(file, text);
  }
  if (!try_lock(claim->store_, LOCK_SH)) throw Busy(folder_ + ": another sweep is about to begin");
  return claim;
}

SweepStore::Claim::~Claim() {
  for (const int file : {store_, shard_}) {
    if (file >= 0) close(file);
  }
}

SweepPlan SweepStore::plan() const {
  const std::string file = folder_ + "/plan.json";
  const std::optional<std::string> text = read_stored(file);
  if (!text) throw UsageError(folder_ + ": no sweep's store; it has no plan.json");
  return SweepPlan::parse(*text, file);
}

std::string SweepStore::file_of(const std::string& id, const char* ending) const {
  return folder_ + "/points/" + id.substr(0, 2) + "/" + id + ending;
}

bool SweepStore::has(const std::string& id) const {
  std::ifstream in(file_of(id, kResult), std::ios::binary | std::ios::ate);
  if (!in || in.tellg() < static_cast<std::streamoff>(kEnd.size())) return false;
  std::string end(kEnd.size(), '\0');
  in.seekg(-static_cast<std::streamoff>(kEnd.size()), std::ios::end);
  in.read(end.data(), static_cast<std::streamsize>(end.size()));
  return in && end == kEnd;
}

std::optional<std::string> SweepStore::failure(const std::string& id) const {
  return read_stored(file_of(id, kFailure));
}

std::optional<std::string> SweepStore::result(const std::string& id) const { return read_stored(file_of(id, kResult)); }

void SweepStore::put_result(const std::string& id, const std::string& text) const {
  write_stored(file_of(id, kResult), text);
  std::error_code ignored;
  fs::remove(file_of(id, kFailure), ignored);
}

void SweepStore::put_failure(const std::string& id, const std::string& reason) const {
  write_stored(file_of(id, kFailure), reason);
}

}  // namespace ksmsim
