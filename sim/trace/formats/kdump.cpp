// kdump-compressed dumps, of makedumpfile (a crashed guest's own) and of QEMU (dump-guest-memory -z), plain or
// flattened. In blocks of the page size: a header, a sub header, two bitmaps (bit n: page n is memory; page n is in the
// dump), a descriptor of 24 bytes for each page in the dump, the pages. Pages left out by a dump level of 1 are zero;
// other levels leave out caches and free pages as well, which nothing tells apart, so what they leave out is absent.
#include <algorithm>
#include <bit>
#include <cstring>

#include "../coding.h"
#include "../flattened_file.h"
#include "../image_runs.h"
#include "../page_unpacker.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kDescriptorBytes = 24;
constexpr std::uint32_t kZlib = 0x1, kLzo = 0x2, kSnappy = 0x4, kZstd = 0x20;

struct Header {
  std::uint64_t block = 0;  ///< bytes of a page of the dump
  bool pc = false;
  std::uint64_t pages = 0;                                              ///< number of the last page + 1
  std::uint64_t memory_bitmap = 0, dumped_bitmap = 0, descriptors = 0;  ///< where they are
  bool left_out_is_zero = false;
};

class Numbers {
 public:
  Numbers(const FlattenedFile& file, std::uint64_t offset, std::size_t bytes) : bytes_(bytes) {
    file.read(offset, bytes_);
  }
  std::uint64_t at(std::size_t offset, unsigned size) const {
    return ByteReader(std::span(bytes_).subspan(offset)).fixed(size);
  }

 private:
  std::vector<std::byte> bytes_;
};

void check_header(const FlattenedFile& file, const Numbers& numbers) {
  constexpr std::uint64_t kMagic = 0x2020'2050'4d55'444b;  // "KDUMP   "
  if (numbers.at(0, 8) != kMagic)
    file.fail(0, "not kdump-compressed; a flattened ELF dump needs makedumpfile -R first");
  const std::uint64_t version = numbers.at(8, 4), block = numbers.at(428, 4);
  if (version > 0xffff) file.fail(8, "a big-endian dump, and only little-endian ones are read");
  if (block < kPageSize || block > (1 << 20) || !std::has_single_bit(block)) {
    file.fail(428, "pages of " + std::to_string(block) + " bytes");
  }
  if ((numbers.at(424, 4) & kLzo) != 0) {
    file.fail(424, "pages packed by LZO, which is not read; makedumpfile -c packs by zlib instead");
  }
}

Header read_header(const FlattenedFile& file, bool gaps_are_zero) {
  const Numbers numbers(file, 0, 464);
  check_header(file, numbers);
  Header header;
  header.block = numbers.at(428, 4);
  const std::uint64_t sub_blocks = numbers.at(432, 4), bitmap_blocks = numbers.at(436, 4);
  header.pages = numbers.at(440, 4);
  header.pc = numbers.at(8 + 4 + 4 * 65, 6) == 0x34365f363878;  // utsname.machine: "x86_64"
  const Numbers sub(file, header.block, 104);
  if (numbers.at(8, 4) >= 6) header.pages = sub.at(96, 8);
  if (sub.at(12, 4) != 0)
    file.fail(header.block + 12, "one part of a dump that was split; makedumpfile joins the parts");
  header.left_out_is_zero = gaps_are_zero || sub.at(8, 4) == 1;
  const std::uint64_t bitmaps = bitmap_blocks * header.block;  // 32 bits times 20 bits at most
  header.memory_bitmap = (1 + sub_blocks) * header.block;
  header.dumped_bitmap = header.memory_bitmap + bitmaps / 2;
  header.descriptors = header.memory_bitmap + bitmaps;
  if (bitmaps > file.stored_size() || header.pages > bitmaps / 2 * 8) {
    file.fail(436, std::to_string(header.pages) + " pages do not fit in bitmaps of " + std::to_string(bitmaps) +
                       " bytes in all, or these not in the file");
  }
  return header;
}

/// Calls with each page of the dump and the bits of both bitmaps; bytes without any are passed by.
template <class Visit>
void for_each_page(const FlattenedFile& file, const Header& header, Visit visit) {
  std::vector<std::byte> memory(1 << 16), dumped(1 << 16);
  for (std::uint64_t at = 0; at < (header.pages + 7) / 8; at += memory.size()) {
    const std::size_t bytes = std::min<std::uint64_t>(memory.size(), (header.pages + 7) / 8 - at);
    file.read(header.memory_bitmap + at, std::span(memory).first(bytes));
    file.read(header.dumped_bitmap + at, std::span(dumped).first(bytes));
    for (std::size_t i = 0; i < bytes; ++i) {
      if ((memory[i] | dumped[i]) == std::byte{0}) continue;
      for (unsigned bit = 0; bit < 8 && (at + i) * 8 + bit < header.pages; ++bit) {
        const std::byte mask{static_cast<unsigned char>(1U << bit)};
        visit((at + i) * 8 + bit, (memory[i] & mask) != std::byte{0}, (dumped[i] & mask) != std::byte{0});
      }
    }
  }
}

/// The `where` of a page counts the descriptors before its own, times the block's size.
std::vector<ImageRun> runs_of(const FlattenedFile& file, const Header& header) {
  std::uint64_t dumped_pages = 0;
  for_each_page(file, header, [&](std::uint64_t, bool, bool dumped) { dumped_pages += dumped ? 1 : 0; });
  if (dumped_pages > file.stored_size() / kDescriptorBytes) {
    file.fail(header.dumped_bitmap, "descriptors of " + std::to_string(dumped_pages) + " pages do not fit in the file");
  }
  std::vector<ImageRun> runs;
  const std::uint64_t small = header.block / kPageSize;
  std::uint64_t index = 0;
  for_each_page(file, header, [&](std::uint64_t page, bool memory, bool dumped) {
    if (dumped) {
      append_pages(runs, {page * small, small, ImageRun::Kind::bytes, index++ * header.block});
    } else if (memory && header.left_out_is_zero) {
      append_pages(runs, {page * small, small, ImageRun::Kind::zero, 0});
    }
    // Gaps of a real dump lie between pages that are dumped; without this a bitmap could cost 128 times its size.
    if (runs.size() > 2 * dumped_pages + 65536) file.fail(header.memory_bitmap, "more gaps than pages");
  });
  return runs;
}

class KdumpImage final : public MemoryImage {
 public:
  KdumpImage(std::shared_ptr<const InputFile> stored, bool gaps_are_zero) : file_(std::move(stored)) {
    header_ = read_header(file_, gaps_are_zero);
    runs_ = runs_of(file_, header_);
    if (header_.pc) drop_pc_devices(runs_);
  }

  void read(std::uint64_t where, std::span<std::byte> out) const override {
    if (out.empty()) return;
    const std::uint64_t first = where / header_.block, last = (where + out.size() - 1) / header_.block;
    const Numbers descriptors(file_, header_.descriptors + first * kDescriptorBytes,
                              (last - first + 1) * kDescriptorBytes);
    PageUnpacker unpacker;
    std::vector<std::byte> packed(header_.block), plain(header_.block);
    std::uint64_t in_plain = ~std::uint64_t{0};  // zero pages share their bytes, which are unpacked once
    for (std::uint64_t index = first; index <= last; ++index) {
      const std::uint64_t offset = descriptors.at((index - first) * kDescriptorBytes, 8);
      if (offset != in_plain) unpack(index, descriptors, (index - first) * kDescriptorBytes, unpacker, packed, plain);
      in_plain = offset;
      const std::uint64_t skip = index == first ? where % header_.block : 0;
      const std::size_t bytes = std::min<std::uint64_t>(out.size(), header_.block - skip);
      std::memcpy(out.data(), plain.data() + skip, bytes);
      out = out.subspan(bytes);
    }
  }

 private:
  void unpack(std::uint64_t index, const Numbers& descriptors, std::size_t at, PageUnpacker& unpacker,
              std::vector<std::byte>& packed, std::vector<std::byte>& plain) const {
    const std::uint64_t offset = descriptors.at(at, 8), size = descriptors.at(at + 8, 4);
    const std::uint64_t flags = descriptors.at(at + 12, 4), place = header_.descriptors + index * kDescriptorBytes;
    if (size > header_.block) file_.fail(place, "a page of " + std::to_string(size) + " bytes packed");
    if ((flags & kLzo) != 0) file_.fail(place, "a page packed by LZO, which is not read");
    file_.read(offset, std::span(packed).first(size));
    auto method = PageUnpacker::Method::stored;
    if ((flags & kZlib) != 0) method = PageUnpacker::Method::zlib;
    if ((flags & kSnappy) != 0) method = PageUnpacker::Method::snappy;
    if ((flags & kZstd) != 0) method = PageUnpacker::Method::zstd;
    if (!unpacker.unpack(method, std::span(packed).first(size), plain)) file_.fail(offset, "a damaged page");
  }

  FlattenedFile file_;
  Header header_;
};

class Kdump final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override {
    return file.matches(0, "KDUMP   ") || FlattenedFile::is_flattened(file);
  }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    return std::make_unique<KdumpImage>(std::move(file), options.gaps_are_zero);
  }
};

const Register<ImageFormat, Kdump> registered{"kdump", "compressed dumps of makedumpfile and QEMU"};

}  // namespace
}  // namespace ksmsim
