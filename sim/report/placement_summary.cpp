#include "placement_summary.h"

#include <fmt/format.h>

#include <cmath>

#include "format.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostHosts = 16, kMostNames = 40;

std::string against(double frames, const PlacementStudy& study) {
  if (!study.best || study.best->total() == 0) return "-";
  return signed_text(100 * (frames / static_cast<double>(study.best->total()) - 1), 1) + " %";
}

std::vector<std::string> row(const std::string& name, double frames, const PlacementStudy& study) {
  return {name, pages_text(static_cast<std::uint64_t>(std::llround(frames))), against(frames, study)};
}

std::vector<std::string> row(const std::string& name, const std::optional<Placement>& placement,
                             const PlacementStudy& study) {
  if (!placement) return {name, "does not fit", "-"};
  return row(name, static_cast<double>(placement->total()), study);
}

std::vector<std::string> random_row(const PlacementStudy& study) {
  const std::string name = fmt::format("random, mean of {}", study.draws);
  if (!study.random_mean) return {name, "none fits", "-"};
  if (study.draws_that_fit == study.draws) return row(name, *study.random_mean, study);
  return row(fmt::format("random, mean of {} that fit", study.draws_that_fit), *study.random_mean, study);
}

std::string capacity_text(const PlacementStudy& study) {
  return study.capacity ? pages_text(*study.capacity) : "of any size";
}

std::string method_text(const PlacementStudy& study) {
  if (study.exact) return study.best ? "exact: no split needs less" : "no split fits: all were ruled out";
  return study.best ? "local search: there may be a better one" : "local search found none that fits; there may be one";
}

Block comparison_block(const SharingGraph& graph, const PlacementStudy& study) {
  Block block;
  block.heading = fmt::format("{} on {}", counted(graph.vms.size(), "VM"), counted(study.hosts, "host"));
  block.facts = {{"a host", capacity_text(study)},
                 {"VMs a host", study.balanced ? "as many as on any other, or one more" : "any number"},
                 {"best split", method_text(study)}};
  Grid& grid = block.grid.emplace();
  grid.columns = {{"split", false}, {"memory needed"}, {"against the best"}};
  grid.rows = {row("best", study.best, study),
               random_row(study),
               row("first fit by memory", study.first_fit_by_memory, study),
               row("first fit by frames", study.first_fit_by_frames, study),
               row("(a host for every VM)", static_cast<double>(study.apart), study),
               row("(one host for all)", static_cast<double>(study.together), study)};
  return block;
}

Block split_block(const SharingGraph& graph, const Placement& best) {
  Block block;
  block.heading = "The best split";
  for (std::size_t host = 0; host < best.hosts.size() && host < kMostHosts; ++host) {
    const std::string names = names_text(graph, best.hosts[host], kMostNames);
    block.facts.push_back({fmt::format("host {}", host), pages_text(best.frames[host]) + ": " + names});
  }
  if (best.hosts.size() > kMostHosts) {
    block.facts.push_back({"...", fmt::format("{} more; --json has all", best.hosts.size() - kMostHosts)});
  }
  return block;
}

Tree total_or_null(const std::optional<Placement>& placement) { return placement ? Tree(placement->total()) : Tree(); }

}  // namespace

std::string names_text(const SharingGraph& graph, const std::vector<std::uint32_t>& vms, std::size_t most) {
  if (vms.empty()) return "nothing";
  std::string text;
  for (std::size_t i = 0; i < vms.size() && i < most; ++i) text += (i == 0 ? "" : " ") + graph.vms[vms[i]].name;
  if (vms.size() > most) text += fmt::format(" and {} more", vms.size() - most);
  return text;
}

Tree names_tree(const SharingGraph& graph, const std::vector<std::uint32_t>& vms) {
  Tree::List names;
  for (const std::uint32_t vm : vms) names.push_back(Tree(graph.vms[vm].name));
  return Tree(std::move(names));
}

void add_placement(const SharingGraph& graph, const PlacementStudy& study, Document& document) {
  document.push_back(comparison_block(graph, study));
  if (study.best) document.push_back(split_block(graph, *study.best));
}

Tree placement_tree(const SharingGraph& graph, const PlacementStudy& study) {
  Tree::List hosts;
  for (std::size_t i = 0; study.best && i < study.best->hosts.size(); ++i) {
    hosts.push_back(
        Tree(Tree::Map{{"frames", Tree(study.best->frames[i])}, {"vms", names_tree(graph, study.best->hosts[i])}}));
  }
  return Tree(Tree::Map{{"hosts", Tree(std::uint64_t{study.hosts})},
                        {"capacity_frames", study.capacity ? Tree(*study.capacity) : Tree()},
                        {"balanced", Tree(study.balanced)},
                        {"method", Tree(std::string(study.exact ? "exact" : "local search"))},
                        {"best_frames", total_or_null(study.best)},
                        {"best", Tree(std::move(hosts))},
                        {"random_draws", Tree(std::uint64_t{study.draws})},
                        {"random_draws_that_fit", Tree(std::uint64_t{study.draws_that_fit})},
                        {"random_mean_frames", study.random_mean ? Tree(*study.random_mean) : Tree()},
                        {"first_fit_by_memory_frames", total_or_null(study.first_fit_by_memory)},
                        {"first_fit_by_frames_frames", total_or_null(study.first_fit_by_frames)},
                        {"apart_frames", Tree(study.apart)},
                        {"together_frames", Tree(study.together)}});
}

}  // namespace ksmsim
