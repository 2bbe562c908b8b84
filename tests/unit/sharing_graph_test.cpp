// The graph of who shares with whom.
#include "ksmsim/analysis/sharing_graph.h"

#include "catch.h"
#include "ksmsim/base/error.h"

using namespace ksmsim;
using What = SharedContents::What;

namespace {

PointResult point_of(const std::vector<std::string>& vms, std::vector<SharedContents> sharing) {
  PointResult point;
  for (const std::string& name : vms) point.vms.push_back({name, 0, 0, 0, 0});
  point.sharing = std::move(sharing);
  return point;
}

/// a and b of one image, c and d of another; zeros are everywhere; e has nothing else.
PointResult two_images() {
  return point_of({"a", "b", "c", "d", "e"}, {{What::zeros, 1, {{0, 9}, {1, 8}, {2, 7}, {3, 6}, {4, 5}}},
                                              {What::image, 100, {{0, 100}, {1, 100}}},
                                              {What::image, 50, {{2, 50}, {3, 51}}},
                                              {What::image, 10, {{0, 30}}},
                                              {What::pattern, 2, {{0, 2}, {2, 4}}}});
}

}  // namespace

TEST_CASE("an edge is what two VMs both hold, by what it is") {
  const SharingGraph graph = sharing_graph(two_images());
  CHECK(graph.edges.size() == 10);
  const SharingEdge ab = edge_between(graph, 1, 0);
  CHECK(ab.a == 0);
  CHECK(ab.b == 1);
  CHECK(ab.contents() == 101);
  CHECK(ab.telling() == 100);
  CHECK(ab.both[static_cast<std::size_t>(What::zeros)] == 1);
  CHECK(edge_between(graph, 0, 2).contents() == 3);
  CHECK(edge_between(graph, 0, 2).telling() == 0);
  CHECK_FALSE(graph.estimated);
}

TEST_CASE("a vertex tells the pages that KSM merged, and the partner it has most in common with") {
  const SharingGraph graph = sharing_graph(two_images());
  CHECK(graph.vms[0].merged == 141);
  CHECK(graph.vms[0].contents == 113);
  CHECK(graph.vms[0].strongest == 1);
  CHECK(graph.vms[3].strongest == 2);
  CHECK(graph.vms[4].strongest == 0);  // all alike: the first
}

TEST_CASE("VMs that have only zeros and patterns in common are not linked") {
  const SharingGraph graph = sharing_graph(two_images());
  CHECK(graph.components == std::vector<std::vector<std::uint32_t>>{{0, 1}, {2, 3}, {4}});
}

TEST_CASE("what one VM holds several times is told apart from what several hold") {
  const std::vector<SharedKind> kinds = sharing_graph(two_images()).kinds;
  REQUIRE(kinds.size() == 4);
  CHECK(kinds[0].what == What::zeros);
  CHECK(kinds[0].vms == 5);
  CHECK(kinds[0].pages == 35);
  CHECK(kinds[2].what == What::image);
  CHECK(kinds[2].contents == 150);
  CHECK(kinds[2].vms == 4);
  CHECK(kinds[3].one_vm);
  CHECK(kinds[3].contents == 10);
}

TEST_CASE("the best pairs have most in common in all, though the strongest edge may be none of them") {
  const PointResult point = point_of(
      {"a", "b", "c", "d"},
      {{What::image, 10, {{1, 10}, {2, 10}}}, {What::image, 9, {{0, 9}, {1, 9}}}, {What::image, 8, {{2, 8}, {3, 8}}}});
  const SharingGraph graph = sharing_graph(point);
  REQUIRE(graph.best_pairs.size() == 2);
  CHECK(graph.best_pairs[0].contents() == 9);
  CHECK(graph.best_pairs[1].contents() == 8);
}

TEST_CASE("many VMs that all have as much in common are paired, though not all pairings are looked at") {
  SharedContents image{What::image, 100, {}};
  for (std::uint32_t vm = 0; vm < 41; ++vm) image.holders.push_back({vm, 100});
  const SharingGraph graph = sharing_graph(point_of(std::vector<std::string>(41, "clone"), {image}));
  CHECK(graph.best_pairs.size() == 20);
  CHECK_FALSE(graph.best_pairs_exact);
}

TEST_CASE("of folded groups two VMs have in common what they have by chance") {
  const SharingGraph graph = sharing_graph(point_of({"a", "b"}, {{What::image, 100, {{0, 50}, {1, 20}}}}));
  CHECK(graph.estimated);
  CHECK(edge_between(graph, 0, 1).contents() == 10);
  CHECK(graph.vms[0].contents == 50);
}

TEST_CASE("VMs that share nothing are vertices without edges") {
  const SharingGraph graph = sharing_graph(point_of({"a", "b"}, {}));
  CHECK(graph.edges.empty());
  CHECK(graph.best_pairs.empty());
  CHECK(graph.components.size() == 2);
  CHECK_FALSE(graph.vms[0].strongest);
  CHECK(sharing_graph(point_of({}, {})).components.empty());
}

TEST_CASE("a result that does not tell who shares with whom is refused") {
  PointResult point = point_of({"a", "b"}, {});
  point.counters.pages_shared = 3;
  CHECK_THROWS_AS(sharing_graph(point), UsageError);
}
