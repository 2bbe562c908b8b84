#pragma once
// One small image of each format: those of tests/data/images, which real tools wrote, and some put together by hand.
#include <filesystem>
#include <string>
#include <vector>

#include "image_files.h"
#include "temp_dir.h"

namespace ksmsim {

struct ImageSample {
  std::string name;    ///< of the image's file
  std::string format;  ///< to be named; empty: recognised
  std::string bytes;
  std::vector<std::pair<std::string, std::string>> beside = {};  ///< files that belong to it
};

inline std::vector<ImageSample> image_samples() {
  const std::string a = page_of('a'), b = page_of('b'), c = page_of('c');
  const std::string page = stream_page("pc.ram", 4096, a) + stream_fill(8192, '\0');
  const std::string stream = stream_head("pc-q35-7.2", {{"pc.ram", 1 << 20}}) + stream_part(2, page) +
                             stream_part(3, stream_page("pc.ram", 4096, b));
  const std::string dump = kdump({{1, by_zlib(a), 1}, {2, by_snappy(b), 4}, {4, by_zstd(c), 32}, {5, c, 0}}, {7});
  const std::string state =
      R"({"snapshots":{"memory-manager":{"snapshot_data":{"state":"{\"memory_ranges\":{\"data\":[)"
      R"({\"gpa\":4096,\"length\":8192}]}}"}}}})";
  const std::string tags = vmware_tag("regionsCount", 1) + vmware_tag("regionPPN", 0, 3) +
                           vmware_tag("regionPageNum", 0, 1) + vmware_tag("regionSize", 0, 2);
  const auto entry = [](std::uint64_t at, std::uint64_t flags) { return criu_message({{1, at}, {2, 1}, {4, flags}}); };
  const std::string own = kCriuMagics + criu_message({{1, 1}}) + entry(4096, 4) + entry(8192, 1);
  const std::string parent = kCriuMagics + criu_message({{1, 1}}) + entry(8192, 4);
  return {
      {"raw", "raw", a + b},
      {"guest.elf", "", elf_core({{1, 0, 4096, a + b}, {1, 0, 16384, c}})},
      {"core", "", elf_core({{4, 0, 0, mapped_files_note({{8192, 12288}})}, {1, 4096, 0, a + b + c}})},
      {"xen", "", xen_core({7, 3}, a + b)},
      {"kdump", "", dump},
      {"flat", "", flattened({{0, dump.substr(0, 9000)}, {9000, dump.substr(9000)}, {20000, "again"}})},
      {"stream", "", stream},
      {"saved", "", libvirt_save(0, stream)},
      {"saved.zst", "", libvirt_save(5, by_zstd(stream))},
      {"lime", "", lime_header("EMiL", 1, 4096, 8192) + a + b + lime_header("EMiL", 1, 1 << 20, 4096) + c},
      {"avml", "", avml_record(4096, a + b) + avml_record(1 << 20, c)},
      {"firecracker", "firecracker", a + b},
      {"memory-ranges", "", a + b, {{"state.json", state}}},
      {"vm.vmem", "", a + b + c, {{"vm.vmss", vmware_state(tags)}}},
      {"vm.vmss", "", vmware_state(tags), {{"vm.vmem", a + b + c}}},
      {"pagemap-1.img", "", own, {{"pages-1.img", a}, {"parent/pagemap-1.img", parent}, {"parent/pages-1.img", b}}}};
}

/// Writes the sample, with `bytes` in place of its own, and what is beside it; returns its path.
inline std::string write_sample(const TempDir& dir, const ImageSample& sample, const std::string& bytes) {
  for (const auto& [name, text] : sample.beside) dir.write(name, text);
  return dir.write(sample.name, bytes);
}

}  // namespace ksmsim
