#pragma once
// Small memory images, put together byte by byte as the formats' descriptions say, not by the readers' code.
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "image_pages.h"

namespace ksmsim {

struct ElfPart {
  std::uint32_t type = 1;  ///< PT_LOAD; 4: PT_NOTE
  std::uint64_t virtual_address = 0, physical_address = 0;
  std::string bytes = {};
};

/// An ELF core; parts follow each other, at no round offset.
inline std::string elf_core(const std::vector<ElfPart>& parts, std::uint16_t machine = 62) {
  std::string file = padded(
                         "\x7f"
                         "ELF\2\1\1",
                         16) +
                     little<std::uint16_t>(4) + little(machine) + le32(1) + le64(0) + le64(64) + le64(0) + le32(0) +
                     little<std::uint16_t>(64) + little<std::uint16_t>(56) +
                     little(static_cast<std::uint16_t>(parts.size())) + padded("", 6);
  std::string data = "odd";
  for (const ElfPart& part : parts) {
    const std::uint64_t size = part.bytes.size();
    file += le32(part.type) + le32(6) + le64(64 + parts.size() * 56 + data.size()) + le64(part.virtual_address) +
            le64(part.physical_address) + le64(size) + le64(size) + le64(0);
    data += part.bytes;
  }
  return file + data;
}

/// The note in which Linux lists what a process has mapped from files.
inline std::string mapped_files_note(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& mappings) {
  std::string list = le64(mappings.size()) + le64(4096), names;
  for (const auto& [begin, end] : mappings) {
    list += le64(begin) + le64(end) + le64(0);
    names += padded("/bin/x", 7);
  }
  list += names;
  return le32(5) + le32(static_cast<std::uint32_t>(list.size())) + le32(0x46494c45) + padded("CORE", 8) +
         padded(list, (list.size() + 3) / 4 * 4);
}

inline std::string by_zlib(const std::string& page) {
  uLongf size = compressBound(page.size());
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(page.data()), page.size());
  return packed.substr(0, size);
}

inline std::string by_zstd(const std::string& page) {
  std::string packed(ZSTD_compressBound(page.size()), '\0');
  return packed.substr(0, ZSTD_compress(packed.data(), packed.size(), page.data(), page.size(), 1));
}

inline std::string by_snappy(const std::string& page) {
  std::string packed;
  snappy::Compress(page.data(), page.size(), &packed);
  return packed;
}

struct KdumpPage {
  std::uint64_t pfn;
  std::string packed;
  std::uint32_t flags;
};

/// A dump of makedumpfile of up to 1024 pages. `left_out`: memory that was not dumped.
inline std::string kdump(const std::vector<KdumpPage>& pages, const std::vector<std::uint64_t>& left_out = {},
                         std::uint32_t dump_level = 1) {
  const std::string utsname = padded("Linux", 65) + padded("", 65 * 3) + padded("x86_64", 65) + padded("", 65);
  std::string header = padded("KDUMP   " + le32(6) + utsname, 424) + le32(1) + le32(4096) + le32(1) + le32(2) +
                       le32(0) + le32(0) + le32(0) + le32(0) + le32(0) + le32(1);
  std::string sub = padded(le64(0) + le32(dump_level) + le32(0), 96) + le64(1024);
  std::string memory(4096, '\0'), dumped(4096, '\0');
  const auto set = [](std::string& map, std::uint64_t bit) {
    map[bit / 8] = static_cast<char>(map[bit / 8] | 1 << bit % 8);
  };
  std::string descriptors, data;
  for (const KdumpPage& page : pages) {
    set(memory, page.pfn);
    set(dumped, page.pfn);
    descriptors += le64(4 * 4096 + pages.size() * 24 + data.size()) +
                   le32(static_cast<std::uint32_t>(page.packed.size())) + le32(page.flags) + le64(0);
    data += page.packed;
  }
  for (const std::uint64_t pfn : left_out) set(memory, pfn);
  return padded(header, 4096) + padded(sub, 4096) + memory + dumped + descriptors + data;
}

/// In makedumpfile's flattened form: the pieces by offset, in the order given.
inline std::string flattened(const std::vector<std::pair<std::uint64_t, std::string>>& pieces) {
  std::string file = padded(padded("makedumpfile", 16) + be64(1) + be64(1), 4096);
  for (const auto& [offset, bytes] : pieces) file += be64(offset) + be64(bytes.size()) + bytes;
  return file + be64(~std::uint64_t{0}) + be64(~std::uint64_t{0});
}

/// A record of LiME or AVML: its header.
inline std::string lime_header(const std::string& magic, std::uint32_t version, std::uint64_t begin,
                               std::uint64_t bytes) {
  return magic + le32(version) + le64(begin) + le64(begin + bytes - 1) + le64(0);
}

/// CRC-32C, a bit at a time, as snappy's framing format stores it.
inline std::uint32_t framed_sum(const std::string& bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82f63b78 : 0);
  }
  crc = ~crc;
  return (crc >> 15 | crc << 17) + 0xa282ead8;
}

/// A record of AVML: packed in chunks of 64 KiB, every other one stored as it is.
inline std::string avml_record(std::uint64_t begin, const std::string& memory) {
  std::string packed = std::string("\xff\6\0\0", 4) + "sNaPpY";
  for (std::size_t at = 0; at < memory.size(); at += 65536) {
    const std::string plain = memory.substr(at, 65536);
    const bool stored = at / 65536 % 2 == 1;
    const std::string data = le32(framed_sum(plain)) + (stored ? plain : by_snappy(plain));
    packed += le32(static_cast<std::uint32_t>(data.size() << 8 | (stored ? 1 : 0))) + data;
  }
  return lime_header("AVML", 2, begin, memory.size()) + packed + le64(packed.size());
}

/// QEMU's migration stream, up to the pages' records.
inline std::string stream_head(const std::string& machine,
                               const std::vector<std::pair<std::string, std::uint64_t>>& blocks) {
  std::string list;
  std::uint64_t bytes = 0;
  for (const auto& [name, size] : blocks) {
    list += static_cast<char>(name.size()) + name + be64(size);
    bytes += size;
  }
  return "QEVM" + be32(3) + "\7" + be32(static_cast<std::uint32_t>(machine.size())) + machine + "\1" + be32(2) +
         "\3ram" + be32(0) + be32(4) + be64(bytes | 4) + list + be64(0x10) + "\x7e" + be32(2);
}

/// A part of the section "ram" with these records; kind 2 is a part, 3 the last one.
inline std::string stream_part(char kind, const std::string& records) {
  return kind + be32(2) + records + be64(0x10) + "\x7e" + be32(2);
}
inline std::string stream_page(const std::string& block, std::uint64_t offset, const std::string& page) {
  return be64(offset | 8) + static_cast<char>(block.size()) + block + page;
}
inline std::string stream_fill(std::uint64_t offset, char byte) { return be64(offset | 0x22) + byte; }

/// libvirt's save file around a stream.
inline std::string libvirt_save(std::uint32_t method, const std::string& stream) {
  const std::string xml = padded("<domain/>", 64);
  return std::string("LibvirtQemudSave") + le32(2) + le32(64) + le32(1) + le32(method) + le32(0) + padded("", 56) +
         xml + stream;
}

/// VMware's state with tags of the group "memory".
inline std::string vmware_state(const std::string& tags) {
  return "\xd2\xbe\xd2\xbe" + le32(8) + le32(2) + padded("Checkpoint", 64) + le64(0) + le64(0) + padded("memory", 64) +
         le64(172) + le64(tags.size()) + tags + std::string(2, '\0');
}
inline std::string vmware_tag(const std::string& name, std::uint32_t value) {
  return std::string{'\4', static_cast<char>(name.size())} + name + le32(value);
}
inline std::string vmware_tag(const std::string& name, std::uint32_t region, std::uint32_t value) {
  return std::string{'\x44', static_cast<char>(name.size())} + name + le32(region) + le32(value);
}

/// A message of CRIU's images: fields of numbers.
inline std::string criu_message(const std::vector<std::pair<int, std::uint64_t>>& fields) {
  std::string message;
  for (auto [field, value] : fields) {
    message += static_cast<char>(field << 3);
    for (; value >= 0x80; value >>= 7) message += static_cast<char>(value | 0x80);
    message += static_cast<char>(value);
  }
  return le32(static_cast<std::uint32_t>(message.size())) + message;
}
inline const std::string kCriuMagics = le32(0x54564319) + le32(0x56084025);

/// Xen's dump: a table of page numbers, and the pages.
inline std::string xen_core(const std::vector<std::uint64_t>& pfns, const std::string& pages) {
  const std::string names = std::string("\0.shstrtab\0.xen_pfn\0.xen_pages\0", 31);
  std::string table;
  for (const std::uint64_t pfn : pfns) table += le64(pfn);
  const std::uint64_t at = 64 + 4 * 64;
  const auto section = [](std::uint32_t name, std::uint64_t offset, std::uint64_t size) {
    return le32(name) + le32(1) + le64(0) + le64(0) + le64(offset) + le64(size) + le32(0) + le32(0) + le64(1) + le64(0);
  };
  const std::string header = padded(
                                 "\x7f"
                                 "ELF\2\1\1",
                                 16) +
                             little<std::uint16_t>(4) + little<std::uint16_t>(62) + le32(1) + le64(0) + le64(0) +
                             le64(64) + le32(0) + little<std::uint16_t>(64) + little<std::uint16_t>(56) +
                             little<std::uint16_t>(0) + little<std::uint16_t>(64) + little<std::uint16_t>(4) +
                             little<std::uint16_t>(1);
  return header + section(0, 0, 0) + section(1, at, names.size()) + section(11, at + names.size(), table.size()) +
         section(20, at + names.size() + table.size(), pages.size()) + names + table + pages;
}

}  // namespace ksmsim
