#pragma once
// One virtual page of a VM, 16 bytes.
#include <cstdint>

#include "ksmsim/content/content.h"

namespace ksmsim {

enum class PageState : std::uint8_t {
  unmapped,   ///< no mapping covers it
  absent,     ///< mapped, never touched or given back
  anon,       ///< a private page of its own
  ksm,        ///< shares a frame, write-protected
  ksm_zero,   ///< the zero page, put there by KSM
  zero_page,  ///< the zero page, as any process may have it
};

struct Page {
  static constexpr std::uint8_t kMergeable = 1;  ///< its mapping is MADV_MERGEABLE
  static constexpr std::uint8_t kFresh = 2;      ///< in an LRU batch: an extra reference, cannot be write-protected
  static constexpr std::uint8_t kHuge = 4;       ///< part of a huge page
  static constexpr std::uint8_t kWatched = 8;    ///< a scanner wants to hear when it changes

  Content content;         ///< of a private page; may be out of date if it changes by itself
  std::uint32_t link = 0;  ///< ksm: its frame; anon that changes by itself: the version that `content` is
  PageState state = PageState::unmapped;
  std::uint8_t flags = 0;
  std::uint16_t change_class = 0;  ///< 0: changes only when somebody writes

  bool is(std::uint8_t flag) const { return (flags & flag) != 0; }
  /// ksmd visits it: present, anonymous, not the zero page, mergeable.
  bool candidate() const { return (state == PageState::anon || state == PageState::ksm) && is(kMergeable); }
};
static_assert(sizeof(Page) == 16);

}  // namespace ksmsim
