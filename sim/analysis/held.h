#pragma once
// How much of a group's contents a holder has.
#include <algorithm>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// 1, but for a folded group (SharedContents), where fewer pages than contents tell the share.
inline double part_held(const SharedContents& group, const SharedContents::Holder& holder) {
  return std::min(1.0,
                  static_cast<double>(holder.pages) / static_cast<double>(std::max<std::uint64_t>(group.contents, 1)));
}

}  // namespace ksmsim
