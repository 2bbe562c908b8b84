#include "flattened_file.h"

#include <algorithm>
#include <limits>
#include <map>

#include "cursor.h"

namespace ksmsim {
namespace {

using namespace std::string_view_literals;
constexpr std::string_view kMagic = "makedumpfile\0\0\0\0"sv;
constexpr std::uint64_t kHeaderBytes = 4096;
constexpr std::uint64_t kEndMark = ~std::uint64_t{0};

/// By where they begin: where they end, and where their bytes are.
struct Stored {
  std::uint64_t end, at;
};
using Index = std::map<std::uint64_t, Stored>;

void put(Index& index, std::uint64_t begin, const Stored& piece) {
  auto next = index.lower_bound(begin);
  if (next != index.begin()) {
    const auto before = std::prev(next);
    const Stored old = before->second;
    if (old.end > begin) before->second.end = begin;
    if (old.end > piece.end) index[piece.end] = {old.end, old.at + (piece.end - before->first)};
  }
  while (next != index.end() && next->first < piece.end) {
    const Stored old = next->second;
    if (old.end > piece.end) index[piece.end] = {old.end, old.at + (piece.end - next->first)};
    next = index.erase(next);
  }
  index[begin] = piece;
}

Index index_of(const InputFile& file) {
  Index index;
  Cursor in(file, kHeaderBytes);
  for (;;) {
    if (in.at_end()) in.fail("the flattened dump has no mark of its end, it was cut off");
    const auto offset = in.big<std::uint64_t>(), size = in.big<std::uint64_t>();
    if (offset == kEndMark) return index;
    if (offset > std::numeric_limits<std::int64_t>::max() || size == 0 || !file.has(in.offset(), size)) {
      in.fail("a piece of " + std::to_string(size) + " bytes for " + std::to_string(offset) + " does not fit");
    }
    put(index, offset, {offset + size, in.offset()});
    in.skip(size);
  }
}

}  // namespace

bool FlattenedFile::is_flattened(const InputFile& file) { return file.matches(0, kMagic); }

FlattenedFile::FlattenedFile(std::shared_ptr<const InputFile> file) : file_(std::move(file)) {
  if (!is_flattened(*file_)) {
    pieces_.push_back({0, file_->size(), 0});
    return;
  }
  if (!file_->has(0, kHeaderBytes)) file_->fail(file_->size(), "the file ends within the flattened dump's header");
  if (file_->big<std::uint64_t>(16) != 1) file_->fail(16, "a flattened file of another type than 1");
  if (file_->big<std::uint64_t>(24) != 1) file_->fail(24, "a flattened file of another version than 1");
  for (const auto& [begin, stored] : index_of(*file_)) pieces_.push_back({begin, stored.end, stored.at});
}

const FlattenedFile::Piece* FlattenedFile::piece_at(std::uint64_t offset) const {
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                                      [](std::uint64_t at, const Piece& piece) { return at < piece.begin; });
  return after != pieces_.begin() && offset < std::prev(after)->end ? &*std::prev(after) : nullptr;
}

void FlattenedFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  while (!out.empty()) {
    const Piece* piece = piece_at(offset);
    if (piece == nullptr) fail(offset, "the dump ends or has a hole there (offset within it)");
    const std::size_t bytes = std::min<std::uint64_t>(out.size(), piece->end - offset);
    file_->read(piece->stored + (offset - piece->begin), out.first(bytes));
    out = out.subspan(bytes);
    offset += bytes;
  }
}

void FlattenedFile::fail(std::uint64_t offset, const std::string& why) const {
  const Piece* piece = piece_at(offset);
  file_->fail(piece == nullptr ? offset : piece->stored + (offset - piece->begin), why);
}

}  // namespace ksmsim
