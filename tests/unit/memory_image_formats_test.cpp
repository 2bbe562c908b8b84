// Memory images of formats whose tools do not run here: read from files put together by hand.
#include "catch.h"
#include "fault_text.h"
#include "image_files.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::string kA = page_of('a'), kB = page_of('b'), kC = page_of('c'), kZero = page_of('\0');

/// The pages of a file with these bytes.
ImagePages read(const std::string& bytes, const ImageOptions& options = {}) {
  const TempDir dir;
  return pages_of(dir.write("image", bytes), options);
}

std::string fault(const std::string& bytes, const ImageOptions& options = {}) {
  return fault_text<TraceError>([&] { read(bytes, options); });
}

const ImageOptions kZeroGaps{{}, {}, true};

}  // namespace

TEST_CASE("an ELF dump of a guest has the pages at its physical addresses") {
  const std::string dump = elf_core({{1, 0, 0x1000, kA + kB}, {1, 0, 0x5000, kC}});
  CHECK(read(dump) == ImagePages{{1, kA}, {2, kB}, {5, kC}});
  CHECK(read(dump, kZeroGaps) == ImagePages{{1, kA}, {2, kB}, {3, kZero}, {4, kZero}, {5, kC}});
}

TEST_CASE("firmware and video memory of a PC are no memory of the guest") {
  const std::vector<ElfPart> parts{{1, 0, 0x1000, kA}, {1, 0, 0xfd000000, kB}, {1, 0, 0xfffff000, kC}};
  CHECK(read(elf_core(parts)) == ImagePages{{1, kA}});
  CHECK(read(elf_core(parts, 183)).size() == 3);  // AArch64 has memory there
}

TEST_CASE("memory that an ELF dump has twice counts once, and parts of a page do not count") {
  CHECK(read(elf_core({{1, 0xffff0000, 0x1000, kA + kB}, {1, 0, 0x2000, kB + kC}})) ==
        ImagePages{{1, kA}, {2, kB}, {3, kC}});
  CHECK(read(elf_core({{1, 0, 0x1800, std::string(2048, 'x') + kA + "y"}})) == ImagePages{{2, kA}});
}

TEST_CASE("a process's core has its anonymous memory at virtual addresses") {
  const std::string core = elf_core({{4, 0, 0, mapped_files_note({{0x401000, 0x402000}, {0x500000, 0x501000}})},
                                     {1, 0x400000, 0, kA + kB + kC},
                                     {1, 0xffffffffff600000, 0, kA}});
  CHECK(read(core) == ImagePages{{0x400, kA}, {0x402, kC}});
}

TEST_CASE("ELF files that are no dumps, or of another kind, are refused with the reason") {
  std::string core = elf_core({{1, 0, 0x1000, kA}});
  core[4] = 1;
  CHECK_THAT(fault(core), contains_text("offset 4: not a 64-bit ELF file"));
  core[4] = 2;
  core[5] = 2;
  CHECK_THAT(fault(core), contains_text("big-endian ELF"));
  core[5] = 1;
  core[16] = 2;
  CHECK_THAT(fault(core), contains_text("offset 16: an ELF file, but a program"));
}

TEST_CASE("a Xen dump has the pages that its table of numbers tells") {
  CHECK(read(xen_core({7, ~std::uint64_t{0}, 3}, kA + kB + kC)) == ImagePages{{3, kC}, {7, kA}});
  CHECK_THAT(fault(xen_core({7, 8}, kA)), contains_text("table of 2 pages"));
}

TEST_CASE("a kdump's pages are unpacked by zlib, snappy or zstd, or stored") {
  CHECK(read(kdump({{1, by_zlib(kA), 1}, {2, by_snappy(kB), 4}, {4, by_zstd(kC), 0x20}, {9, kA, 0}})) ==
        ImagePages{{1, kA}, {2, kB}, {4, kC}, {9, kA}});
}

TEST_CASE("memory that a kdump leaves out is zero only if nothing but zeros was left out") {
  CHECK(read(kdump({{1, kA, 0}}, {2}, 1)) == ImagePages{{1, kA}, {2, kZero}});
  CHECK(read(kdump({{1, kA, 0}}, {2}, 31)) == ImagePages{{1, kA}});
  CHECK(read(kdump({{1, kA, 0}}, {2}, 31), kZeroGaps) == ImagePages{{1, kA}, {2, kZero}});
}

TEST_CASE("of a flattened kdump's pieces the later ones count") {
  const std::string dump = kdump({{1, kA, 0}, {2, kB, 0}});
  const std::size_t page = dump.size() - 2 * kPageSize;
  const ImagePages pages = read(flattened({{4096, dump.substr(4096)},
                                           {0, dump.substr(0, 4096)},
                                           {page + 100, std::string(200, 'x')},
                                           {page + 50, std::string(100, 'y')}}));
  CHECK(pages.at(1) == std::string(50, 'a') + std::string(100, 'y') + std::string(150, 'x') + std::string(3796, 'a'));
  CHECK(pages.at(2) == kB);
}

TEST_CASE("a kdump that was cut off, is damaged or packed by LZO is refused with the place") {
  CHECK_THAT(fault(kdump({{1, "not zlib", 1}})), contains_text("a damaged page"));
  CHECK_THAT(fault(kdump({{1, "x", 2}})), contains_text("LZO"));
  CHECK_THAT(fault(kdump({{1, kA, 0}}).substr(0, 4 * 4096 + 30)), contains_text("offset 16414: the dump ends"));
  const std::string whole = flattened({{0, kdump({{1, kA, 0}})}});
  CHECK_THAT(fault(whole.substr(0, whole.size() - 16)), contains_text("no mark of its end"));
}

TEST_CASE("a LiME file's ranges lie where their records say") {
  const std::string file = lime_header("EMiL", 1, 0x1000, 8192) + kA + kB + lime_header("EMiL", 1, 0x4000, 4096) + kC;
  CHECK(read(file) == ImagePages{{1, kA}, {2, kB}, {4, kC}});
  CHECK(read(file, kZeroGaps).at(3) == kZero);
  CHECK_THAT(fault("LiME" + le32(1)), contains_text("big-endian"));
  CHECK_THAT(fault(file.substr(0, 5000)), contains_text("offset 32: the file ends at 5000"));
}

TEST_CASE("an AVML file's pages are unpacked, and its check sums looked at") {
  std::string memory;
  for (int i = 0; i < 40; ++i) memory += page_of(static_cast<char>('A' + i));
  std::string file = avml_record(0x1000, memory) + avml_record(0x100000, kC);
  const ImagePages pages = read(file);
  REQUIRE(pages.size() == 41);
  CHECK(pages.at(1) == page_of('A'));
  CHECK(pages.at(40) == page_of(static_cast<char>('A' + 39)));
  CHECK(pages.at(256) == kC);
  file[32 + 10 + 4] = static_cast<char>(file[32 + 10 + 4] ^ 1);
  CHECK_THAT(fault(file), contains_text("check sum"));
}

TEST_CASE("a gap of whole blocks between whole blocks of AVML is of zeros") {
  const std::uint64_t block = 16 << 20;
  const std::string full(block, 'x');
  const TempDir dir;
  const std::string file = avml_record(0, full) + avml_record(3 * block, kA) + avml_record(5 * block, kB);
  const auto image = open_image(dir.write("image", file));
  REQUIRE(image->runs().size() == 4);
  CHECK(image->runs()[1].kind == ImageRun::Kind::zero);
  CHECK(image->runs()[1].gfn == 4096);
  CHECK(image->runs()[1].pages == 2 * 4096);
  CHECK(image->runs()[3].gfn == 5 * 4096);  // after a block that is not whole a gap is not known to be memory
}
