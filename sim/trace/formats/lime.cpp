// LiME's format, version 1, also written by avml --uncompressed: records of a range of memory and its bytes. Between
// the records is what is no memory, and with avml also blocks of zeros.
#include "../image_runs.h"
#include "../lime_record.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr std::string_view kMagic = "EMiL";

class Lime final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override { return file.matches(0, kMagic) || file.matches(0, "LiME"); }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    if (file->matches(0, "LiME")) file->fail(0, "a big-endian LiME file, and only little-endian ones are read");
    std::vector<ImageRun> runs;
    for (Cursor in(*file); !in.at_end();) {
      const LimeRecord record = read_lime_record(in, kMagic, 1);
      runs.push_back(whole_pages(record.begin, record.bytes, in.offset()));
      in.skip(record.bytes);
    }
    order_runs(*file, runs);
    if (options.gaps_are_zero) fill_gaps(*file, runs);
    return plain_image(std::move(file), std::move(runs));
  }
};

const Register<ImageFormat, Lime> registered{"lime", "LiME, the Linux memory extractor"};

}  // namespace
}  // namespace ksmsim
