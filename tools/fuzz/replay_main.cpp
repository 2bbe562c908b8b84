// Feeds files to a fuzz target, for compilers without libFuzzer: replay FILE-OR-DIRECTORY...
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return {path};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& file : files_of(argv[i])) {
      std::cout << file.string() << std::endl;  // flushed: the last line names a file that crashes
      std::ifstream in(file, std::ios::binary);
      if (!in) return 1;
      const std::vector<char> text((std::istreambuf_iterator<char>(in)), {});
      const std::vector<std::uint8_t> bytes(text.begin(), text.end());
      LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
      ++count;
    }
  }
  return count == 0 ? 1 : 0;  // an empty corpus tests nothing
}
