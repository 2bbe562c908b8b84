// Memory images of VM monitors and of CRIU, with what lies beside them, read from files put together by hand.
#include <unistd.h>

#include "catch.h"
#include "fault_text.h"
#include "image_files.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::string kA = page_of('a'), kB = page_of('b'), kC = page_of('c'), kZero = page_of('\0');
constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;

ImagePages read(const std::string& bytes) {
  const TempDir dir;
  return pages_of(dir.write("image", bytes));
}

std::string fault(const std::string& bytes) {
  return fault_text<TraceError>([&] { read(bytes); });
}

std::string stream(const std::string& records, const std::string& more = "") {
  return stream_head("pc-i440fx-7.2", {{"pc.ram", kMiB}, {"pc.bios", kMiB}}) + stream_part(2, records) +
         stream_part(3, more) + "devices follow";
}

/// A file with data at one page and a hole all around it.
void write_sparse(const std::string& path, std::uint64_t bytes, std::uint64_t offset, const std::string& data) {
  write_file(path, "");
  REQUIRE(truncate(path.c_str(), static_cast<off_t>(bytes)) == 0);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(static_cast<std::streamoff>(offset));
  file << data;
}

}  // namespace

TEST_CASE("of a page that a migration stream has twice the last one counts") {
  const std::string records = stream_page("pc.ram", 0x1000, kA) + stream_fill(0x2000, '\0') + stream_fill(0x3000, 'x') +
                              stream_page("pc.bios", 0x1000, kB);
  CHECK(read(stream(records, stream_page("pc.ram", 0x1000, kC))) == ImagePages{{1, kC}, {2, kZero}, {3, page_of('x')}});
}

TEST_CASE("a stream's memory lies around the hole that its machine has") {
  const auto gfn = [](const std::string& machine, std::uint64_t memory, std::uint64_t offset) {
    const TempDir dir;
    const std::string bytes = stream_head(machine, {{"m0", memory}}) + stream_part(3, stream_page("m0", offset, kA));
    return open_image(dir.write("image", bytes))->runs().at(0).gfn;
  };
  CHECK(gfn("pc-i440fx-7.2", 3 * kGiB, 3 * kGiB - 4096) == 3 * kGiB / 4096 - 1);
  CHECK(gfn("pc-i440fx-7.2", 4 * kGiB, 3 * kGiB) == 4 * kGiB / 4096);
  CHECK(gfn("pc-q35-7.2", 3 * kGiB, 2 * kGiB + 4096) == 4 * kGiB / 4096 + 1);
  CHECK(gfn("virt-7.2", 8 * kGiB, 5 * kGiB) == 5 * kGiB / 4096);
}

TEST_CASE("what a migration stream has that is not read is refused with its name and place") {
  CHECK_THAT(fault(stream(be64(0x1000 | 0x40))), contains_text("flags 64"));
  CHECK_THAT(fault(stream(stream_page("pc.ram", kMiB, kA))), contains_text("beyond the end of its memory block"));
  CHECK_THAT(fault(stream(stream_page("no.ram", 0, kA))), contains_text("not in the list of blocks"));
  CHECK_THAT(fault("QEVM" + be32(2)), contains_text("offset 4: a migration stream of version 2"));
  CHECK_THAT(fault("QEVM" + be32(3) + "\1" + be32(1) + "\5block" + be32(0) + be32(1)), contains_text("'block'"));
}

TEST_CASE("a save file of libvirt is a migration stream behind a header, packed or not") {
  const std::string inner = stream(stream_page("pc.ram", 0x1000, kA));
  CHECK(read(libvirt_save(0, inner)) == ImagePages{{1, kA}});
  CHECK(read(libvirt_save(5, by_zstd(inner))) == ImagePages{{1, kA}});
  CHECK_THAT(fault(libvirt_save(3, inner)), contains_text("save_image_format xz"));
  CHECK_THAT(fault("LibvirtQemudPart"), contains_text("not finished"));
  CHECK_THAT(fault(std::string("LibvirtQemudSave") + be32(2)), contains_text("big-endian host"));
}

TEST_CASE("holes of a Firecracker difference are absent, or in the base image") {
  const TempDir dir;
  const std::string base = dir.write("base", kA + kB + kA + kB);
  const std::string diff = (dir.path() / "diff").string();
  write_sparse(diff, 4 * kPageSize, kPageSize, kC);
  CHECK(pages_of(diff, {"firecracker", {}, false}) == ImagePages{{1, kC}});
  CHECK(pages_of(diff, {"firecracker", base, false}) == ImagePages{{0, kA}, {1, kC}, {2, kA}, {3, kB}});
  CHECK(pages_of(diff, {"firecracker", {}, true}) == ImagePages{{0, kZero}, {1, kC}, {2, kZero}, {3, kZero}});
}

TEST_CASE("Firecracker's and VMware's memory beyond 3 GiB lies from 4 GiB on") {
  const TempDir dir;
  const std::string file = (dir.path() / "memory").string();
  write_sparse(file, 3 * kGiB + 2 * kPageSize, 3 * kGiB - kPageSize, kA + kB + kC);
  CHECK(pages_of(file, {"firecracker", {}, false}) == ImagePages{{0xbffff, kA}, {0x100000, kB}, {0x100001, kC}});
  CHECK(open_image(file, {"vmware", {}, false})->runs().back().gfn == 0x100000);
}

TEST_CASE("a difference that was packed has lost its holes and is refused") {
  const TempDir dir;
  const std::string base = dir.write("base", kA), packed = dir.write("diff.zst", by_zstd(kB));
  CHECK_THROWS_WITH(pages_of(packed, {"firecracker", base, false}), contains_text("holes of a difference are lost"));
}

TEST_CASE("Cloud Hypervisor's ranges are in state.json, as text within JSON") {
  const TempDir dir;
  const std::string file = dir.write("memory-ranges", kA + kB + kC);
  const auto state = [](const std::string& ranges) {
    return R"({"snapshots":{"memory-manager":{"snapshot_data":{"state":"{\"memory_ranges\":{\"data\":[)" + ranges +
           R"(]}}"}}}})";
  };
  const std::string low = R"({\"gpa\":0,\"length\":8192})", high = R"({\"gpa\":4294967296,\"length\":4096})";
  dir.write("state.json", state(low + "," + high));
  CHECK(pages_of(file) == ImagePages{{0, kA}, {1, kB}, {0x100000, kC}});
  dir.write("state.json", state(low + "," + low));
  CHECK_THROWS_WITH(pages_of(file), contains_text("memory-ranges: offset 8192"));
  dir.write("state.json", "{");
  CHECK_THROWS_WITH(pages_of(file), contains_text("state.json: offset 0: expected"));
}

TEST_CASE("VMware's regions are in the state beside the memory") {
  const TempDir dir;
  const std::string file = dir.write("vm.vmem", kA + kB + kC);
  const auto region = [](std::uint32_t n, std::uint32_t guest, std::uint32_t stored, std::uint32_t pages) {
    return vmware_tag("regionPPN", n, guest) + vmware_tag("regionPageNum", n, stored) +
           vmware_tag("regionSize", n, pages);
  };
  const std::string blob = "\x3e\4blob" + le64(5) + le64(5) + little<std::uint16_t>(3) + "pad12345";
  const std::string tags = blob + vmware_tag("regionsCount", 2) + region(0, 0, 0, 2) + region(1, 0x100000, 2, 1);
  const std::string state = dir.write("vm.vmsn", vmware_state(tags));
  const ImagePages expected{{0, kA}, {1, kB}, {0x100000, kC}};
  CHECK(pages_of(file) == expected);
  CHECK(pages_of(state) == expected);
  dir.write("vm.vmsn", vmware_state(vmware_tag("regionsCount", 1)));
  CHECK_THROWS_WITH(pages_of(file), contains_text("has no regionPageNum"));
}

TEST_CASE("CRIU's pages are the process's own, or its parent's") {
  const TempDir dir;
  const auto entry = [](std::uint64_t page, std::uint64_t pages, std::uint64_t flags) {
    return criu_message({{1, page * 4096}, {2, pages}, {4, flags}});
  };
  dir.write("parent/pages-1.img", kA + kA + kB);
  dir.write("parent/pagemap-9.img", kCriuMagics + criu_message({{1, 1}}) + entry(16, 2, 4) + entry(32, 1, 4));
  dir.write("pages-2.img", kC);
  const std::string file = dir.write("pagemap-9.img", kCriuMagics + criu_message({{1, 2}}) + entry(16, 1, 1) +
                                                          entry(17, 1, 4) + entry(32, 1, 1) + entry(40, 3, 2));
  CHECK(pages_of(file) == ImagePages{{16, kA}, {17, kC}, {32, kB}});
  dir.write("pagemap-9.img", kCriuMagics + criu_message({{1, 2}}) + criu_message({{1, 0x10000}, {2, 1}}));
  CHECK(pages_of(file) == ImagePages{{16, kC}});  // older versions have no flags
  dir.write("pagemap-9.img", kCriuMagics + criu_message({{1, 2}}) + entry(18, 1, 1));
  CHECK_THROWS_WITH(pages_of(file), contains_text("the parent lacks pages"));
}
