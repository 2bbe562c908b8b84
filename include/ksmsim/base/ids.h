#pragma once
// Numbers that name things. Each is its own type, so that a page cannot be taken for a frame.
#include <compare>
#include <cstdint>

namespace ksmsim {

template <class Tag>
struct StrongId {
  std::uint32_t value = kNone;
  static constexpr std::uint32_t kNone = 0xffffffff;

  constexpr StrongId() = default;
  constexpr explicit StrongId(std::uint32_t v) : value(v) {}
  constexpr bool valid() const { return value != kNone; }
  friend constexpr auto operator<=>(StrongId, StrongId) = default;
};

/// A virtual page of some VM, counted over the whole host: VMs in file order, their regions in ascending address.
using PageIndex = StrongId<struct PageIndexTag>;
/// A VM, in file order.
using VmId = StrongId<struct VmIdTag>;
/// A physical page that several mappings may share (a KSM page); private pages need no number.
using FrameId = StrongId<struct FrameIdTag>;

}  // namespace ksmsim
