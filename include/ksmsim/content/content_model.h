#pragma once
// Content models: what the pages of a VM hold at the start, and how they change, without looking at any other page and
// without an event a write. A model is a plug-in (kind "model"), one .cpp each.
//
// Determinism: everything is a function of (seed, VM, page, time). A page of a changing class holds version k of itself
// after its k-th change; version 0 is what it started with, later versions are owned (held by no other page).
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/base/ids.h"
#include "ksmsim/base/random.h"
#include "ksmsim/base/units.h"
#include "ksmsim/content/content.h"

namespace ksmsim {

/// How often a page of this class changes: once every `period`, at a moment of its own within it.
struct ChangeClass {
  std::string name;
  Duration period;
};

/// What a model says of one page at the start. `change_class`: 0 = never changes, else 1 + index into classes().
struct InitialPage {
  Content content;
  std::uint16_t change_class = 0;
};

/// Who asks: the scenario's seed, the VM's number in the host, its first page's number there, and how many it has.
struct VmContext {
  std::uint64_t seed = 1;
  VmId vm;
  PageIndex first_page;
  std::uint64_t pages = 0;
};

class ContentModel {
 public:
  static constexpr std::string_view kKind = "model";
  virtual ~ContentModel() = default;
  /// Fills `pages` with the VM's pages from `first_gfn` on. Called with long spans, not page by page.
  virtual void initial(const VmContext& vm, std::uint64_t first_gfn, std::vector<InitialPage>& pages) const = 0;
  virtual const std::vector<ChangeClass>& classes() const = 0;
};

/// Number of changes of `page` in [0, t]: a page's own moment within the period is drawn by (seed, page).
inline std::uint32_t change_version(std::uint64_t seed, PageIndex page, Duration period, SimTime t) {
  const auto span = static_cast<std::uint64_t>(period.ns);
  const std::uint64_t phase = split_mix(seed ^ 0x6b736d73696d0001, page.value) % span;
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(t.ns) + phase) / span);
}
/// The first moment after `t` at which `page` changes.
inline SimTime next_change(std::uint64_t seed, PageIndex page, Duration period, SimTime t) {
  const auto span = static_cast<std::uint64_t>(period.ns);
  const std::uint64_t phase = split_mix(seed ^ 0x6b736d73696d0001, page.value) % span;
  const std::uint64_t done = (static_cast<std::uint64_t>(t.ns) + phase) / span;
  return {static_cast<std::int64_t>((done + 1) * span - phase)};
}
/// What only `page` holds, in its version `version` (24 bits count). Distinct for distinct (page, version) of a seed,
/// and neighbours have neighbouring library pages, as they would lie in memory.
inline Content owned_content(std::uint64_t seed, PageIndex page, std::uint32_t version) {
  const std::uint64_t id = (static_cast<std::uint64_t>(version & 0xffffff) << 32) | page.value;
  return Content::make(ContentKind::owned, (id + mix64(seed)) & kContentPayload);
}

}  // namespace ksmsim
