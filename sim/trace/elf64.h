#pragma once
// The parts of an ELF64 file that memory dumps use. Read here and not by libelf, which trusts files more than is good
// with dumps that come from elsewhere, and which would take as many lines to be asked.
#include <cstdint>
#include <string_view>
#include <vector>

#include "ksmsim/trace/input_file.h"

namespace ksmsim {

struct ElfSegment {
  std::uint32_t type = 0;  ///< 1: PT_LOAD, 4: PT_NOTE
  std::uint64_t offset = 0, virtual_address = 0, physical_address = 0, file_size = 0, memory_size = 0;
};

struct ElfSection {
  std::uint64_t header = 0;  ///< where in the file it is described
  std::uint32_t name = 0;
  std::uint64_t offset = 0, size = 0, info = 0;
};

struct ElfFile {
  std::uint16_t type = 0, machine = 0;
  std::vector<ElfSegment> segments;
  std::vector<ElfSection> sections;
  std::uint16_t names = 0;  ///< the section with the sections' names
};

inline constexpr std::uint16_t kElfCore = 4;
inline constexpr std::uint32_t kElfLoad = 1, kElfNote = 4;

bool is_elf(const InputFile& file);
/// Of an ELF file: false for Xen's dumps, which have sections only.
bool has_segments(const InputFile& file);
/// TraceError if it is not ELF64, little-endian, with tables that lie within the file.
ElfFile read_elf(const InputFile& file);
/// The section of that name, or nullptr.
const ElfSection* find_section(const InputFile& file, const ElfFile& elf, std::string_view name);

}  // namespace ksmsim
