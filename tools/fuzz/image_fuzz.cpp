// Any bytes are a memory image or a TraceError, never a crash. The first line names the format by which the rest is
// read; if there is none of that name, it is told by content. Formats that have files beside theirs find the second
// half of the bytes there.
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "ksmsim/base/plugin.h"
#include "ksmsim/trace/memory_image.h"

using namespace ksmsim;

namespace {

constexpr std::uint64_t kMostRead = 64;  // pages of a run

/// A folder for the files of one process.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("ksmsim-fuzz-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string write(const std::string& name, std::string_view bytes) const {
    std::ofstream(path_ / name, std::ios::binary) << bytes;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

void read_some(const MemoryImage& image) {
  std::uint64_t end = 0;
  std::vector<std::byte> bytes;
  std::size_t runs = 0;
  for (const ImageRun& run : image.runs()) {
    if (run.gfn < end || run.pages == 0 || run.gfn + run.pages > 4 * kMostImagePages) std::abort();
    end = run.gfn + run.pages;
    if (run.kind != ImageRun::Kind::bytes || ++runs > 100) continue;
    bytes.resize(std::min(run.pages, kMostRead) * kPageSize);
    image.read(run.where, bytes);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const std::size_t line = all.find('\n');
  if (line == std::string_view::npos) return 0;
  std::string format(all.substr(0, line));
  if (catalogue_find(ImageFormat::kKind, format) == nullptr) format.clear();
  const std::string_view bytes = all.substr(line + 1);
  const bool two_files = format == "cloud-hypervisor" || format == "vmware" || format == "criu";
  const std::string_view image = bytes.substr(0, two_files ? bytes.size() / 2 : bytes.size());
  const std::string path = folder.write("memory.vmem", image);
  for (const char* name : {"state.json", "memory.vmss", "pages-1.img"}) folder.write(name, bytes.substr(image.size()));
  for (const bool zero : {false, true}) {
    try {
      read_some(*open_image(path, {format, {}, zero}));
    } catch (const TraceError&) {
      continue;
    }
  }
  return 0;
}
