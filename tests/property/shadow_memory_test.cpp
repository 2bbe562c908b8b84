// Deduplication must be invisible to the guests. A plain map of what every page holds, without any sharing, goes along
// with random writes, discards, kills and batches; the host's memory must agree with it at all times, for every
// scanner.
#include <rapidcheck.h>

#include <map>

#include "catch.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"

using namespace ksmsim;

namespace {

constexpr std::uint32_t kVms = 3, kPages = 24;

Content any_content() {
  const auto kind = *rc::gen::inRange(0, 5);
  const auto value = static_cast<std::uint64_t>(*rc::gen::inRange(0, 6));
  switch (kind) {
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

class World {
 public:
  World(const std::string& scanner, const KernelTraits& kernel)
      : host_(1, kernel.host_traits(true)), scanner_(Registry<DedupScanner>::make(scanner)) {
    for (std::uint32_t vm = 0; vm < kVms; ++vm) {
      const VmId id = host_.add_vm("vm" + std::to_string(vm));
      std::vector<Content> contents;
      for (std::uint32_t i = 0; i < kPages; ++i) {
        contents.push_back(any_content());
        shadow_[vm * kPages + i] = contents.back();
      }
      host_.add_region(id, contents, false);
    }
    scanner_->start(host_, kernel.version);
    for (std::uint32_t vm = 0; vm < kVms; ++vm) {
      host_.start_vm(VmId(vm));
      scanner_->register_vm(VmId(vm));
    }
    for (const char* knob : {"use_zero_pages", "smart_scan"}) {
      scanner_->set(knob, std::to_string(*rc::gen::inRange(0, 2)));  // a kernel without the knob refuses it
    }
    RC_ASSERT(scanner_->set("max_page_sharing", std::to_string(*rc::gen::inRange(2, 6))) == 0);
    RC_ASSERT(scanner_->set("pages_to_scan", std::to_string(*rc::gen::inRange(1, 40))) == 0);
  }

  void step() {
    const std::uint32_t first = static_cast<std::uint32_t>(*rc::gen::inRange(0, static_cast<int>(kVms * kPages)));
    const std::uint32_t last_of_vm = (first / kPages + 1) * kPages;
    const std::uint32_t end = std::min(last_of_vm, first + static_cast<std::uint32_t>(*rc::gen::inRange(1, 6)));
    switch (*rc::gen::inRange(0, 12)) {
      case 0:
        return discard(first, end);
      case 1:
        host_.unmergeable(PageIndex(first), end - first);
        return;
      case 2:
        return mergeable(first, end);
      case 3:
        return kill(first / kPages);
      case 4:
        RC_ASSERT(scanner_->set("run", "2") == 0);
        RC_ASSERT(scanner_->set("run", "1") == 0);
        return;
      case 5:
      case 6:
        return write(first, end);
      default:
        batch();
    }
  }

  void check() {
    for (std::uint32_t p = 0; p < kVms * kPages; ++p) {
      const PageState state = host_.page(PageIndex(p)).state;
      const bool present = state != PageState::absent && state != PageState::unmapped;
      RC_ASSERT(present == (shadow_.count(p) != 0));
      if (present) RC_ASSERT(host_.content(PageIndex(p)) == shadow_[p]);
    }
    check_mappings();
    const KsmCounters c = scanner_->counters();
    RC_ASSERT(c.pages_sharing == 0 || c.pages_shared != 0);
  }

 private:
  /// A frame's mappings are the pages that map it.
  void check_mappings() {
    std::map<std::uint32_t, std::uint32_t> mapped;
    std::uint64_t zero = 0;
    for (std::uint32_t p = 0; p < kVms * kPages; ++p) {
      const Page& page = host_.page(PageIndex(p));
      if (page.state == PageState::ksm) ++mapped[page.link];
      if (page.state == PageState::ksm_zero) ++zero;
    }
    for (const auto& [frame, count] : mapped) RC_ASSERT(host_.mappings(FrameId(frame)) == count);
    RC_ASSERT(host_.ksm_zero_pages() == zero);
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
    for (std::uint32_t p = first; p < end; ++p) shadow_.erase(p);
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
    for (std::uint32_t p = vm * kPages; p < (vm + 1) * kPages; ++p) shadow_.erase(p);
  }
  void batch() {
    now_ = now_ + milliseconds(*rc::gen::inRange(1, 3000));
    host_.advance(now_);
    scanner_->scan_batch(nullptr);
  }

  Host host_;
  std::unique_ptr<DedupScanner> scanner_;
  SimTime now_;
  std::map<std::uint32_t, Content> shadow_;
};

}  // namespace

TEST_CASE("merging is invisible: memory is what a host without sharing would hold") {
  for (const PluginInfo* info : catalogue_list("scanner")) {
    for (const KernelTraits& kernel : kernel_versions()) {
      CAPTURE(info->name, kernel.version);
      CHECK(rc::check("shadow memory, " + info->name + ", Linux " + kernel.version, [&] {
        World world(info->name, kernel);
        const int steps = *rc::gen::inRange(10, 120);
        for (int i = 0; i < steps; ++i) {
          world.step();
          world.check();
        }
      }));
    }
  }
}
