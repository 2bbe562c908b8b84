#include "ksmsim/experiment/build_host.h"

#include "ksmsim/base/plugin.h"
#include "ksmsim/content/content_model.h"

namespace ksmsim {

Content run_content(const PageRun& run, std::uint64_t n) {
  const std::uint64_t value = run.value + (run.ascending ? n : 0);
  switch (run.kind) {
    case PageRun::Kind::absent:
      return Host::kNotPresent;
    case PageRun::Kind::zero:
      return {};
    case PageRun::Kind::random:
      return Content::make(ContentKind::random, value);
    case PageRun::Kind::fill:
      return Content::make(ContentKind::fill, value);
    case PageRun::Kind::last_word:
      return Content::make(ContentKind::last_word, value);
    case PageRun::Kind::first_word:
      return Content::make(ContentKind::first_word, value);
  }
  return {};
}

Content written_content(const EventSpec& write, std::uint64_t n) {
  if (!write.page_offset) return run_content(write.content, 0);
  const std::uint64_t value = write.first_page + n + *write.page_offset;
  return run_content({value == 0 ? PageRun::Kind::zero : PageRun::Kind::random, value, 1, false}, 0);
}

namespace {

std::uint64_t pages_of(const RegionSpec& region) {
  std::uint64_t pages = 0;
  for (const PageRun& run : region.pages) pages += run.count;
  return pages;
}

void add_literal_region(Host& host, VmId vm, const RegionSpec& region) {
  std::vector<Content> contents;
  contents.reserve(pages_of(region));
  for (const PageRun& run : region.pages) {
    for (std::uint64_t n = 0; n < run.count; ++n) contents.push_back(run_content(run, n));
  }
  host.add_region(vm, contents, region.huge_pages);
}

void add_captured_regions(Host& host, VmId vm, const CapturedVm& captured) {
  std::vector<Content> contents;
  for (const TraceRegion& region : captured.regions()) {
    contents.clear();
    for (const TracePage page : region.pages) contents.push_back(captured.content(page));
    host.add_region(vm, contents, region.huge);
  }
}

void write_pages(const EventSpec& event, PageIndex first, Host& host) {
  for (std::uint64_t n = 0; n <= event.last_page - event.first_page; ++n) {
    host.write(PageIndex(first.value + static_cast<std::uint32_t>(n)), written_content(event, n));
  }
}

}  // namespace

void apply_to_host(const EventSpec& event, Host& host) {
  const VmId vm(event.vm);
  if (event.what == EventSpec::What::kill) return host.exit_vm(vm);
  const Region& region = host.regions(vm)[event.region];
  const PageIndex first(region.first.value + static_cast<std::uint32_t>(event.first_page));
  const auto count = static_cast<std::uint32_t>(event.last_page - event.first_page + 1);
  switch (event.what) {
    case EventSpec::What::write:
      return write_pages(event, first, host);
    case EventSpec::What::discard:
      return host.discard(first, count);
    case EventSpec::What::unmap:
      return host.unmap(first, count);
    case EventSpec::What::unmergeable:
      return host.unmergeable(first, count);
    case EventSpec::What::mergeable:
      return host.mergeable(first, count);
    case EventSpec::What::kill:
    case EventSpec::What::set:
      break;
  }
}

std::uint64_t page_count(const Scenario& scenario, const ScenarioTraces& traces) {
  std::uint64_t pages = 0;
  for (const VmSpec& spec : scenario.vms) {
    if (spec.contents) pages += spec.memory.value_or(Bytes{}).pages();
    if (spec.trace) pages += traces.vm(*spec.trace).page_count();
    for (const RegionSpec& region : spec.regions) pages += pages_of(region);
  }
  return pages;
}

Host build_host(const Scenario& scenario, const HostTraits& traits, const ScenarioTraces& traces) {
  Host host(scenario.seed, traits);
  host.reserve_pages(page_count(scenario, traces));
  for (const VmSpec& spec : scenario.vms) {
    const VmId vm = host.add_vm(spec.name);
    if (spec.contents) {
      const auto model = Registry<ContentModel>::make(spec.contents->name, spec.contents->params);
      host.add_region(vm, spec.memory.value_or(Bytes{}).pages(), *model);
    }
    if (spec.trace) add_captured_regions(host, vm, traces.vm(*spec.trace));
    for (const RegionSpec& region : spec.regions) add_literal_region(host, vm, region);
  }
  return host;
}

void tell_memory(Scenario& scenario, const Host& host) {
  for (std::uint32_t i = 0; i < scenario.vms.size(); ++i) {
    if (scenario.vms[i].trace) scenario.vms[i].memory = Bytes{host.page_count(VmId(i)) * kPageSize};
  }
}

std::vector<SeenChange> seen_changes(const Scenario& scenario, const ScenarioTraces& traces, const Host& host,
                                     VmId vm) {
  std::vector<SeenChange> seen;
  const std::optional<TraceSpec>& spec = scenario.vms[vm.value].trace;
  if (!spec) return seen;
  const CapturedVm captured = traces.vm(*spec);
  const auto& snapshots = captured.trace.snapshots;
  for (std::size_t i = 1; i < snapshots.size(); ++i) {
    for (const TraceChange& change : snapshots[i].changes) {
      if (change.vm != captured.number) continue;
      const PageIndex page(host.regions(vm)[change.region].first.value + change.page);
      seen.push_back({snapshots[i - 1].time, snapshots[i].time, page, captured.content(change.now)});
    }
  }
  return seen;
}

}  // namespace ksmsim
