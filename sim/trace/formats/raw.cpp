// Guest memory as it is, page 0 first: QMP pmemsave, a memory-backend-file, dd. Nothing in it tells what it is, so it
// has to be named. Zero pages in it may have been never touched; they count as present.
#include "ksmsim/base/plugin.h"
#include "ksmsim/trace/memory_image.h"

namespace ksmsim {
namespace {

class Raw final : public ImageFormat {
 public:
  bool recognises(const InputFile&) const override { return false; }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions&) const override {
    if (file->size() == 0) throw TraceError(file->path() + ": offset 0: the file is empty");
    if (file->size() % kPageSize != 0) {
      file->fail(file->size() / kPageSize * kPageSize, "the file ends within a page");
    }
    std::vector<ImageRun> runs{{0, file->size() / kPageSize, ImageRun::Kind::bytes, 0}};
    return plain_image(std::move(file), std::move(runs));
  }
};

const Register<ImageFormat, Raw> registered{"raw", "memory as it is, page 0 first; has to be named"};

}  // namespace
}  // namespace ksmsim
