// Xen's `xl dump-core`: ELF without segments. Section .xen_pages has the pages, in the order of .xen_pfn (numbers of
// pages; guests with own page tables in hardware) or .xen_p2m (pairs of a guest's and the machine's; paravirtual
// guests).
#include "../cursor.h"
#include "../elf64.h"
#include "../image_runs.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kNoPage = ~std::uint64_t{0};

std::vector<ImageRun> runs_of(const InputFile& file) {
  const ElfFile elf = read_elf(file);
  const ElfSection* pages = find_section(file, elf, ".xen_pages");
  if (pages == nullptr) file.fail(56, "an ELF file without segments, and without Xen's section .xen_pages");
  const ElfSection* pfns = find_section(file, elf, ".xen_pfn");
  const ElfSection* p2m = pfns == nullptr ? find_section(file, elf, ".xen_p2m") : nullptr;
  if (pfns == nullptr && p2m == nullptr)
    file.fail(pages->header, "pages, and neither .xen_pfn nor .xen_p2m for their numbers");
  const ElfSection& numbers = pfns != nullptr ? *pfns : *p2m;
  const std::uint64_t entry = pfns != nullptr ? 8 : 16, count = numbers.size / entry;
  if (!file.has(numbers.offset, numbers.size) || !file.has(pages->offset, pages->size) ||
      count > pages->size / kPageSize) {
    file.fail(numbers.header, "a table of " + std::to_string(count) + " pages, or the pages, are not in the file");
  }
  std::vector<ImageRun> runs;
  Cursor in(file, numbers.offset);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto gfn = in.little<std::uint64_t>();
    in.skip(entry - 8);
    if (gfn != kNoPage) append_pages(runs, {gfn, 1, ImageRun::Kind::bytes, pages->offset + i * kPageSize});
  }
  return runs;
}

class Xen final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override { return is_elf(file) && !has_segments(file); }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    std::vector<ImageRun> runs = runs_of(*file);
    order_runs(*file, runs);
    if (options.gaps_are_zero) fill_gaps(*file, runs);
    return plain_image(std::move(file), std::move(runs));
  }
};

const Register<ImageFormat, Xen> registered{"xen", "Xen's xl dump-core"};

}  // namespace
}  // namespace ksmsim
