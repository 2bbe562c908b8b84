#pragma once
// A file in makedumpfile's flattened form, which QEMU writes as well: pieces {offset, size, bytes} in the order of
// their writing, where a later one replaces what it overlaps. It is read through an index, without being put together.
// A file that is not flattened is read as it is.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ksmsim/trace/input_file.h"

namespace ksmsim {

class FlattenedFile {
 public:
  static bool is_flattened(const InputFile& file);
  /// TraceError if the pieces do not fit in the file, or the mark of their end is missing.
  explicit FlattenedFile(std::shared_ptr<const InputFile> file);

  /// Of the file as it is; what is inside is not longer in sum.
  std::uint64_t stored_size() const { return file_->size(); }
  /// Offsets are those inside. TraceError if there is nothing. From any thread.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
  [[noreturn]] void fail(std::uint64_t offset, const std::string& why) const;

 private:
  struct Piece {
    std::uint64_t begin, end, stored;
  };
  const Piece* piece_at(std::uint64_t offset) const;

  std::shared_ptr<const InputFile> file_;
  std::vector<Piece> pieces_;  // by begin, without overlap
};

}  // namespace ksmsim
