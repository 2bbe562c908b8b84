// QEMU's migration stream (QMP migrate to a file, virsh save): sections, of which "ram" comes in parts and holds pages
// by memory block and offset. A page may come more than once, then the last counts; a page that is filled with one byte
// is told by that byte. What follows the last part of "ram" are devices, in forms that nothing describes.
#include <algorithm>
#include <cstring>
#include <map>

#include "../cursor.h"
#include "../image_runs.h"
#include "../ram_blocks.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr std::string_view kMagic = "QEVM";
constexpr std::uint64_t kFilled = std::uint64_t{1} << 63;  // with the byte, in place of a page's offset
enum Section : std::uint8_t {
  kEnd = 0,
  kStart = 1,
  kPart = 2,
  kLast = 3,
  kFull = 4,
  kSubsection = 5,
  kMachine = 7,
  kCommand = 8,
  kFooter = 0x7e
};
enum RamFlag : std::uint64_t { kFill = 2, kBlocks = 4, kPage = 8, kDone = 0x10, kSameBlock = 0x20, kRamFlags = 0xfff };

/// Where a page of the guest is: an offset of the file, or kFilled with a byte.
struct StoredPage {
  std::uint64_t gfn, place;
};

class StreamReader {
 public:
  StreamReader(const InputFile& file, std::uint64_t offset) : in_(file, offset) {}
  std::vector<StoredPage> read();

 private:
  void machine();
  void subsection();
  bool section(std::uint8_t kind);
  void ram_part();
  void page(std::uint64_t record);
  std::string name() { return in_.text(in_.big<std::uint8_t>()); }

  Cursor in_;
  RamBlocks blocks_;
  const RamBlock* block_ = nullptr;
  std::optional<std::uint32_t> ram_;  ///< the number of the section "ram"
  std::vector<StoredPage> pages_;
};

std::vector<StoredPage> StreamReader::read() {
  in_.skip(kMagic.size());
  const std::uint64_t at = in_.offset();
  const auto version = in_.big<std::uint32_t>();
  if (version != 3) in_.file().fail(at, "a migration stream of version " + std::to_string(version) + ", not 3");
  for (;;) {
    const auto kind = in_.big<std::uint8_t>();
    if (kind == kMachine) {
      machine();
    } else if (kind == kSubsection) {
      subsection();
    } else if (kind == kFooter) {
      in_.skip(4);
    } else if (kind == kCommand) {
      in_.skip(2);
      in_.skip(in_.big<std::uint16_t>());
    } else if (section(kind)) {
      break;
    }
  }
  return std::move(pages_);
}

void StreamReader::machine() {
  const auto length = in_.big<std::uint32_t>();
  if (length > 255) in_.fail("a machine name of " + std::to_string(length) + " letters");
  blocks_.set_machine(in_.text(length));
}

void StreamReader::subsection() {
  const std::string about = name();
  in_.skip(4);
  if (about == "configuration/target-page-bits") {
    in_.skip(4);
  } else if (about == "configuration/uuid") {
    in_.skip(16);
  } else {
    in_.fail("the stream has '" + about + "', which is not known here");
  }
}

/// True after the last part of "ram".
bool StreamReader::section(std::uint8_t kind) {
  if (kind < kStart || kind > kFull) in_.fail("no section begins with " + std::to_string(kind));
  const auto number = in_.big<std::uint32_t>();
  if (kind == kStart || kind == kFull) {
    const std::string about = name();
    in_.skip(4);
    const auto version = in_.big<std::uint32_t>();
    if (about != "ram" || kind == kFull) in_.fail("section '" + about + "' comes before the end of memory");
    if (version != 4) in_.fail("memory of version " + std::to_string(version) + ", not 4");
    ram_ = number;
  } else if (ram_ != number) {
    in_.fail("a part of section " + std::to_string(number) + ", which is not memory");
  }
  ram_part();
  return kind == kLast;
}

void StreamReader::ram_part() {
  for (;;) {
    const std::uint64_t at = in_.offset();
    const auto record = in_.big<std::uint64_t>();
    const std::uint64_t flags = record & kRamFlags;
    if (flags == kDone) return;
    if (flags == kBlocks) {
      blocks_.read(in_, record - flags);
      block_ = nullptr;
    } else if ((flags & ~kSameBlock) == kPage || (flags & ~kSameBlock) == kFill) {
      page(record);
    } else {
      in_.file().fail(at, "a record of memory with flags " + std::to_string(flags) +
                              ": packed pages, multifd, mapped-ram and postcopy are not read");
    }
  }
}

void StreamReader::page(std::uint64_t record) {
  const std::uint64_t at = in_.offset() - sizeof record, offset = record & ~std::uint64_t{kRamFlags};
  if ((record & kSameBlock) == 0) block_ = blocks_.find(name());
  if (block_ == nullptr) in_.file().fail(at, "a page of a memory block that is not in the list of blocks");
  if (offset >= block_->bytes) in_.file().fail(at, "a page beyond the end of its memory block");
  std::uint64_t place = in_.offset();
  if ((record & kFill) != 0) {
    place = kFilled | in_.big<std::uint8_t>();
  } else {
    in_.skip(kPageSize);
  }
  if (block_->is_memory) pages_.push_back({blocks_.gfn(*block_, offset), place});
}

/// The `where` of a page counts the pages that are not zero, times kPageSize.
class StreamImage final : public MemoryImage {
 public:
  StreamImage(std::shared_ptr<const InputFile> file, std::uint64_t offset, bool gaps_are_zero)
      : file_(std::move(file)) {
    std::vector<StoredPage> pages = StreamReader(*file_, offset).read();
    std::stable_sort(pages.begin(), pages.end(),
                     [](const StoredPage& a, const StoredPage& b) { return a.gfn < b.gfn; });
    for (std::size_t i = 0; i < pages.size(); ++i) {
      if (i + 1 == pages.size() || pages[i + 1].gfn != pages[i].gfn) add(pages[i]);
    }
    if (gaps_are_zero) fill_gaps(*file_, runs_);
  }

  void read(std::uint64_t where, std::span<std::byte> out) const override {
    for (std::size_t index = where / kPageSize; !out.empty(); ++index, out = out.subspan(kPageSize)) {
      const std::uint64_t place = places_.at(index);
      if ((place & kFilled) != 0) {
        std::memset(out.data(), static_cast<int>(place & 0xff), kPageSize);
      } else {
        file_->read(place, out.first(kPageSize));
      }
    }
  }

 private:
  void add(const StoredPage& page) {
    if (page.place == kFilled) {
      append_pages(runs_, {page.gfn, 1, ImageRun::Kind::zero, 0});
    } else {
      append_pages(runs_, {page.gfn, 1, ImageRun::Kind::bytes, places_.size() * kPageSize});
      places_.push_back(page.place);
    }
  }

  std::shared_ptr<const InputFile> file_;
  std::vector<std::uint64_t> places_;
};

/// virsh save: a header of 92 bytes, the domain's XML and a cookie, then the stream, packed or not.
class LibvirtSave {
 public:
  static bool is_one(const InputFile& file) { return file.matches(0, "LibvirtQemudSave"); }
  static bool is_unfinished(const InputFile& file) { return file.matches(0, "LibvirtQemudPart"); }

  explicit LibvirtSave(std::shared_ptr<const InputFile> file) : file_(std::move(file)) {
    const auto version = file_->little<std::uint32_t>(16);
    if (version == 0x02000000) file_->fail(16, "saved on a big-endian host, and only little-endian ones are read");
    if (version != 2) file_->fail(16, "a libvirt save file of version " + std::to_string(version) + ", not 2");
    stream_ = kHeaderBytes + file_->little<std::uint32_t>(20);
    if (stream_ >= file_->size())
      file_->fail(20, "the file ends before the stream, which begins at " + std::to_string(stream_));
    unpack(file_->little<std::uint32_t>(28));
    if (!file_->matches(stream_, kMagic)) file_->fail(stream_, "no QEMU stream follows libvirt's header");
  }
  std::shared_ptr<const InputFile> file() const { return file_; }
  std::uint64_t stream() const { return stream_; }

 private:
  static constexpr std::uint64_t kHeaderBytes = 92;

  void unpack(std::uint32_t method) {
    static constexpr std::string_view kMethods[] = {"raw", "gzip", "bzip2", "xz", "lzop", "zstd", "sparse"};
    if (method == 0) return;
    if (method != 1 && method != 5) {
      const bool known = method < std::size(kMethods);
      file_->fail(28, "saved with save_image_format " +
                          (known ? std::string(kMethods[method]) : std::to_string(method)) +
                          "; raw, gzip and zstd are read");
    }
    file_ = std::make_shared<const InputFile>(*file_, stream_);
    stream_ = 0;
  }

  std::shared_ptr<const InputFile> file_;
  std::uint64_t stream_ = 0;
};

class QemuStream final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override {
    return file.matches(0, kMagic) || LibvirtSave::is_one(file) || LibvirtSave::is_unfinished(file);
  }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    if (LibvirtSave::is_unfinished(*file)) file->fail(0, "a libvirt save file that was not finished");
    if (!LibvirtSave::is_one(*file)) return std::make_unique<StreamImage>(std::move(file), 0, options.gaps_are_zero);
    const LibvirtSave save(std::move(file));
    return std::make_unique<StreamImage>(save.file(), save.stream(), options.gaps_are_zero);
  }
};

const Register<ImageFormat, QemuStream> registered{"qemu-stream", "QEMU migration streams; libvirt's save files"};

}  // namespace
}  // namespace ksmsim
