#pragma once
// The pages that change by themselves, in the order in which they do.
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ksmsim/host/host.h"

namespace ksmsim {

std::size_t changing_pages(const Host& memory);

class PageChanges {
 public:
  /// Room for all of `memory`'s.
  explicit PageChanges(const Host& memory) { due_.reserve(changing_pages(memory)); }
  /// The VM has just started: its pages change from memory.now() on.
  void add_vm(const Host& memory, VmId vm);
  bool empty() const { return due_.empty(); }
  /// The next page that has changed by memory.now() and is there; once for several changes since.
  std::optional<PageIndex> next(const Host& memory);

 private:
  void plan(const Host& memory, PageIndex page);

  std::vector<std::pair<std::int64_t, std::uint32_t>> due_;  ///< ns and page: a heap, the first change on top
};

}  // namespace ksmsim
