// VMs cloned from one image: shares of pages that are zero, common to the image, repeated within the VM, and unique.
//
// How it works: the image says of each gfn of which kind it is, so that clones line up as real ones do. An image page
// holds what the same gfn holds in every VM of that image; a repeated page is one of (repeated pages / copies) contents
// of its VM; what is left is unique. A page also belongs to a class of change by a draw of its own: static, slow or
// fast (content_model.h).
//
// The same model under the names of published calibrations has their shares as defaults.
#include <string>

#include "ksmsim/base/plugin.h"
#include "ksmsim/content/content_model.h"

namespace ksmsim {
namespace {

/// A share as a threshold for a 64-bit draw.
std::uint64_t threshold(double share) {
  return share >= 1 ? ~std::uint64_t{0} : static_cast<std::uint64_t>(share * 0x1p64);
}

class LinuxClone final : public ContentModel {
 public:
  explicit LinuxClone(const Params& params);
  void initial(const VmContext& vm, std::uint64_t first_gfn, std::vector<InitialPage>& pages) const override;
  const std::vector<ChangeClass>& classes() const override { return classes_; }

 private:
  std::string image_;
  double repeated_;
  std::uint64_t copies_;
  std::uint64_t zero_below_, image_below_, repeated_below_;  // thresholds of the kind's draw
  std::uint64_t slow_below_, fast_below_;                    // thresholds of the class's draw
  std::vector<ChangeClass> classes_;
};

LinuxClone::LinuxClone(const Params& params)
    : image_(params.get<std::string>("image_name")),
      repeated_(params.get<Share>("repeated").value),
      copies_(params.get<std::uint64_t>("copies")) {
  const double zero = params.get<Share>("zero").value, image = params.get<Share>("image").value;
  const double slow = params.get<Share>("slow.share").value, fast = params.get<Share>("fast.share").value;
  if (zero + image + repeated_ > 1 + 1e-9) throw UsageError("zero, image and repeated are more than the whole");
  if (slow + fast > 1 + 1e-9) throw UsageError("slow.share and fast.share are more than the whole");
  if (copies_ < 2) throw UsageError("copies: expected at least 2: a repeated page is there twice or more");
  zero_below_ = threshold(zero);
  image_below_ = threshold(zero + image);
  repeated_below_ = threshold(zero + image + repeated_);
  slow_below_ = threshold(slow);
  fast_below_ = threshold(slow + fast);
  classes_ = {{"slow", params.get<Duration>("slow.period")}, {"fast", params.get<Duration>("fast.period")}};
  for (const ChangeClass& c : classes_) {
    if (c.period.ns <= 0) throw UsageError(c.name + ".period: expected more than 0");
  }
}

void LinuxClone::initial(const VmContext& vm, std::uint64_t first_gfn, std::vector<InitialPage>& pages) const {
  const std::string own = "vm/" + std::to_string(vm.vm.value);
  const RandomStream kinds(vm.seed, "image/" + image_ + "/kinds"), which(vm.seed, own + "/which");
  const std::uint64_t image = RandomStream(vm.seed, "image/" + image_ + "/contents").word(0);
  const std::uint64_t repeated = RandomStream(vm.seed, own + "/repeated").word(0);
  const RandomStream classes(vm.seed, own + "/classes");
  const double pool = repeated_ * static_cast<double>(vm.pages) / static_cast<double>(copies_);
  const auto repeated_contents = static_cast<std::uint64_t>(pool < 1 ? 1 : pool);
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::uint64_t gfn = first_gfn + i, kind = kinds.word(gfn);
    InitialPage& page = pages[i];
    page = {};
    if (kind >= repeated_below_) {
      page.content = owned_content(vm.seed, PageIndex(static_cast<std::uint32_t>(vm.first_page.value + gfn)), 0);
    } else if (kind >= image_below_) {
      page.content = Content::make(ContentKind::shared, repeated + which.below(gfn, repeated_contents));
    } else if (kind >= zero_below_) {
      page.content = Content::make(ContentKind::shared, image + gfn);
    }
    if (fast_below_ == 0) continue;
    const std::uint64_t change = classes.word(gfn);
    if (change < fast_below_) page.change_class = change < slow_below_ ? 1 : 2;
  }
}

std::vector<ParamSpec> parameters(const char* zero, const char* image, const char* repeated, const char* copies) {
  return {
      {"zero", ParamType::share, zero, "Share of the pages that hold zeros."},
      {"image", ParamType::share, image, "Share that holds what the same page of the image's other VMs holds."},
      {"repeated", ParamType::share, repeated, "Share whose content is there several times within the VM."},
      {"copies", ParamType::integer, copies, "How often a repeated content is there, on average."},
      {"image_name", ParamType::text, "default", "VMs of one image name are clones of each other."},
      {"slow.share", ParamType::share, "0%", "Share of the pages that change slowly."},
      {"slow.period", ParamType::duration, "1h", "A slow page changes once in this time, at its own moment."},
      {"fast.share", ParamType::share, "0%", "Share of the pages that change fast."},
      {"fast.period", ParamType::duration, "10s", "A fast page changes once in this time, at its own moment."},
  };
}

const Register<ContentModel, LinuxClone> plain{"linux-clone", "VMs cloned from one image, with shares of your own",
                                               parameters("10%", "40%", "5%", "4")};

// 65,536 pages each: zero 42,365; distinct non-zero 15,412; further copies within the guest 7,759. Both together hold
// 23,415 distinct non-zero contents, so 2 * 15,412 - 23,415 = 7,409 are common to both. `copies` is our choice: with 8,
// a share of 13.5 % repeated pages has 11.8 % further copies.
const Register<ContentModel, LinuxClone> idle{
    "debian-12-idle", "linux-clone as two idle Debian 12 guests of 256 MiB were measured (all memory touched)",
    parameters("64.6%", "11.3%", "13.5%", "8")};

// The 138,394 present pages of four guests of 512 MiB (idle, nginx, Redis, SQLite): zero 14.5 %; a content that another
// guest has too 42.8 %; repeated within one guest only 0.4 %.
const Register<ContentModel, LinuxClone> roles{
    "debian-12-roles",
    "linux-clone as four Debian 12 guests (idle, nginx, Redis, SQLite) were measured (present pages)",
    parameters("14.5%", "42.8%", "0.4%", "5")};

}  // namespace
}  // namespace ksmsim
