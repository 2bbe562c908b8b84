#include "ksmsim/trace/memory_image.h"

#include <algorithm>

#include "ksmsim/base/plugin.h"
#include "layered_image.h"

namespace ksmsim {
namespace {

class PlainImage final : public MemoryImage {
 public:
  PlainImage(std::shared_ptr<const InputFile> file, std::vector<ImageRun> runs) : file_(std::move(file)) {
    runs_ = std::move(runs);
  }
  void read(std::uint64_t where, std::span<std::byte> out) const override { file_->read(where, out); }

 private:
  std::shared_ptr<const InputFile> file_;
};

std::unique_ptr<ImageFormat> format_named(const std::string& name) {
  std::vector<std::string> known;
  for (const PluginInfo* format : catalogue_list(ImageFormat::kKind)) known.push_back(format->name);
  if (catalogue_find(ImageFormat::kKind, name) != nullptr) return Registry<ImageFormat>::make(name);
  const std::string nearest = nearest_word(name, known);
  throw UsageError("no format is named '" + name + "'" +
                   (nearest.empty() ? " (see ksmsim list formats)" : " (did you mean '" + nearest + "'?)"));
}

bool joins(const ImageRun& a, const ImageRun& b) {
  if (a.kind != b.kind || a.gfn + a.pages != b.gfn) return false;
  return a.kind != ImageRun::Kind::bytes || a.where + a.pages * kPageSize == b.where;
}

std::unique_ptr<MemoryImage> open_one(const std::string& path, const ImageOptions& options) {
  auto file = std::make_shared<const InputFile>(path);
  if (!options.format.empty()) return format_named(options.format)->open(std::move(file), options);
  for (const PluginInfo* format : catalogue_list(ImageFormat::kKind)) {
    const auto candidate = Registry<ImageFormat>::make(format->name);
    if (candidate->recognises(*file)) return candidate->open(std::move(file), options);
  }
  throw TraceError(path +
                   ": no memory image that is known (see ksmsim list formats); raw and firecracker are to be named");
}

}  // namespace

std::unique_ptr<MemoryImage> open_image(const std::string& path, const ImageOptions& options) {
  if (!options.base) return open_one(path, options);
  ImageOptions upper_options = options;
  upper_options.gaps_are_zero = false;
  auto upper = open_one(path, upper_options);
  return layered_image(std::move(upper), open_one(*options.base, {options.format, {}, options.gaps_are_zero}));
}

void order_runs(const InputFile& file, std::vector<ImageRun>& runs) {
  std::sort(runs.begin(), runs.end(), [](const ImageRun& a, const ImageRun& b) { return a.gfn < b.gfn; });
  std::vector<ImageRun> joined;
  for (const ImageRun& run : runs) {
    if (run.pages == 0) continue;
    if (run.pages > kMostImagePages || run.gfn > kMostImagePages) {
      file.fail(run.where, "memory beyond 2^40 pages");
    }
    const ImageRun* last = joined.empty() ? nullptr : &joined.back();
    if (last != nullptr && last->gfn + last->pages > run.gfn) {
      file.fail(run.where, "page " + std::to_string(run.gfn) + " is there twice");
    }
    if (last != nullptr && joins(*last, run)) {
      joined.back().pages += run.pages;
    } else {
      joined.push_back(run);
    }
  }
  runs = std::move(joined);
}

std::unique_ptr<MemoryImage> plain_image(std::shared_ptr<const InputFile> file, std::vector<ImageRun> runs) {
  order_runs(*file, runs);
  for (const ImageRun& run : runs) {
    if (run.kind == ImageRun::Kind::bytes && !file->has(run.where, run.pages * kPageSize)) {
      file->fail(run.where, "the file ends at " + std::to_string(file->size()) + " and lacks pages it should have");
    }
  }
  return std::make_unique<PlainImage>(std::move(file), std::move(runs));
}

}  // namespace ksmsim
