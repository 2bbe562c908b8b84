#pragma once
// ksmd's record of one virtual page, 16 bytes here (64 in the kernel).
#include <cstdint>

#include "ksmsim/content/content.h"

namespace ksmsim {

enum class ItemState : std::uint8_t {
  no_item,   ///< ksmd has not met a page here, or forgot it
  none,      ///< met, in no tree
  unstable,  ///< in the unstable tree of scan `scan`, or left over from the scan before
  stable,    ///< one of the sharers of stable node `link`
};

/// What the page held when it was hashed last. The model compares contents in place of checksums, so two contents have
/// the same checksum only with a hash that does not read whole pages. Nothing has this value, so a page never hashed
/// has changed.
inline constexpr Content kNoChecksum{~std::uint64_t{0}};

struct RmapItem {
  Content old_checksum = kNoChecksum;
  std::uint32_t link = 0;  ///< stable: its node; unstable: its number in the tree, once that is built
  ItemState state = ItemState::no_item;
  std::uint8_t scan = 0;  ///< low bits of full_scans at insertion into the unstable tree
  std::uint8_t age = 0;   ///< smart_scan: visits so far, at most 255
  std::uint8_t remaining_skips = 0;
};
static_assert(sizeof(RmapItem) == 16);

}  // namespace ksmsim
