// Where to put VMs.
#include "ksmsim/analysis/placement.h"

#include "catch.h"
#include "ksmsim/base/error.h"

using namespace ksmsim;
using What = SharedContents::What;
using Hosts = std::vector<std::vector<std::uint32_t>>;

namespace {

/// Each VM has `own` pages of its own beside what it shares.
PointResult point_of(std::size_t vms, std::uint64_t own, std::vector<SharedContents> sharing) {
  PointResult point;
  for (std::size_t i = 0; i < vms; ++i) point.vms.push_back({"vm" + std::to_string(i), own, 0, 0, 0});
  point.sharing = std::move(sharing);
  for (const SharedContents& group : point.sharing) {
    for (const auto& holder : group.holders) point.vms[holder.vm].ksm_rmap_items += holder.pages;
  }
  return point;
}

/// Images alternate: 0, 2, 4, ... are of one, 1, 3, 5, ... of another.
PointResult alternating(std::uint32_t vms) {
  std::vector<SharedContents> sharing{{What::image, 100, {}}, {What::image, 100, {}}};
  for (std::uint32_t vm = 0; vm < vms; ++vm) sharing[vm % 2].holders.push_back({vm, 100});
  return point_of(vms, 10, sharing);
}

PlacementOptions options(std::uint32_t hosts, std::optional<std::uint64_t> frames = {}, bool balanced = true) {
  PlacementOptions o;
  o.hosts = hosts;
  if (frames) o.capacity = Bytes{*frames * kPageSize};
  o.balanced = balanced;
  return o;
}

}  // namespace

TEST_CASE("VMs of one image go to one host, though they come in turns") {
  const PlacementStudy study = study_placement(alternating(4), options(2));
  REQUIRE(study.best);
  CHECK(study.exact);
  CHECK(study.best->hosts == Hosts{{0, 2}, {1, 3}});
  CHECK(study.best->frames == std::vector<std::uint64_t>{120, 120});
  CHECK(study.apart == 440);
  CHECK(study.together == 240);
  CHECK(study.first_fit_by_memory->total() == 440);
  CHECK(study.draws_that_fit == study.draws);
  CHECK(*study.random_mean == Approx(440 - 200.0 / 3).margin(8));  // one split of three is the best one
}

TEST_CASE("more VMs than can be tried in all ways are searched, and the search finds what is plain") {
  const PlacementStudy study = study_placement(alternating(20), options(2));
  REQUIRE(study.best);
  CHECK_FALSE(study.exact);
  CHECK(study.best->total() == 400);
  CHECK(study.best->hosts[0].size() == 10);
}

TEST_CASE("without balance all VMs go where there is room for all") {
  const PlacementStudy study = study_placement(alternating(4), options(2, {}, false));
  CHECK(study.best->total() == 240);
  CHECK(study.best->hosts == Hosts{{0, 1, 2, 3}, {}});
  CHECK(study_placement(alternating(4), options(2, 150, false)).best->hosts == Hosts{{0, 2}, {1, 3}});
}

TEST_CASE("first fit that counts memory needs hosts that first fit by frames does not") {
  const PlacementStudy study = study_placement(alternating(4), options(2, 250, false));
  CHECK(study.first_fit_by_frames->hosts == Hosts{{0, 1, 2, 3}, {}});
  CHECK(study.first_fit_by_memory->hosts == Hosts{{0, 1}, {2, 3}});
  const PlacementStudy small = study_placement(alternating(4), options(2, 120));
  CHECK_FALSE(small.first_fit_by_memory);
  CHECK(small.best->total() == 240);
  CHECK(small.draws_that_fit < small.draws);
}

TEST_CASE("what fits nowhere is said to, and whether that is certain") {
  const PlacementStudy exact = study_placement(alternating(4), options(2, 119));
  CHECK_FALSE(exact.best);
  CHECK(exact.exact);
  CHECK_FALSE(exact.random_mean);
  const PlacementStudy plain = study_placement(alternating(20), options(2, 100));
  CHECK_FALSE(plain.best);
  CHECK(plain.exact);
  const PlacementStudy searched = study_placement(alternating(18), options(3, 200));
  CHECK_FALSE(searched.best);
  CHECK(searched.exact == false);
}

TEST_CASE("the scenario's host is as large as it says, unless asked otherwise") {
  PointResult point = alternating(4);
  point.scenario.host.memory = Bytes{100 * kPageSize};
  CHECK(study_placement(point, options(2)).capacity == 100);
  CHECK_FALSE(study_placement(point, options(2)).best);
  CHECK(study_placement(point, options(2, 130)).best);
}

TEST_CASE("a content takes a frame for every max_page_sharing pages, and the zero page takes none") {
  PointResult point = point_of(2, 0, {{What::zeros, 1, {{0, 300}, {1, 300}}}});
  CHECK(study_placement(point, options(1)).best->total() == 3);
  point.scenario.ksm.tunables = {{"max_page_sharing", "16"}};
  CHECK(study_placement(point, options(1)).best->total() == 38);
  point.vms[0].ksm_zero_pages = point.vms[1].ksm_zero_pages = 300;
  CHECK(study_placement(point, options(1)).best->total() == 0);
}

TEST_CASE("a VM's memory is what its scenario says, scanned or not") {
  PointResult point = point_of(1, 5, {});
  VmSpec vm;
  vm.name = "vm0";
  vm.memory = mib(1);
  vm.contents = PluginSpec{};
  point.scenario.vms = {vm};
  CHECK(study_placement(point, options(1)).apart == 256);
}

TEST_CASE("more hosts than VMs leave hosts empty, and no host is refused") {
  const PlacementStudy study = study_placement(alternating(2), options(4'000'000'000));
  CHECK(study.best->hosts == Hosts{{0}, {1}});
  CHECK(study.hosts == 4'000'000'000);
  CHECK(study_placement(point_of(0, 0, {}), options(3)).best->total() == 0);
  CHECK_THROWS_AS(study_placement(alternating(2), options(0)), UsageError);
}

TEST_CASE("equal questions have equal answers") {
  const PlacementStudy a = study_placement(alternating(17), options(3)),
                       b = study_placement(alternating(17), options(3));
  CHECK(a.best->hosts == b.best->hosts);
  CHECK(a.random_mean == b.random_mean);
}
