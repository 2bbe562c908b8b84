#include "layered_image.h"

#include <algorithm>

#include "image_runs.h"

namespace ksmsim {
namespace {

/// Its `where` counts bytes over all runs of both layers, one after the other.
class LayeredImage final : public MemoryImage {
 public:
  LayeredImage(std::unique_ptr<MemoryImage> upper, std::unique_ptr<MemoryImage> lower,
               const std::vector<ImageRun>& lower_runs)
      : upper_(std::move(upper)), lower_(std::move(lower)) {
    for (const ImageRun& run : upper_->runs()) add(run, *upper_);
    for (const ImageRun& run : lower_runs) add(run, *lower_);
    std::sort(runs_.begin(), runs_.end(), [](const ImageRun& a, const ImageRun& b) { return a.gfn < b.gfn; });
  }

  void read(std::uint64_t where, std::span<std::byte> out) const override {
    while (!out.empty()) {
      const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), where,
                                          [](std::uint64_t at, const Piece& piece) { return at < piece.begin; });
      if (after == pieces_.begin() || where >= std::prev(after)->end) throw TraceError("read beyond an image's runs");
      const Piece& piece = *std::prev(after);
      const std::size_t bytes = std::min<std::uint64_t>(out.size(), piece.end - where);
      piece.layer->read(piece.where + (where - piece.begin), out.first(bytes));
      out = out.subspan(bytes);
      where += bytes;
    }
  }

 private:
  struct Piece {
    std::uint64_t begin, end;
    const MemoryImage* layer;
    std::uint64_t where;
  };

  void add(ImageRun run, const MemoryImage& layer) {
    if (run.kind == ImageRun::Kind::bytes) {
      const std::uint64_t begin = pieces_.empty() ? 0 : pieces_.back().end;
      pieces_.push_back({begin, begin + run.pages * kPageSize, &layer, run.where});
      run.where = begin;
    }
    runs_.push_back(run);
  }

  std::unique_ptr<MemoryImage> upper_, lower_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::unique_ptr<MemoryImage> layered_image(std::unique_ptr<MemoryImage> upper, std::unique_ptr<MemoryImage> lower,
                                           const std::vector<ImageRun>& lower_runs) {
  return std::make_unique<LayeredImage>(std::move(upper), std::move(lower), lower_runs);
}

std::unique_ptr<MemoryImage> layered_image(std::unique_ptr<MemoryImage> upper, std::unique_ptr<MemoryImage> lower) {
  std::vector<GfnRange> covered;
  for (const ImageRun& run : upper->runs()) covered.push_back({run.gfn, run.gfn + run.pages});
  const std::vector<ImageRun> shown = without(lower->runs(), covered);
  return layered_image(std::move(upper), std::move(lower), shown);
}

}  // namespace ksmsim
