#include "ksmsim/analysis/sharing_graph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/connected_components.hpp>
#include <cmath>
#include <numeric>

#include "held.h"
#include "ksmsim/base/error.h"
#include "pairing.h"

namespace ksmsim {
namespace {

using What = SharedContents::What;
std::size_t index(What what) { return static_cast<std::size_t>(what); }
std::uint64_t rounded(double contents) { return static_cast<std::uint64_t>(std::llround(contents)); }

std::vector<SharingVertex> vertices_of(const PointResult& point) {
  std::vector<SharingVertex> vms;
  std::vector<double> contents(point.vms.size());
  for (const VmResult& vm : point.vms) vms.push_back({vm.name, 0, 0, {}});
  for (const SharedContents& group : point.sharing) {
    for (const SharedContents::Holder& holder : group.holders) {
      vms[holder.vm].merged += holder.pages;
      contents[holder.vm] += static_cast<double>(group.contents) * part_held(group, holder);
    }
  }
  for (std::size_t i = 0; i < vms.size(); ++i) vms[i].contents = rounded(contents[i]);
  return vms;
}

/// Every pair of VMs, as a triangle of weights.
class Pairs {
 public:
  explicit Pairs(std::size_t vms) : vms_(vms), both_(vms * vms) {}
  void add(const SharedContents& group) {
    const auto contents = static_cast<double>(group.contents);
    for (auto a = group.holders.begin(); a != group.holders.end(); ++a) {
      for (auto b = a + 1; b != group.holders.end(); ++b) {
        both_[a->vm * vms_ + b->vm][index(group.what)] += contents * part_held(group, *a) * part_held(group, *b);
      }
    }
  }
  std::vector<SharingEdge> edges() const {
    std::vector<SharingEdge> edges;
    for (std::size_t i = 0; i < both_.size(); ++i) {
      SharingEdge edge{static_cast<std::uint32_t>(i / vms_), static_cast<std::uint32_t>(i % vms_), {}};
      std::transform(both_[i].begin(), both_[i].end(), edge.both.begin(), rounded);
      if (edge.contents() != 0) edges.push_back(edge);
    }
    return edges;
  }

 private:
  std::size_t vms_;
  std::vector<std::array<double, 5>> both_;
};

std::vector<SharedKind> kinds_of(const std::vector<SharedContents>& groups) {
  std::vector<SharedKind> kinds;
  for (const bool one_vm : {false, true}) {
    for (const What what : {What::zeros, What::pattern, What::image, What::captured, What::other}) {
      SharedKind kind{what, one_vm, 0, 0, 0};
      std::vector<std::uint32_t> vms;
      for (const SharedContents& group : groups) {
        if (group.what != what || (group.holders.size() == 1) != one_vm) continue;
        kind.contents += group.contents;
        for (const SharedContents::Holder& holder : group.holders) {
          kind.pages += holder.pages;
          vms.push_back(holder.vm);
        }
      }
      std::sort(vms.begin(), vms.end());
      kind.vms = static_cast<std::uint32_t>(std::unique(vms.begin(), vms.end()) - vms.begin());
      if (kind.contents != 0) kinds.push_back(kind);
    }
  }
  return kinds;
}

std::vector<std::vector<std::uint32_t>> components_of(const SharingGraph& graph) {
  boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS> telling(graph.vms.size());
  for (const SharingEdge& edge : graph.edges) {
    if (edge.telling() != 0) boost::add_edge(edge.a, edge.b, telling);
  }
  std::vector<std::uint32_t> number(graph.vms.size());
  const auto count = boost::connected_components(telling, number.data());
  std::vector<std::vector<std::uint32_t>> components(static_cast<std::size_t>(count));
  for (std::uint32_t vm = 0; vm < number.size(); ++vm) components[number[vm]].push_back(vm);
  return components;
}

std::vector<SharingEdge> edges_of(const SharingGraph& graph, const VmPairs& pairs) {
  std::vector<SharingEdge> edges;
  for (const auto& [a, b] : pairs) edges.push_back(edge_between(graph, a, b));
  std::stable_sort(edges.begin(), edges.end(),
                   [](const SharingEdge& x, const SharingEdge& y) { return x.contents() > y.contents(); });
  return edges;
}

void find_best_pairs(SharingGraph& graph) {
  const CommonContents common(graph);
  graph.best_pairs_exact = common.vms() <= kMostExactPairing;
  graph.best_pairs = edges_of(graph, graph.best_pairs_exact ? exact_pairing(common) : searched_pairing(common));
}

void find_strongest(SharingGraph& graph) {
  std::vector<std::uint64_t> most(graph.vms.size());
  for (const SharingEdge& edge : graph.edges) {
    for (const auto& [vm, partner] : {std::pair(edge.a, edge.b), std::pair(edge.b, edge.a)}) {
      if (edge.contents() <= most[vm]) continue;
      most[vm] = edge.contents();
      graph.vms[vm].strongest = partner;
    }
  }
}

bool is_folded(const SharedContents& group) {
  return std::any_of(group.holders.begin(), group.holders.end(),
                     [&](const SharedContents::Holder& holder) { return holder.pages < group.contents; });
}

}  // namespace

std::uint64_t SharingEdge::contents() const { return std::accumulate(both.begin(), both.end(), std::uint64_t{0}); }

std::uint64_t SharingEdge::telling() const {
  return contents() - both[index(What::zeros)] - both[index(What::pattern)];
}

SharingEdge edge_between(const SharingGraph& graph, std::uint32_t a, std::uint32_t b) {
  const SharingEdge wanted{std::min(a, b), std::max(a, b), {}};
  const auto place = std::lower_bound(
      graph.edges.begin(), graph.edges.end(), wanted,
      [](const SharingEdge& x, const SharingEdge& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  const bool there = place != graph.edges.end() && place->a == wanted.a && place->b == wanted.b;
  return there ? *place : wanted;
}

void require_sharing(const PointResult& point) {
  if (!point.sharing.empty() || point.counters.pages_shared + point.counters.ksm_zero_pages == 0) return;
  throw UsageError("the result does not tell who shares with whom; a simulated one does");
}

SharingGraph sharing_graph(const PointResult& point) {
  require_sharing(point);
  SharingGraph graph;
  graph.vms = vertices_of(point);
  Pairs pairs(graph.vms.size());
  for (const SharedContents& group : point.sharing) pairs.add(group);
  graph.edges = pairs.edges();
  graph.kinds = kinds_of(point.sharing);
  graph.components = components_of(graph);
  find_best_pairs(graph);
  graph.estimated = std::any_of(point.sharing.begin(), point.sharing.end(), is_folded);
  find_strongest(graph);
  return graph;
}

}  // namespace ksmsim
