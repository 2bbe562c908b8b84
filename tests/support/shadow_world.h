#pragma once
// A host, a scanner, and a plain list of what every page holds that knows no sharing. Random writes, discards, kills
// and batches go to both; the host's memory must agree with the list, and the scanner's counters with each other.
#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ksmsim/base/plugin.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

class ShadowWorld {
 public:
  /// A random number from the first to before the second.
  using Draw = std::function<std::uint32_t(std::uint32_t, std::uint32_t)>;

  ShadowWorld(const std::string& scanner, const KernelTraits& kernel, Draw draw)
      : draw_(std::move(draw)), host_(1, kernel.host_traits(true)), scanner_(Registry<DedupScanner>::make(scanner)) {
    for (std::uint32_t vm = 0; vm < kVms; ++vm) {
      std::vector<Content> contents;
      for (std::uint32_t i = 0; i < kPages; ++i) contents.push_back(any_content());
      host_.add_region(host_.add_vm("vm" + std::to_string(vm)), contents, false);
      std::copy(contents.begin(), contents.end(), shadow_.begin() + vm * kPages);
    }
    scanner_->start(host_, kernel.version);
    for (std::uint32_t vm = 0; vm < kVms; ++vm) {
      host_.start_vm(VmId(vm));
      scanner_->register_vm(VmId(vm));
    }
    // A kernel without the knob refuses it.
    for (const char* knob : {"use_zero_pages", "smart_scan"}) scanner_->set(knob, std::to_string(draw_(0, 2)));
    set("max_page_sharing", draw_(2, 6));
    set("pages_to_scan", draw_(1, 40));
  }

  void step() {
    const std::uint32_t first = draw_(0, kVms * kPages);
    const std::uint32_t end = std::min((first / kPages + 1) * kPages, first + draw_(1, 6));
    switch (draw_(0, 12)) {
      case 0:
        return discard(first, end);
      case 1:
        return host_.unmergeable(PageIndex(first), end - first);
      case 2:
        return mergeable(first, end);
      case 3:
        return draw_(0, 8) == 0 ? kill(first / kPages) : batch();
      case 4:
        set("run", 2);
        return set("run", 1);
      case 5:
      case 6:
        return write(first, end);
      default:
        batch();
    }
  }

  /// What is not as it must be; empty if all is.
  std::string what_is_wrong() {
    for (std::uint32_t p = 0; p < kVms * kPages; ++p) {
      const PageState state = host_.page(PageIndex(p)).state;
      const bool present = state != PageState::absent && state != PageState::unmapped;
      if (present != shadow_[p].has_value()) return "page " + std::to_string(p) + " is there or not";
      if (present && host_.content(PageIndex(p)) != *shadow_[p]) return "content of page " + std::to_string(p);
    }
    if (!mappings_agree()) return "a frame's mappings are not the pages that map it";
    return counters_agree() ? "" : "pages_shared, _sharing, _unshared and _volatile are not all items";
  }

 private:
  static constexpr std::uint32_t kVms = 3, kPages = 24;

  Content any_content() {
    const std::uint64_t value = draw_(0, 6);
    switch (draw_(0, 5)) {
      case 0:
        return {};
      case 1:
        return Content::make(ContentKind::fill, value);
      case 2:
        return Content::make(ContentKind::last_word, value);
      case 3:
        return Content::make(ContentKind::first_word, value);
      default:
        return Content::make(ContentKind::random, value + 1);
    }
  }
  bool mappings_agree() const {
    std::vector<std::uint32_t> mapped;  // by frame
    std::uint64_t zero = 0;
    for (std::uint32_t p = 0; p < kVms * kPages; ++p) {
      const Page& page = host_.page(PageIndex(p));
      if (page.state == PageState::ksm) {
        mapped.resize(std::max<std::size_t>(mapped.size(), page.link + std::size_t{1}));
        ++mapped[page.link];
      }
      if (page.state == PageState::ksm_zero) ++zero;
    }
    for (std::uint32_t frame = 0; frame < mapped.size(); ++frame) {
      if (mapped[frame] != 0 && host_.mappings(FrameId(frame)) != mapped[frame]) return false;
    }
    return host_.ksm_zero_pages() == zero;
  }
  bool counters_agree() const {
    std::uint64_t items = 0;
    for (std::uint32_t vm = 0; vm < kVms; ++vm) items += scanner_->process_counters(VmId(vm)).rmap_items;
    const KsmCounters c = scanner_->counters();
    const bool sharing_something = c.pages_sharing == 0 || c.pages_shared != 0;
    return sharing_something && c.pages_shared + c.pages_sharing + c.pages_unshared + c.pages_volatile == items;
  }

  void set(const std::string& name, std::uint32_t value) {
    if (scanner_->set(name, std::to_string(value)) != 0) throw std::logic_error(name + " is refused");
  }
  void write(std::uint32_t first, std::uint32_t end) {
    const Content c = any_content();
    for (std::uint32_t p = first; p < end; ++p) {
      host_.write(PageIndex(p), c);
      if (host_.alive(VmId(p / kPages))) shadow_[p] = c;
    }
  }
  void discard(std::uint32_t first, std::uint32_t end) {
    host_.discard(PageIndex(first), end - first);
    std::fill(shadow_.begin() + first, shadow_.begin() + end, std::nullopt);
  }
  void mergeable(std::uint32_t first, std::uint32_t end) {
    if (!host_.alive(VmId(first / kPages))) return;
    host_.mergeable(PageIndex(first), end - first);
    scanner_->register_vm(VmId(first / kPages));
  }
  void kill(std::uint32_t vm) {
    if (!host_.alive(VmId(vm))) return;
    scanner_->vm_exits(VmId(vm));
    host_.exit_vm(VmId(vm));
    std::fill_n(shadow_.begin() + vm * kPages, kPages, std::nullopt);
  }
  void batch() {
    now_ = now_ + milliseconds(draw_(1, 3000));
    host_.advance(now_);
    scanner_->scan_batch(nullptr);
  }

  Draw draw_;
  Host host_;
  std::unique_ptr<DedupScanner> scanner_;
  SimTime now_;
  std::array<std::optional<Content>, kVms * kPages> shadow_;
};

}  // namespace ksmsim
