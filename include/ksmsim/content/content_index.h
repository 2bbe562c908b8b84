#pragma once
// A hash table from contents to numbers. The numbers lead to the contents, so the table stores 8 bytes an entry: the
// number and 32 bits of the content's hash, which also tell its place; the caller says what content a number has.
#include <cstdint>
#include <utility>
#include <vector>

#include "ksmsim/base/random.h"
#include "ksmsim/content/content.h"

namespace ksmsim {

class ContentIndex {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  void clear() {
    if (used_ != 0) slots_.assign(slots_.size(), Slot{});
    used_ = live_ = 0;
  }
  /// Brings the content's slot into the cache. (gcc takes a function that only prefetches for one without effect and
  /// leaves its calls out, unless it is inlined.)
  [[gnu::always_inline]] void prefetch(Content c) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[tag_of(c) & mask_]);
  }

  /// A number that is likely the content's, from its first slot alone, or kNone. For fetching ahead.
  std::uint32_t guess(Content c) const {
    if (slots_.empty()) return kNone;
    const std::uint32_t tag = tag_of(c);
    const Slot slot = slots_[tag & mask_];
    return slot.tag == tag && slot.number < kGone ? slot.number : kNone;
  }

  /// The number of content `c`, or kNone. `content_of(number)` is called for candidates.
  template <class ContentOf>
  std::uint32_t find(Content c, ContentOf content_of) const {
    if (live_ == 0) return kNone;
    const std::uint32_t tag = tag_of(c);
    for (std::size_t i = tag & mask_;; i = (i + 1) & mask_) {
      const Slot slot = slots_[i];
      if (slot.number == kNone) return kNone;
      if (slot.tag == tag && slot.number != kGone && content_of(slot.number) == c) return slot.number;
    }
  }

  /// `c` must not be in the table.
  void insert(Content c, std::uint32_t number) {
    if ((used_ + 1) * 4 > slots_.size() * 3) grow();
    if (place(slots_, {number, tag_of(c)})) ++used_;
    ++live_;
  }

  void erase(Content c, std::uint32_t number) {
    for (std::size_t i = tag_of(c) & mask_; slots_[i].number != kNone; i = (i + 1) & mask_) {
      if (slots_[i].number != number) continue;
      slots_[i].number = kGone;
      --live_;
      return;
    }
  }

 private:
  struct Slot {
    std::uint32_t number = kNone, tag = 0;
  };
  static constexpr std::uint32_t kGone = 0xfffffffe;
  static std::uint32_t tag_of(Content c) { return static_cast<std::uint32_t>(mix64(c.raw()) >> 32); }

  /// True if the slot was never used.
  bool place(std::vector<Slot>& slots, Slot entry) const {
    std::size_t i = entry.tag & mask_;
    while (slots[i].number < kGone) i = (i + 1) & mask_;
    const bool unused = slots[i].number == kNone;
    slots[i] = entry;
    return unused;
  }

  /// Twice the slots, or as many if most of the used ones are gone.
  void grow() {
    const std::size_t size = slots_.empty() ? 64 : live_ * 2 > slots_.size() ? slots_.size() * 2 : slots_.size();
    std::vector<Slot> bigger(size);
    mask_ = size - 1;
    for (const Slot& slot : slots_) {
      if (slot.number < kGone) place(bigger, slot);
    }
    slots_ = std::move(bigger);
    used_ = live_;
  }

  std::vector<Slot> slots_;
  std::uint64_t mask_ = 0;
  std::size_t used_ = 0, live_ = 0;
};

}  // namespace ksmsim
