#include "ksmsim/report/graph_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "format.h"
#include "ksmsim/report/columns.h"
#include "placement_summary.h"

namespace ksmsim {
namespace {

constexpr std::size_t kWidestMatrix = 8, kMostRows = 20, kMostNames = 40;

std::string kind_text(const SharedKind& kind) {
  constexpr std::array<std::string_view, 5> kTexts{"zeros", "patterns", "of an image", "captured", "other"};
  return std::string(kTexts[static_cast<std::size_t>(kind.what)]) + (kind.one_vm ? ", within one VM" : "");
}

Block kinds_block(const SharingGraph& graph) {
  Block block;
  block.heading = fmt::format("What {} share (simulated)", counted(graph.vms.size(), "VM"));
  if (graph.kinds.empty()) {
    block.paragraphs.push_back("Nothing: KSM has merged no page.");
    return block;
  }
  if (graph.estimated) {
    block.paragraphs.push_back("Small groups were folded together; what VMs have in common of them is an estimate.");
  }
  Grid& grid = block.grid.emplace();
  grid.columns = {{"pages KSM merged", false}, {"VMs"}, {"pages"}, {"contents"}, {"further copies"}};
  for (const SharedKind& kind : graph.kinds) {
    grid.rows.push_back({kind_text(kind), std::to_string(kind.vms), std::to_string(kind.pages),
                         std::to_string(kind.contents), pages_text(kind.pages - std::min(kind.pages, kind.contents))});
  }
  return block;
}

Block matrix_block(const SharingGraph& graph) {
  Block block;
  block.heading = "What two VMs both hold";
  block.paragraphs.push_back(
      "Memory that the two need less on one host than on two; in the diagonal, the contents that a VM holds.");
  Grid& grid = block.grid.emplace();
  grid.columns = {{"", false}};
  for (const SharingVertex& vm : graph.vms) grid.columns.push_back({vm.name});
  for (std::uint32_t a = 0; a < graph.vms.size(); ++a) {
    std::vector<std::string>& row = grid.rows.emplace_back(1, graph.vms[a].name);
    for (std::uint32_t b = 0; b < graph.vms.size(); ++b) {
      row.push_back(pages_text(a == b ? graph.vms[a].contents : edge_between(graph, a, b).contents()));
    }
  }
  return block;
}

/// In place of a matrix that would be too wide.
Block edges_block(const SharingGraph& graph) {
  std::vector<SharingEdge> edges = graph.edges;
  std::stable_sort(edges.begin(), edges.end(),
                   [](const SharingEdge& a, const SharingEdge& b) { return a.contents() > b.contents(); });
  Block block;
  block.heading = fmt::format("Pairs that have most in common, of {}", edges.size());
  Grid& grid = block.grid.emplace();
  grid.columns = {{"VM", false}, {"and", false}, {"both hold"}, {"without zeros, patterns"}};
  for (std::size_t i = 0; i < edges.size() && i < kMostRows; ++i) {
    grid.rows.push_back({graph.vms[edges[i].a].name, graph.vms[edges[i].b].name, pages_text(edges[i].contents()),
                         pages_text(edges[i].telling())});
  }
  return block;
}

Block components_block(const SharingGraph& graph) {
  Block block;
  const std::size_t count = graph.components.size();
  block.heading = count == 1 ? "All VMs are linked" : fmt::format("{} separate groups of VMs", count);
  block.paragraphs.push_back(
      "Linked by what they both hold, directly or through others; zeros and patterns do not count.");
  for (std::size_t i = 0; i < count && i < kMostRows; ++i) {
    block.facts.push_back({fmt::format("group {}", i), names_text(graph, graph.components[i], kMostNames)});
  }
  if (count > kMostRows) block.facts.push_back({"...", fmt::format("{} more; --json has all", count - kMostRows)});
  return block;
}

Block partners_block(const SharingGraph& graph) {
  std::vector<std::string> mates(graph.vms.size(), "-");
  std::uint64_t sum = 0;
  for (const SharingEdge& pair : graph.best_pairs) {
    mates[pair.a] = graph.vms[pair.b].name;
    mates[pair.b] = graph.vms[pair.a].name;
    sum += pair.contents();
  }
  Block block;
  block.heading = "Partners";
  block.paragraphs.push_back(
      fmt::format("Two by two, VMs have {} in common{}.", pages_text(sum),
                  graph.best_pairs_exact ? " at most: the best pairs of all" : "; there may be better pairs"));
  Grid& grid = block.grid.emplace();
  grid.columns = {{"VM", false}, {"merged"}, {"most in common with", false}, {"both hold"}, {"best pair with", false}};
  for (std::uint32_t vm = 0; vm < graph.vms.size() && vm < kMostRows; ++vm) {
    const SharingVertex& v = graph.vms[vm];
    const std::uint64_t both = v.strongest ? edge_between(graph, vm, *v.strongest).contents() : 0;
    grid.rows.push_back(
        {v.name, pages_text(v.merged), v.strongest ? graph.vms[*v.strongest].name : "-", pages_text(both), mates[vm]});
  }
  if (graph.vms.size() > kMostRows) {
    block.paragraphs.push_back(fmt::format("The first {} of {}; --json has all.", kMostRows, graph.vms.size()));
  }
  return block;
}

Tree edge_tree(const SharingGraph& graph, const SharingEdge& edge) {
  Tree::Map map{
      {"a", Tree(graph.vms[edge.a].name)}, {"b", Tree(graph.vms[edge.b].name)}, {"contents", Tree(edge.contents())}};
  for (std::size_t i = 0; i < edge.both.size(); ++i) {
    if (edge.both[i] != 0) map.emplace_back(std::string(kSharedWhats[i]), Tree(edge.both[i]));
  }
  return Tree(std::move(map));
}

Tree vertex_tree(const SharingGraph& graph, const SharingVertex& vm) {
  return Tree(Tree::Map{{"name", Tree(vm.name)},
                        {"merged_pages", Tree(vm.merged)},
                        {"contents", Tree(vm.contents)},
                        {"most_in_common_with", vm.strongest ? Tree(graph.vms[*vm.strongest].name) : Tree()}});
}

Tree kind_tree(const SharedKind& kind) {
  return Tree(Tree::Map{{"what", Tree(std::string(kSharedWhats[static_cast<std::size_t>(kind.what)]))},
                        {"within_one_vm", Tree(kind.one_vm)},
                        {"contents", Tree(kind.contents)},
                        {"pages", Tree(kind.pages)},
                        {"vms", Tree(std::uint64_t{kind.vms})}});
}

template <class Items, class ToTree>
Tree list_tree(const Items& items, ToTree to_tree) {
  Tree::List list;
  for (const auto& item : items) list.push_back(to_tree(item));
  return Tree(std::move(list));
}

}  // namespace

Document graph_document(const SharingGraph& graph, const PlacementStudy& study) {
  Document document{kinds_block(graph)};
  if (graph.vms.size() > 1) {
    document.push_back(graph.vms.size() <= kWidestMatrix ? matrix_block(graph) : edges_block(graph));
    document.push_back(components_block(graph));
    document.push_back(partners_block(graph));
  }
  add_placement(graph, study, document);
  return document;
}

Tree graph_tree(const SharingGraph& graph, const PlacementStudy& study) {
  const auto edge = [&](const SharingEdge& e) { return edge_tree(graph, e); };
  return Tree(
      Tree::Map{{"version", Tree(std::uint64_t{1})},
                {"estimated", Tree(graph.estimated)},
                {"kinds", list_tree(graph.kinds, kind_tree)},
                {"vms", list_tree(graph.vms, [&](const SharingVertex& vm) { return vertex_tree(graph, vm); })},
                {"edges", list_tree(graph.edges, edge)},
                {"components", list_tree(graph.components, [&](const auto& vms) { return names_tree(graph, vms); })},
                {"best_pairs_exact", Tree(graph.best_pairs_exact)},
                {"best_pairs", list_tree(graph.best_pairs, edge)},
                {"placement", placement_tree(graph, study)}});
}

}  // namespace ksmsim
