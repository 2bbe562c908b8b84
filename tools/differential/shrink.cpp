#include "shrink.h"

#include <algorithm>

namespace ksmsim {
namespace {

void drop_vm(Scenario& s, std::size_t vm) {
  s.vms.erase(s.vms.begin() + static_cast<std::ptrdiff_t>(vm));
  std::erase_if(s.events, [&](const EventSpec& e) { return e.what != EventSpec::What::set && e.vm == vm; });
  for (EventSpec& e : s.events) {
    if (e.what != EventSpec::What::set && e.vm > vm) --e.vm;
  }
}

void drop_region(Scenario& s, std::size_t vm, std::size_t region) {
  auto& regions = s.vms[vm].regions;
  regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(region));
  const auto of_region = [&](const EventSpec& e) { return e.what < EventSpec::What::kill && e.vm == vm; };
  std::erase_if(s.events, [&](const EventSpec& e) { return of_region(e) && e.region == region; });
  for (EventSpec& e : s.events) {
    if (of_region(e) && e.region > region) --e.region;
  }
}

/// Cuts pages [from, from + count) out; events keep to the pages they were about.
void drop_pages(Scenario& s, std::size_t vm, std::size_t region, std::size_t from, std::size_t count) {
  auto& pages = s.vms[vm].regions[region].pages;
  const auto begin = pages.begin() + static_cast<std::ptrdiff_t>(from);
  pages.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
  const auto moved = [&](std::uint64_t page) {
    return page <= from ? page : std::max(from, page - std::min(page, count));
  };
  for (auto e = s.events.begin(); e != s.events.end();) {
    if (e->what >= EventSpec::What::kill || e->vm != vm || e->region != region) {
      ++e;
      continue;
    }
    const std::uint64_t first = moved(e->first_page), end = moved(e->last_page + 1);
    if (e->page_offset) *e->page_offset += e->first_page - first;
    if (first >= end) {
      e = s.events.erase(e);
      continue;
    }
    e->first_page = first;
    e->last_page = end - 1;
    ++e;
  }
}

class Shrinker {
 public:
  Shrinker(Scenario scenario, const Shows& shows, std::size_t most)
      : best_(std::move(scenario)), shows_(shows), left_(most) {}

  Scenario run() {
    attempt(best_);
    while (left_ > 0 && pass()) {
    }
    return best_;
  }

 private:
  /// Takes `candidate` if it shows it too, with no batch and no event more than it takes.
  bool attempt(Scenario candidate) {
    if (left_ == 0) return false;
    --left_;
    const std::size_t batches = shows_(candidate);
    if (batches == 0) return false;
    candidate.stop.batches = batches;
    std::erase_if(candidate.events,
                  [&](const EventSpec& e) { return e.when == EventSpec::When::after_batch && e.count >= batches; });
    for (std::size_t i = candidate.vms.size(); i-- > 1;) {
      if (candidate.vms[i].start_after_batch.value_or(0) >= batches) drop_vm(candidate, i);
    }
    best_ = std::move(candidate);
    return true;
  }

  bool pass() {
    bool smaller = false;
    for (std::size_t i = best_.vms.size(); i-- > 0;) smaller |= without_vm(i);
    smaller |= fewer_events();
    for (std::size_t i = best_.vms.size(); i-- > 0;) smaller |= smaller_vm(i);
    smaller |= plainer();
    return smaller;
  }

  bool without_vm(std::size_t vm) {
    if (best_.vms.size() < 2 || vm >= best_.vms.size()) return false;
    Scenario candidate = best_;
    drop_vm(candidate, vm);
    return attempt(std::move(candidate));
  }

  bool fewer_events() {
    bool smaller = false;
    for (std::size_t size = std::max<std::size_t>(best_.events.size() / 2, 1); size > 0; size /= 2) {
      for (std::size_t from = 0; from < best_.events.size();) {
        Scenario candidate = best_;
        const auto begin = candidate.events.begin() + static_cast<std::ptrdiff_t>(from);
        candidate.events.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(size, best_.events.size() - from)));
        if (attempt(std::move(candidate))) {
          smaller = true;
        } else {
          from += size;
        }
      }
    }
    return smaller;
  }

  bool smaller_vm(std::size_t vm) {
    bool smaller = false;
    if (vm >= best_.vms.size()) return false;
    for (std::size_t r = best_.vms[vm].regions.size(); r-- > 0 && best_.vms[vm].regions.size() > 1;) {
      Scenario candidate = best_;
      drop_region(candidate, vm, r);
      smaller |= attempt(std::move(candidate));
      if (vm >= best_.vms.size()) return smaller;
    }
    for (std::size_t r = 0; vm < best_.vms.size() && r < best_.vms[vm].regions.size(); ++r) {
      smaller |= fewer_pages(vm, r);
    }
    return smaller;
  }

  bool fewer_pages(std::size_t vm, std::size_t region) {
    bool smaller = false;
    const auto pages = [&]() -> std::size_t {
      const bool there = vm < best_.vms.size() && region < best_.vms[vm].regions.size();
      return there ? best_.vms[vm].regions[region].pages.size() : 0;
    };
    for (std::size_t size = std::max<std::size_t>(pages() / 2, 1); size > 0; size /= 2) {
      for (std::size_t from = 0; from < pages() && pages() > 1;) {
        Scenario candidate = best_;
        drop_pages(candidate, vm, region, from, std::min({size, pages() - from, pages() - 1}));
        if (attempt(std::move(candidate))) {
          smaller = true;
        } else {
          from += size;
        }
      }
    }
    return smaller;
  }

  /// Settings left out, VMs from the start, ordinary pages, few pages a batch.
  bool plainer() {
    bool smaller = false;
    for (std::size_t i = best_.ksm.tunables.size(); i-- > 0;) {
      Scenario candidate = best_;
      candidate.ksm.tunables.erase(candidate.ksm.tunables.begin() + static_cast<std::ptrdiff_t>(i));
      smaller |= attempt(std::move(candidate));
    }
    for (std::size_t i = 0; i < best_.vms.size(); ++i) {
      Scenario candidate = best_;
      candidate.vms[i].start_after_batch.reset();
      for (RegionSpec& r : candidate.vms[i].regions) r.huge_pages = false;
      if (!(candidate == best_)) smaller |= attempt(std::move(candidate));
    }
    return smaller;
  }

  Scenario best_;
  const Shows& shows_;
  std::size_t left_;
};

}  // namespace

Scenario shrink(Scenario scenario, const Shows& shows, std::size_t most) {
  return Shrinker(std::move(scenario), shows, most).run();
}

}  // namespace ksmsim
