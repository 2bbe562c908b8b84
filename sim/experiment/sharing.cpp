// One walk over the host's pages: what is remembered of it is by VM and frame, not by page.
#include "ksmsim/experiment/sharing.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "ksmsim/content/content_index.h"
#include "vm_sets.h"

namespace ksmsim {
namespace {

using What = SharedContents::What;
constexpr std::size_t kWhats = 5;
constexpr std::uint32_t kNone = 0xffffffff;

What what_of(Content c) {
  if (c.is_zero()) return What::zeros;
  switch (c.kind()) {
    case ContentKind::fill:
    case ContentKind::first_word:
    case ContentKind::last_word:
      return What::pattern;
    case ContentKind::shared:
      return What::image;
    case ContentKind::imported:
      return What::captured;
    default:
      return What::other;
  }
}

/// Numbers contents in the order in which they are met.
class ContentNumbers {
 public:
  explicit ContentNumbers(const Host& host) : host_(host) {}
  std::uint32_t of_frame(std::uint32_t frame) {
    if (frame >= of_frame_.size()) of_frame_.resize(std::max<std::size_t>(frame + 1, of_frame_.size() * 2), kNone);
    std::uint32_t& number = of_frame_[frame];
    if (number == kNone) number = of(host_.frame_content(FrameId(frame)));
    return number;
  }
  std::uint32_t of(Content c) {
    std::uint32_t number = index_.find(c, [this](std::uint32_t n) { return contents_[n]; });
    if (number != ContentIndex::kNone) return number;
    number = static_cast<std::uint32_t>(contents_.size());
    index_.insert(c, number);
    contents_.push_back(c);
    return number;
  }
  const std::vector<Content>& contents() const { return contents_; }

 private:
  const Host& host_;
  std::vector<std::uint32_t> of_frame_;
  std::vector<Content> contents_;
  ContentIndex index_;
};

/// What one VM maps, a frame at a time.
class MappedFrames {
 public:
  struct Frame {
    std::uint32_t number, pages;
  };
  /// The VM's frames in the order in which its pages come to them, and how many pages each has.
  std::vector<Frame> of_vm(const Host& host, VmId vm) {
    const std::uint32_t first = host.first_page(vm).value, end = first + host.page_count(vm);
    std::vector<Frame> frames;
    counts_.front() = {vm.value, 0};
    for (std::uint32_t n = first; n < end; ++n) {
      const Page& page = host.page(PageIndex(n));
      const std::size_t place = page.state == PageState::ksm ? std::size_t{page.link} + 1 : 0;  // 0: no frame of KSM's
      if (place >= counts_.size()) counts_.resize(std::max(place + 1, counts_.size() * 2));
      Count& count = counts_[place];
      if (count.vm != vm.value) {
        count = {vm.value, 0};
        frames.push_back({page.link, 0});
      }
      ++count.pages;
    }
    for (Frame& frame : frames) frame.pages = counts_[std::size_t{frame.number} + 1].pages;
    return frames;
  }

 private:
  struct Count {
    std::uint32_t vm = kNone, pages = 0;
  };
  std::vector<Count> counts_{Count{}};
};

class SharingGroups {
 public:
  explicit SharingGroups(const Host& host) : host_(host), numbers_(host) {}
  std::vector<SharedContents> take(std::size_t max_holders) {
    find_holders();
    group_contents();
    keep_largest(max_holders);
    count_pages();
    return std::move(kept_);
  }

 private:
  struct Held {
    std::uint32_t content, pages;
  };
  struct Group {
    What what;
    std::uint32_t holders;
    std::uint64_t contents = 0;
    std::uint64_t pairs() const { return contents * holders; }
  };

  void find_holders() {
    MappedFrames mapped;
    for (std::uint32_t i = 0; i < host_.vm_count(); ++i) {
      if (!host_.alive(VmId(i))) continue;
      const auto vm = static_cast<std::uint32_t>(held_.size());
      std::vector<Held>& held = held_.emplace_back();
      for (const auto& [frame, pages] : mapped.of_vm(host_, VmId(i))) held.push_back({numbers_.of_frame(frame), pages});
      const std::uint32_t zero_pages = zero_pages_of(VmId(i));
      if (zero_pages != 0) held.push_back({numbers_.of(Content()), zero_pages});
      of_content_.resize(numbers_.contents().size(), VmSets::kEmpty);
      for (const Held& h : held) of_content_[h.content] = sets_.with(of_content_[h.content], vm);
    }
  }

  std::uint32_t zero_pages_of(VmId vm) const {
    if (host_.ksm_zero_pages() == 0) return 0;
    std::uint32_t pages = 0;
    const std::uint32_t first = host_.first_page(vm).value, end = first + host_.page_count(vm);
    for (std::uint32_t n = first; n < end; ++n) pages += host_.page(PageIndex(n)).state == PageState::ksm_zero;
    return pages;
  }

  /// From now on of_content_ is the content's group in place of its set.
  void group_contents() {
    std::array<std::uint32_t, kWhats> none;
    none.fill(kNone);
    std::vector<std::array<std::uint32_t, kWhats>> group_of(sets_.count(), none);
    for (std::size_t n = 0; n < of_content_.size(); ++n) {
      const std::uint32_t set = of_content_[n];
      const What what = what_of(numbers_.contents()[n]);
      std::uint32_t& group = group_of[set][static_cast<std::size_t>(what)];
      if (group == kNone) {
        group = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back({what, sets_.members(set)});
      }
      ++groups_[group].contents;
      of_content_[n] = group;
    }
  }

  /// From now on of_content_ is a place in kept_.
  void keep_largest(std::size_t max_holders) {
    std::vector<std::uint32_t> order(groups_.size()), place(groups_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return groups_[a].pairs() > groups_[b].pairs(); });
    std::array<std::uint32_t, kWhats> folded;
    folded.fill(kNone);
    std::size_t holders = 0;
    for (const std::uint32_t n : order) {
      const Group& group = groups_[n];
      const bool fold = (holders += group.holders) > max_holders;
      std::uint32_t fresh = kNone;
      std::uint32_t& target = fold ? folded[static_cast<std::size_t>(group.what)] : fresh;
      if (target == kNone) {
        target = static_cast<std::uint32_t>(kept_.size());
        kept_.push_back({group.what, 0, {}});
      }
      place[n] = target;
      kept_[target].contents += group.contents;
    }
    for (std::uint32_t& group : of_content_) group = place[group];
  }

  void count_pages() {
    std::vector<std::uint64_t> pages(kept_.size());
    std::vector<std::uint32_t> met;
    for (std::uint32_t vm = 0; vm < held_.size(); ++vm) {
      for (const Held& h : held_[vm]) {
        const std::uint32_t group = of_content_[h.content];
        if (pages[group] == 0) met.push_back(group);
        pages[group] += h.pages;
      }
      for (const std::uint32_t group : met) kept_[group].holders.push_back({vm, std::exchange(pages[group], 0)});
      met.clear();
    }
  }

  const Host& host_;
  ContentNumbers numbers_;
  VmSets sets_;
  std::vector<std::vector<Held>> held_;  ///< by VM
  std::vector<std::uint32_t> of_content_;
  std::vector<Group> groups_;
  std::vector<SharedContents> kept_;
};

}  // namespace

std::vector<SharedContents> shared_contents(const Host& host, std::size_t max_holders) {
  return SharingGroups(host).take(max_holders);
}

}  // namespace ksmsim
