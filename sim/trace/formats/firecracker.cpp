// Firecracker's memory file: the guest's memory as it is, without the hole from 3 to 4 GiB. It has no magic and has to
// be named. A snapshot of type Diff has holes for pages that are unchanged: they are absent here, and
// ImageOptions::base gives the image that has them.
#include "../image_runs.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

/// Pages of which anything is stored.
std::vector<ImageRun> stored_runs(const InputFile& file) {
  std::vector<ImageRun> runs;
  for (std::uint64_t at = 0; at < file.size();) {
    const InputFile::Extent extent = file.next_data(at);
    const std::uint64_t begin = std::max(at, extent.begin / kPageSize * kPageSize);
    at = (extent.end + kPageSize - 1) / kPageSize * kPageSize;
    if (begin >= file.size()) break;
    for (const ImageRun& run : around_pc_hole(begin / kPageSize, (at - begin) / kPageSize)) append_pages(runs, run);
  }
  return runs;
}

class Firecracker final : public ImageFormat {
 public:
  bool recognises(const InputFile&) const override { return false; }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    if (file->size() == 0 || file->size() % kPageSize != 0) {
      file->fail(file->size() / kPageSize * kPageSize, "the file ends within a page");
    }
    if (options.base && file->packed()) file->fail(0, "packed, and with that the holes of a difference are lost");
    auto runs = options.gaps_are_zero ? around_pc_hole(0, file->size() / kPageSize) : stored_runs(*file);
    return plain_image(std::move(file), std::move(runs));
  }
};

const Register<ImageFormat, Firecracker> registered{"firecracker", "Firecracker's memory file; has to be named"};

}  // namespace
}  // namespace ksmsim
