// AVML's format: as LiME's, but each range is packed in snappy's framing format, and its packed size follows. AVML
// writes ranges in blocks of 16 MiB and leaves out those that are zero, so a gap of whole blocks after a whole block is
// zeros. Zero blocks at the end or the beginning of a range cannot be told from what is no memory: they are absent.
#include <snappy.h>

#include <algorithm>

#include "../image_runs.h"
#include "../lime_record.h"
#include "../page_unpacker.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/hash/crc32c.h"

namespace ksmsim {
namespace {

constexpr std::string_view kMagic = "AVML";
constexpr std::uint64_t kBlockPages = 4096;
constexpr std::size_t kLargestChunk = 65536;             // unpacked; the framing format's limit
constexpr std::uint64_t kLargestPacked = 4 + 76490 + 4;  // snappy's bound for that, and a check sum

constexpr std::uint32_t kMask = 0xa282ead8;  // the framing format turns and masks its check sums

/// A chunk of the framing format: up to 64 KiB of memory.
struct Chunk {
  std::uint64_t begin = 0;   ///< counted over all unpacked bytes of the file
  std::uint64_t offset = 0;  ///< of its check sum, which the data follow
  std::uint32_t packed = 0, plain = 0;
  bool stored = false;
};

/// Walks the framing format, without unpacking.
class ChunkReader {
 public:
  explicit ChunkReader(Cursor& in) : in_(in) {}
  /// Appends the chunks of `bytes` bytes of memory, and reads the size that follows them.
  void read(std::uint64_t bytes, std::vector<Chunk>& chunks) {
    const std::uint64_t from = in_.offset();
    for (std::uint64_t done = 0; done < bytes;) {
      const std::uint64_t got = next(chunks);
      if (got > bytes - done) in_.fail("more memory than the record has");
      done += got;
    }
    const std::uint64_t at = in_.offset();
    if (in_.little<std::uint64_t>() != at - from) in_.file().fail(at, "the packed size is not the one that follows");
  }

 private:
  std::uint64_t next(std::vector<Chunk>& chunks) {
    const std::uint64_t at = in_.offset();
    const auto head = in_.little<std::uint32_t>();
    const std::uint32_t kind = head & 0xff, size = head >> 8;
    if (kind > 1 && kind < 0x80) in_.file().fail(at, "a chunk of kind " + std::to_string(kind));
    if (kind > 1) {
      in_.skip(size);
      return 0;
    }
    if (size < 5 || size > kLargestPacked) in_.file().fail(at, "a chunk of " + std::to_string(size) + " bytes");
    const std::uint64_t begin = chunks.empty() ? 0 : chunks.back().begin + chunks.back().plain;
    Chunk chunk{begin, in_.offset(), size, size - 4, kind == 1};
    in_.skip(size);
    if (!chunk.stored) chunk.plain = unpacked_size(chunk);
    if (chunk.plain == 0 || chunk.plain > kLargestChunk)
      in_.file().fail(at, "a chunk that unpacks to no size of snappy's");
    chunks.push_back(chunk);
    return chunk.plain;
  }

  std::uint32_t unpacked_size(const Chunk& chunk) const {
    std::array<char, 8> head{};
    const std::size_t bytes = std::min<std::size_t>(head.size(), chunk.packed - 4);
    in_.file().read(chunk.offset + 4, std::as_writable_bytes(std::span(head)).first(bytes));
    std::size_t plain = 0;
    if (!snappy::GetUncompressedLength(head.data(), bytes, &plain)) return 0;
    return static_cast<std::uint32_t>(std::min<std::size_t>(plain, kLargestChunk + 1));
  }

  Cursor& in_;
};

/// Its `where` counts unpacked bytes.
class AvmlImage final : public MemoryImage {
 public:
  AvmlImage(std::shared_ptr<const InputFile> file, bool gaps_are_zero) : file_(std::move(file)) {
    std::uint64_t where = 0;
    for (Cursor in(*file_); !in.at_end();) {
      const std::uint64_t at = in.offset();
      const LimeRecord record = read_lime_record(in, kMagic, 2);
      const ImageRun run = whole_pages(record.begin, record.bytes, where);
      ChunkReader(in).read(record.bytes, chunks_);
      where += record.bytes;
      add(at, run);
    }
    if (gaps_are_zero) fill_gaps(*file_, runs_);
  }

  void read(std::uint64_t where, std::span<std::byte> out) const override {
    auto chunk = std::upper_bound(chunks_.begin(), chunks_.end(), where,
                                  [](std::uint64_t at, const Chunk& c) { return at < c.begin; });
    std::vector<std::byte> packed(kLargestPacked), plain(kLargestChunk);
    for (chunk -= chunk == chunks_.begin() ? 0 : 1; !out.empty() && chunk != chunks_.end(); ++chunk) {
      unpack(*chunk, packed, plain);
      const std::uint64_t skip = where - chunk->begin;
      const std::size_t bytes = std::min<std::uint64_t>(out.size(), chunk->plain - skip);
      std::memcpy(out.data(), plain.data() + skip, bytes);
      out = out.subspan(bytes);
      where += bytes;
    }
  }

 private:
  /// Ranges come in ascending order. A gap of whole zero blocks is one of zeros.
  void add(std::uint64_t at, const ImageRun& run) {
    const ImageRun* last = runs_.empty() ? nullptr : &runs_.back();
    if (last != nullptr && run.gfn < last->gfn + last->pages)
      file_->fail(at, "a range of memory before the last one's end");
    if (last != nullptr && last_block_ == kBlockPages && (run.gfn - (last->gfn + last->pages)) % kBlockPages == 0) {
      std::vector<ImageRun> both{*last, run};
      fill_gaps(*file_, both);
      runs_.pop_back();
      for (const ImageRun& part : both) append_pages(runs_, part);
    } else {
      append_pages(runs_, run);
    }
    last_block_ = run.pages;
  }

  void unpack(const Chunk& chunk, std::vector<std::byte>& packed, std::vector<std::byte>& plain) const {
    file_->read(chunk.offset, std::span(packed).first(chunk.packed));
    const auto method = chunk.stored ? PageUnpacker::Method::stored : PageUnpacker::Method::snappy;
    const auto data = std::span<const std::byte>(packed).subspan(4, chunk.packed - 4);
    if (!PageUnpacker().unpack(method, data, std::span(plain).first(chunk.plain))) {
      file_->fail(chunk.offset, "a damaged chunk");
    }
    const std::uint32_t sum = crc32c(std::span(plain).first(chunk.plain));
    if (file_->little<std::uint32_t>(chunk.offset) != ((sum >> 15 | sum << 17) + kMask)) {
      file_->fail(chunk.offset, "a chunk whose check sum is another");
    }
  }

  std::shared_ptr<const InputFile> file_;
  std::vector<Chunk> chunks_;
  std::uint64_t last_block_ = 0;  ///< pages of the range before
};

class Avml final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override { return file.matches(0, kMagic); }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    return std::make_unique<AvmlImage>(std::move(file), options.gaps_are_zero);
  }
};

const Register<ImageFormat, Avml> registered{"avml", "AVML, Microsoft's extractor for Linux, packed"};

}  // namespace
}  // namespace ksmsim
