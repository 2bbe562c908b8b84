// Who shares with whom at the end of a run.
#include "ksmsim/experiment/sharing.h"

#include <map>
#include <numeric>
#include <string>

#include "catch.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;
using What = SharedContents::What;

namespace {

Content page(ContentKind kind, std::uint64_t n) { return Content::make(kind, n); }

Host host_of(const std::vector<std::vector<Content>>& vms) {
  Host host;
  for (std::size_t i = 0; i < vms.size(); ++i) {
    const VmId vm = host.add_vm("vm" + std::to_string(i));
    host.add_region(vm, vms[i], false);
    host.start_vm(vm);
  }
  return host;
}

/// The first page becomes a frame, which the others share.
void merge(Host& host, const std::vector<std::uint32_t>& pages) {
  const FrameId frame = host.make_ksm(PageIndex(pages.front()));
  for (std::size_t i = 1; i < pages.size(); ++i) host.map_ksm(PageIndex(pages[i]), frame);
}

std::uint64_t pages_of(const SharedContents& group) {
  return std::accumulate(group.holders.begin(), group.holders.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const SharedContents::Holder& holder) { return sum + holder.pages; });
}

PointResult run_yaml(const std::string& yaml) { return run_point({{}, parse_scenario("name: x\n" + yaml, "x.yaml")}); }

/// What ksmd counts, and what the groups have, in pages.
void check_sums(const PointResult& run) {
  std::uint64_t all = 0;
  std::map<std::uint32_t, std::uint64_t> by_vm;
  for (const SharedContents& group : run.sharing) {
    all += pages_of(group);
    for (const auto& holder : group.holders) by_vm[holder.vm] += holder.pages;
  }
  CHECK(all == run.counters.pages_shared + run.counters.pages_sharing + run.counters.ksm_zero_pages);
  for (std::uint32_t i = 0; i < run.vms.size(); ++i) {
    CHECK(by_vm[i] == run.vms[i].ksm_merging_pages + run.vms[i].ksm_zero_pages);
  }
}

}  // namespace

TEST_CASE("merged contents are grouped by what they are and by the VMs that hold them") {
  const Content image = page(ContentKind::shared, 9), other = page(ContentKind::random, 7);
  const Content fill = page(ContentKind::fill, 0x61), captured = page(ContentKind::imported, 5);
  Host host = host_of({{image, other, other, fill}, {image, fill, captured}, {captured, page(ContentKind::random, 8)}});
  merge(host, {0, 4});
  merge(host, {1, 2});
  merge(host, {3, 5});
  merge(host, {6, 7});
  const std::vector<SharedContents> expected{{What::image, 1, {{0, 1}, {1, 1}}},
                                             {What::pattern, 1, {{0, 1}, {1, 1}}},
                                             {What::captured, 1, {{1, 1}, {2, 1}}},
                                             {What::other, 1, {{0, 2}}}};
  CHECK(shared_contents(host) == expected);
}

TEST_CASE("a content with several frames is one content, and so are zeros wherever they lie") {
  const Content a = page(ContentKind::shared, 9), zero;
  Host host = host_of({{a, a, zero, zero}, {a, a, zero}});
  merge(host, {0, 4});
  merge(host, {1, 5});
  merge(host, {2, 3});
  host.map_ksm_zero(PageIndex(6));
  const std::vector<SharedContents> expected{{What::zeros, 1, {{0, 2}, {1, 1}}}, {What::image, 1, {{0, 2}, {1, 2}}}};
  CHECK(shared_contents(host) == expected);
}

TEST_CASE("pages that are not merged any more share nothing, and a VM that is gone is not counted") {
  const Content a = page(ContentKind::shared, 9);
  Host host = host_of({{a}, {a, a}, {a}});
  merge(host, {0, 1, 2, 3});
  host.write(PageIndex(2), page(ContentKind::random, 1));
  host.exit_vm(VmId(0));
  CHECK(shared_contents(host) == std::vector<SharedContents>{{What::image, 1, {{0, 1}, {1, 1}}}});
}

TEST_CASE("beyond the limit groups are folded, and contents and every VM's pages stay right") {
  std::vector<Content> first, second, third;
  for (std::uint64_t n = 1; n <= 6; ++n) first.push_back(page(ContentKind::shared, n));
  second = {first[0], first[1], first[2], first[3]};
  third = {first[4], first[4], first[5]};
  Host host = host_of({first, second, third});
  for (std::uint32_t n = 0; n < 4; ++n) merge(host, {n, 6 + n});
  merge(host, {4, 10, 11});
  merge(host, {5, 12});
  const std::vector<SharedContents> whole{{What::image, 4, {{0, 4}, {1, 4}}}, {What::image, 2, {{0, 2}, {2, 3}}}};
  CHECK(shared_contents(host) == whole);
  CHECK(shared_contents(host, 2) == whole);  // a group folded alone is what it was
  CHECK(shared_contents(host, 0) == std::vector<SharedContents>{{What::image, 6, {{0, 6}, {1, 4}, {2, 3}}}});
}

TEST_CASE("a run's groups have as many pages as ksmd counts, in all and by VM") {
  for (const char* ksm : {"{}", "{use_zero_pages: 1}", "{max_page_sharing: 2}", "{max_page_sharing: 16}"}) {
    CAPTURE(ksm);
    const PointResult run = run_yaml(std::string("ksm: ") + ksm +
                                     "\nvms:\n"
                                     "  - {name: a, count: 3, memory: 2MiB, contents: {model: linux-clone}}\n"
                                     "  - {name: b, regions: [{pages: '7 f61*3 0*50 e5 h9 7 1'}]}\n"
                                     "  - {name: c, regions: [{pages: '7 f61 0 0 e5 h9 1'}]}\n"
                                     "stop: {full_scans: 5}\n");
    check_sums(run);
    CHECK(run.counters.pages_sharing > 300);
    std::map<What, std::uint64_t> contents;
    for (const SharedContents& group : run.sharing) contents[group.what] += group.contents;
    CHECK(contents[What::zeros] == 1);
    CHECK(contents[What::pattern] == 3);
    CHECK(contents[What::other] == 2);
    CHECK(contents[What::image] > 150);
  }
}

TEST_CASE("a VM that was killed holds nothing, and those after it keep their names") {
  const PointResult run = run_yaml(
      "vms:\n"
      "  - {name: a, regions: [{pages: '1 2'}]}\n"
      "  - {name: b, regions: [{pages: '1 3'}]}\n"
      "  - {name: c, regions: [{pages: '1 3'}]}\n"
      "events: [{after_full_scan: 3, kill: a}]\n"
      "stop: {full_scans: 6}\n");
  CHECK(run.vms.front().name == "b");
  CHECK(run.sharing == std::vector<SharedContents>{{What::other, 2, {{0, 2}, {1, 2}}}});
  check_sums(run);
}
