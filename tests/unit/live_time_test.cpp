// What gives a live run its times: pages that change by themselves, the simulation's batches, the wall clock.
#include <algorithm>

#include "../../sim/live/pace.h"
#include "../../sim/live/page_changes.h"
#include "../../sim/live/schedule.h"
#include "catch.h"
#include "ksmsim/config/load.h"
#include "ksmsim/experiment/build_host.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;

namespace {

constexpr const char* kChanging = R"(name: changing
vms: [{name: vm, count: 2, memory: 1MiB, contents: {model: linux-clone, slow: {share: 30%, period: 2s},
  fast: {share: 10%, period: 100ms}}}]
stop: {time: 1s}
)";

Scenario changing() { return parse_scenario(kChanging, "changing.yaml"); }

Host started_host() {
  Host memory = build_host(changing(), {}, ScenarioTraces(changing()));
  for (std::uint32_t vm = 0; vm < memory.vm_count(); ++vm) memory.start_vm(VmId(vm));
  return memory;
}

std::vector<PageIndex> all_due(PageChanges& changes, const Host& memory) {
  std::vector<PageIndex> pages;
  while (const auto page = changes.next(memory)) pages.push_back(*page);
  return pages;
}

}  // namespace

TEST_CASE("every page that changed in a span of time is due once, in the order of the changes") {
  Host memory = started_host();
  PageChanges changes(memory);
  for (std::uint32_t vm = 0; vm < memory.vm_count(); ++vm) changes.add_vm(memory, VmId(vm));
  CHECK(all_due(changes, memory).empty());
  std::vector<std::pair<std::int64_t, std::uint32_t>> expected;
  const SimTime end{milliseconds(350).ns};
  for (std::uint32_t p = 0; p < memory.page_count(); ++p) {
    const std::int64_t first = memory.next_change_of(PageIndex(p)).ns;
    if (first <= end.ns) expected.emplace_back(first, p);
  }
  std::sort(expected.begin(), expected.end());
  memory.advance(end);
  const std::vector<PageIndex> pages = all_due(changes, memory);
  REQUIRE(pages.size() == expected.size());
  CHECK(pages.size() > 50);
  for (std::size_t i = 0; i < pages.size(); ++i) CHECK(pages[i].value == expected[i].second);
  CHECK(all_due(changes, memory).empty());
}

TEST_CASE("a page that is gone is not due: discarded ones until they are back, those of a dead VM never") {
  Host memory = started_host();
  PageChanges changes(memory);
  for (std::uint32_t vm = 0; vm < memory.vm_count(); ++vm) changes.add_vm(memory, VmId(vm));
  memory.exit_vm(VmId(1));
  memory.discard(PageIndex(0), 256);
  memory.advance({milliseconds(2000).ns});
  CHECK(all_due(changes, memory).empty());
  for (std::uint32_t p = 0; p < 256; ++p) memory.write(PageIndex(p), {});
  memory.advance({milliseconds(4000).ns});
  std::size_t changing_of_vm0 = 0;
  for (std::uint32_t p = 0; p < 256; ++p) changing_of_vm0 += memory.page(PageIndex(p)).change_class != 0 ? 1u : 0u;
  CHECK(all_due(changes, memory).size() == changing_of_vm0);
  memory.exit_vm(VmId(0));
  memory.advance({milliseconds(9000).ns});
  CHECK(all_due(changes, memory).empty());
  CHECK(changes.empty());
}

TEST_CASE("a schedule has the times of the simulation's batches, and ends with it") {
  Schedule schedule(changing(), 0);
  const PointResult run = run_point({{}, changing()});
  REQUIRE(run.samples.size() > 10);
  for (std::size_t i = 1; i < run.samples.size(); ++i) CHECK(schedule.next()->ns == run.samples[i].time.ns);
  const auto beyond = schedule.next();  // planned, but stop.time comes first
  REQUIRE(beyond);
  CHECK(beyond->ns > milliseconds(1000).ns);
  CHECK_FALSE(schedule.next());
}

TEST_CASE("a wait is over at once if what it waits for is past or nothing is to be waited for") {
  Pace off(false, {});
  off.wait_until({milliseconds(3'600'000).ns});
  CHECK(off.most_behind().ns == 0);
  Pace on(true, {});
  on.wait_until({milliseconds(3'600'000).ns});
  on.wait_until({milliseconds(1'800'000).ns});
  CHECK(on.most_behind().ns >= milliseconds(1'800'000).ns);
}

TEST_CASE("a wait ends when the run is to stop") {
  std::stop_source source;
  Pace pace(true, source.get_token());
  pace.wait_until({});
  source.request_stop();
  CHECK_THROWS_AS(pace.wait_until({milliseconds(3'600'000).ns}), Interrupted);
}
