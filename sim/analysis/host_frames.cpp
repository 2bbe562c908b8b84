#include "host_frames.h"

#include <algorithm>
#include <cmath>

#include "held.h"
#include "ksmsim/config/quantity.h"

namespace ksmsim {
namespace {

std::uint64_t max_page_sharing(const KsmSpec& ksm) {
  std::uint64_t most = 256;
  for (const auto& [name, value] : ksm.tunables) {
    if (name == "max_page_sharing") most = parse_integer(value).value.value_or(most);
  }
  return std::max<std::uint64_t>(most, 2);
}

/// The VM's memory in pages, if it is said and all of it is touched.
std::optional<std::uint64_t> touched_pages(const Scenario& scenario, const std::string& name) {
  const auto vm =
      std::find_if(scenario.vms.begin(), scenario.vms.end(), [&](const VmSpec& v) { return v.name == name; });
  if (vm == scenario.vms.end() || !vm->contents || !vm->memory || !vm->regions.empty()) return std::nullopt;
  return vm->memory->pages();
}

}  // namespace

HostFrames::HostFrames(const PointResult& point)
    : vms_(point.vms.size()), max_page_sharing_(max_page_sharing(point.scenario.ksm)) {
  std::vector<std::uint64_t> merged(vms_.size());
  add_shares(point, merged);
  for (std::size_t i = 0; i < vms_.size(); ++i) {
    const VmResult& result = point.vms[i];
    const std::uint64_t known = touched_pages(point.scenario, result.name).value_or(result.ksm_rmap_items);
    vms_[i].memory = std::max(known, merged[i]);
    vms_[i].own = vms_[i].memory - merged[i];
  }
}

/// Zeros that the zero page stands for need no frame, so they are no share.
void HostFrames::add_shares(const PointResult& point, std::vector<std::uint64_t>& merged) {
  for (const SharedContents& group : point.sharing) {
    const auto number = static_cast<std::uint32_t>(groups_.size());
    groups_.push_back({group.contents, 0, 1});
    for (const SharedContents::Holder& holder : group.holders) {
      merged[holder.vm] += holder.pages;
      std::uint64_t pages = holder.pages;
      if (group.what == SharedContents::What::zeros) {
        pages -= std::min(pages, point.vms[holder.vm].ksm_zero_pages);
      }
      if (pages != 0) vms_[holder.vm].shares.push_back({number, pages, 1 - part_held(group, holder)});
    }
  }
}

std::uint64_t HostFrames::of(std::span<const std::uint32_t> vms) {
  std::uint64_t frames = 0;
  for (const std::uint32_t vm : vms) {
    frames += vms_[vm].own;
    for (const Share& share : vms_[vm].shares) {
      Group& group = groups_[share.group];
      if (group.pages == 0) met_.push_back(share.group);
      group.pages += share.pages;
      group.lacking *= share.lacks;
    }
    work_ += vms_[vm].shares.size() + 1;
  }
  for (const std::uint32_t number : met_) {
    Group& group = groups_[number];
    const double held = static_cast<double>(group.contents) * (1 - group.lacking);
    frames += std::max(static_cast<std::uint64_t>(std::llround(held)),
                       (group.pages + max_page_sharing_ - 1) / max_page_sharing_);
    group.pages = 0;
    group.lacking = 1;
  }
  met_.clear();
  return frames;
}

}  // namespace ksmsim
