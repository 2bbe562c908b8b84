#include "elf64.h"

#include "cursor.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kSegmentBytes = 56, kSectionBytes = 64;
constexpr std::uint64_t kInSection0 = 0xffff;  // a number of segments that the header has no room for

/// The VirtualBox of some versions leaves the byte after these 0, so it is not looked at.
void check_kind(const InputFile& file) {
  if (!file.has(0, 64)) file.fail(0, "an ELF file of less than its header's 64 bytes");
  if (file.little<std::uint8_t>(4) != 2) file.fail(4, "not a 64-bit ELF file, and only those are read");
  if (file.little<std::uint8_t>(5) != 1) file.fail(5, "a big-endian ELF file, and only little-endian ones are read");
}

void check_table(const InputFile& file, std::uint64_t field, std::uint64_t at, std::uint64_t count,
                 std::uint64_t size) {
  if (count > file.size() / size || !file.has(at, count * size)) {
    file.fail(field, "a table of " + std::to_string(count) + " entries at " + std::to_string(at) +
                         " does not fit in the file of " + std::to_string(file.size()) + " bytes");
  }
}

std::vector<ElfSegment> segments_of(const InputFile& file, std::uint64_t at, std::uint64_t count) {
  check_table(file, 32, at, count, kSegmentBytes);
  std::vector<ElfSegment> segments(count);
  Cursor in(file, at);
  for (ElfSegment& segment : segments) {
    segment.type = in.little<std::uint32_t>();
    in.skip(4);
    segment.offset = in.little<std::uint64_t>();
    segment.virtual_address = in.little<std::uint64_t>();
    segment.physical_address = in.little<std::uint64_t>();
    segment.file_size = in.little<std::uint64_t>();
    segment.memory_size = in.little<std::uint64_t>();
    in.skip(8);
  }
  return segments;
}

std::vector<ElfSection> sections_of(const InputFile& file, std::uint64_t at, std::uint64_t count) {
  check_table(file, 40, at, count, kSectionBytes);
  std::vector<ElfSection> sections(count);
  Cursor in(file, at);
  for (ElfSection& section : sections) {
    section.header = in.offset();
    section.name = in.little<std::uint32_t>();
    in.skip(20);
    section.offset = in.little<std::uint64_t>();
    section.size = in.little<std::uint64_t>();
    in.skip(4);
    section.info = in.little<std::uint32_t>();
    in.skip(16);
  }
  return sections;
}

}  // namespace

bool is_elf(const InputFile& file) {
  return file.matches(0,
                      "\x7f"
                      "ELF");
}

bool has_segments(const InputFile& file) {
  check_kind(file);
  return file.little<std::uint16_t>(56) != 0;
}

ElfFile read_elf(const InputFile& file) {
  check_kind(file);
  ElfFile elf;
  elf.type = file.little<std::uint16_t>(16);
  elf.machine = file.little<std::uint16_t>(18);
  elf.names = file.little<std::uint16_t>(62);
  elf.sections = sections_of(file, file.little<std::uint64_t>(40), file.little<std::uint16_t>(60));
  std::uint64_t count = file.little<std::uint16_t>(56);
  if (count != 0 && file.little<std::uint16_t>(54) != kSegmentBytes)
    file.fail(54, "segments not described by 56 bytes");
  if (count == kInSection0 && !elf.sections.empty()) count = elf.sections[0].info;
  elf.segments = segments_of(file, file.little<std::uint64_t>(32), count);
  return elf;
}

const ElfSection* find_section(const InputFile& file, const ElfFile& elf, std::string_view name) {
  if (elf.names >= elf.sections.size()) return nullptr;
  const std::uint64_t names = elf.sections[elf.names].offset;
  for (const ElfSection& section : elf.sections) {
    if (names > file.size() || !file.matches(names + section.name, name)) continue;
    if (file.matches(names + section.name + name.size(), std::string_view("\0", 1))) return &section;
  }
  return nullptr;
}

}  // namespace ksmsim
