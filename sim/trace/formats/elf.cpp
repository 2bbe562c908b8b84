// ELF core files. A guest's (QEMU dump-guest-memory, virsh dump --memory-only, VirtualBox dumpvmcore, /proc/vmcore) has
// physical addresses; segments lie at any offset. A process's (gcore, the kernel) has virtual ones only, and its note
// NT_FILE tells what is mapped from files, which KSM does not touch and is left out.
#include <algorithm>

#include "../cursor.h"
#include "../elf64.h"
#include "../image_runs.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr std::uint32_t kNoteFile = 0x46494c45;             // NT_FILE
constexpr std::uint64_t kUserEnd = std::uint64_t{1} << 56;  // above are the kernel and what it lends, as [vsyscall]

bool is_pc(const ElfFile& elf) { return elf.machine == 3 || elf.machine == 62; }

bool is_process(const ElfFile& elf) {
  bool virtual_addresses = false;
  for (const ElfSegment& segment : elf.segments) {
    if (segment.type != kElfLoad) continue;
    if (segment.physical_address != 0) return false;
    virtual_addresses |= segment.virtual_address != 0;
  }
  return virtual_addresses;
}

/// NT_FILE: the number of mappings, the unit of their offsets, then begin, end and offset of each; names follow.
void add_file_mappings(Cursor in, std::uint64_t bytes, std::vector<GfnRange>& files) {
  if (bytes < 16) in.fail("a list of mapped files without its head");
  const auto count = in.little<std::uint64_t>();
  if (count > (bytes - 16) / 24)
    in.fail("a list of " + std::to_string(count) + " mapped files does not fit in its note");
  in.skip(8);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto begin = in.little<std::uint64_t>(), end = in.little<std::uint64_t>();
    if (begin < end) files.push_back({begin / kPageSize, end / kPageSize});
    in.skip(8);
  }
}

std::uint64_t padded(std::uint64_t bytes) { return (bytes + 3) / 4 * 4; }

void read_notes(const InputFile& file, const ElfSegment& segment, std::vector<GfnRange>& files) {
  if (!file.has(segment.offset, segment.file_size)) file.fail(segment.offset, "the file ends within the notes");
  const std::uint64_t end = segment.offset + segment.file_size;
  Cursor in(file, segment.offset);
  while (end - in.offset() >= 12) {
    const std::uint64_t name = in.little<std::uint32_t>(), bytes = in.little<std::uint32_t>();
    const auto type = in.little<std::uint32_t>();
    if (padded(name) + padded(bytes) > end - in.offset()) in.fail("a note goes on beyond the notes' end");
    in.skip(padded(name));
    if (type == kNoteFile) add_file_mappings(in, bytes, files);
    in.skip(padded(bytes));
  }
}

std::vector<ImageRun> process_runs(const InputFile& file, const ElfFile& elf) {
  std::vector<ImageRun> runs;
  std::vector<GfnRange> files;
  for (const ElfSegment& segment : elf.segments) {
    if (segment.type == kElfNote) read_notes(file, segment, files);
    if (segment.type != kElfLoad || segment.virtual_address >= kUserEnd) continue;
    runs.push_back(whole_pages(segment.virtual_address, segment.file_size, segment.offset));
  }
  order_runs(file, runs);
  std::sort(files.begin(), files.end(), [](const GfnRange& a, const GfnRange& b) { return a.begin < b.begin; });
  return without(runs, files);
}

std::vector<ImageRun> guest_runs(const InputFile& file, const ElfFile& elf, bool gaps_are_zero) {
  std::vector<ImageRun> runs;
  for (const ElfSegment& segment : elf.segments) {
    if (segment.type != kElfLoad) continue;
    runs.push_back(whole_pages(segment.physical_address, segment.file_size, segment.offset));
  }
  if (is_pc(elf)) drop_pc_devices(runs);
  drop_overlap(runs);
  if (gaps_are_zero) fill_gaps(file, runs);
  return runs;
}

class Elf final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override { return is_elf(file) && has_segments(file); }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    const ElfFile elf = read_elf(*file);
    if (elf.type != kElfCore) file->fail(16, "an ELF file, but a program or library and no core");
    auto runs = is_process(elf) ? process_runs(*file, elf) : guest_runs(*file, elf, options.gaps_are_zero);
    if (runs.empty()) file->fail(32, "no segment of it holds memory");
    return plain_image(std::move(file), std::move(runs));
  }
};

const Register<ImageFormat, Elf> registered{"elf", "ELF: QEMU and virsh dumps, VirtualBox; cores of processes"};

}  // namespace
}  // namespace ksmsim
