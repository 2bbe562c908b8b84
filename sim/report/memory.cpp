#include "memory.h"

namespace ksmsim {

std::uint64_t rmap_items(const PointResult& point) {
  std::uint64_t items = 0;
  for (const VmResult& vm : point.vms) items += vm.ksm_rmap_items;
  return items;
}

std::uint64_t vm_pages(const VmSpec& vm) {
  std::uint64_t pages = vm.memory ? vm.memory->pages() : 0;
  for (const RegionSpec& region : vm.regions) {
    for (const PageRun& run : region.pages) pages += run.count;
  }
  return pages;
}

}  // namespace ksmsim
