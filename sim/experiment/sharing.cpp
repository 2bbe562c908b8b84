// One walk over the host's pages: what is remembered of it is by VM and frame, not by page.
#include "ksmsim/experiment/sharing.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "vm_sets.h"

namespace ksmsim {
namespace {

using What = SharedContents::What;
constexpr std::size_t kWhats = 5;
constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::uint32_t kZeroPage = 0;  // where frames have numbers from 1 on

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

/// What the VMs map, by frame. A frame's number here is the host's and 1; what is no frame of KSM's is counted as 0.
class MappedFrames {
 public:
  struct Frame {
    std::uint32_t number, pages;
  };
  /// The VM's frames in the order in which its pages come to them. The loop has no branch on what a page is: it may be
  /// any kind, and wrong guesses would cost more than all the rest.
  std::vector<Frame> of_vm(const Host& host, VmId vm) {
    const std::uint32_t first = host.first_page(vm).value, end = first + host.page_count(vm);
    std::size_t met = 0;
    for (std::uint32_t n = first; n < end; ++n) {
      const Page& page = host.page(PageIndex(n));
      const std::size_t number = (std::size_t{page.link} + 1) * (page.state == PageState::ksm);
      if (number >= pages_.size()) pages_.resize(std::max(number + 1, pages_.size() * 2));
      if (met == met_.size()) met_.resize(met * 2);
      met_[met] = static_cast<std::uint32_t>(number);
      met += pages_[number]++ == 0;
    }
    std::vector<Frame> frames;
    frames.reserve(met);
    for (std::size_t i = 0; i < met; ++i) frames.push_back({met_[i], std::exchange(pages_[met_[i]], 0)});
    return frames;
  }
  /// One past the largest number.
  std::size_t numbers() const { return pages_.size(); }

 private:
  std::vector<std::uint32_t> pages_{std::vector<std::uint32_t>(1, 1)};  ///< of the VM in hand; 0 is never met first
  std::vector<std::uint32_t> met_{std::vector<std::uint32_t>(64)};
};

/// Which of many contents are equal. Most are there once, which a table of bits tells of nearly all of them.
class EqualContents {
 public:
  explicit EqualContents(std::size_t contents) {
    while (bits_ < contents * 16) bits_ *= 2;
    once_.resize(bits_);
    twice_.resize(bits_);
  }
  void meet(Content c) {
    const std::uint64_t bit = bit_of(c);
    if (once_[bit]) twice_[bit] = true;
    once_[bit] = true;
  }
  bool may_be_there_twice(Content c) const { return twice_[bit_of(c)]; }

 private:
  std::uint64_t bit_of(Content c) const { return mix64(c.raw()) & (bits_ - 1); }
  std::uint64_t bits_ = 64;
  std::vector<bool> once_, twice_;
};

class SharingGroups {
 public:
  explicit SharingGroups(const Host& host) : host_(host) {}
  std::vector<SharedContents> take(std::size_t max_holders) {
    find_frames();
    unite_equal_contents();
    find_holders();
    group_contents();
    keep_largest(max_holders);
    count_pages();
    return std::move(kept_);
  }

 private:
  using Held = MappedFrames::Frame;  ///< from unite_equal_contents() on a content is called by one of its frames
  struct Group {
    What what;
    std::uint32_t holders;
    std::uint64_t contents = 0;
    std::uint64_t pairs() const { return contents * holders; }
  };

  void find_frames() {
    MappedFrames mapped;
    for (std::uint32_t i = 0; i < host_.vm_count(); ++i) {
      if (!host_.alive(VmId(i))) continue;
      held_.push_back(mapped.of_vm(host_, VmId(i)));
      const std::uint32_t zero_pages = zero_pages_of(VmId(i));
      if (zero_pages != 0) held_.back().push_back({kZeroPage, zero_pages});
    }
    numbers_ = mapped.numbers();
  }

  std::uint32_t zero_pages_of(VmId vm) const {
    if (host_.ksm_zero_pages() == 0) return 0;
    std::uint32_t pages = 0;
    const std::uint32_t first = host_.first_page(vm).value, end = first + host_.page_count(vm);
    for (std::uint32_t n = first; n < end; ++n) pages += host_.page(PageIndex(n)).state == PageState::ksm_zero;
    return pages;
  }

  Content content_of(std::uint32_t number) const {
    return number == kZeroPage ? Content() : host_.frame_content(FrameId(number - 1));
  }

  void unite_equal_contents() {
    std::vector<std::uint32_t> same_as(numbers_, kNone), frames;
    for (const std::vector<Held>& held : held_) {
      for (const Held& h : held) {
        if (same_as[h.number] != kNone) continue;
        same_as[h.number] = h.number;
        frames.push_back(h.number);
      }
    }
    EqualContents equal(frames.size());
    for (const std::uint32_t frame : frames) equal.meet(content_of(frame));
    std::vector<std::pair<std::uint64_t, std::uint32_t>> likely;
    for (const std::uint32_t frame : frames) {
      if (equal.may_be_there_twice(content_of(frame))) likely.emplace_back(content_of(frame).raw(), frame);
    }
    std::sort(likely.begin(), likely.end());
    for (std::size_t i = 1; i < likely.size(); ++i) {
      if (likely[i].first == likely[i - 1].first) same_as[likely[i].second] = same_as[likely[i - 1].second];
    }
    for (std::vector<Held>& held : held_) {
      for (Held& h : held) h.number = same_as[h.number];
    }
  }

  void find_holders() {
    of_content_.resize(numbers_, VmSets::kEmpty);
    for (std::uint32_t vm = 0; vm < held_.size(); ++vm) {
      for (const Held& h : held_[vm]) of_content_[h.number] = sets_.with(of_content_[h.number], vm);
    }
  }

  /// From now on of_content_ is the content's group in place of its set.
  void group_contents() {
    std::array<std::uint32_t, kWhats> none;
    none.fill(kNone);
    std::vector<std::array<std::uint32_t, kWhats>> group_of(sets_.count(), none);
    for (std::uint32_t number = 0; number < of_content_.size(); ++number) {
      const std::uint32_t set = of_content_[number];
      if (set == VmSets::kEmpty) continue;
      const What what = what_of(content_of(number));
      std::uint32_t& group = group_of[set][static_cast<std::size_t>(what)];
      if (group == kNone) {
        group = static_cast<std::uint32_t>(groups_.size());
        groups_.push_back({what, sets_.members(set)});
      }
      ++groups_[group].contents;
      of_content_[number] = group;
    }
  }

  void keep_largest(std::size_t max_holders) {
    std::vector<std::uint32_t> order(groups_.size());
    place_.resize(groups_.size());
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
      place_[n] = target;
      kept_[target].contents += group.contents;
    }
  }

  void count_pages() {
    std::vector<std::uint64_t> pages(kept_.size());
    std::vector<std::uint32_t> met;
    for (std::uint32_t vm = 0; vm < held_.size(); ++vm) {
      for (const Held& h : held_[vm]) {
        const std::uint32_t group = place_[of_content_[h.number]];
        if (pages[group] == 0) met.push_back(group);
        pages[group] += h.pages;
      }
      for (const std::uint32_t group : met) kept_[group].holders.push_back({vm, std::exchange(pages[group], 0)});
      met.clear();
    }
  }

  const Host& host_;
  VmSets sets_;
  std::vector<std::vector<Held>> held_;  ///< by VM
  std::size_t numbers_ = 0;
  std::vector<std::uint32_t> of_content_;  ///< by number
  std::vector<Group> groups_;
  std::vector<std::uint32_t> place_;  ///< of a group in kept_
  std::vector<SharedContents> kept_;
};

}  // namespace

std::vector<SharedContents> shared_contents(const Host& host, std::size_t max_holders) {
  return SharingGroups(host).take(max_holders);
}

}  // namespace ksmsim
