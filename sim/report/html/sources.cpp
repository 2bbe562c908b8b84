#include "sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "../point_summary.h"
#include "blocks.h"
#include "chart.h"
#include "ksmsim/config/load.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostLines = 400, kMostColumns = 300;

/// Long lists, as of literal pages or a thousand VMs, are cut.
std::string settings_text(const Scenario& scenario) {
  std::istringstream in(to_yaml(resolved_tree(scenario)));
  std::string text, line;
  for (std::size_t lines = 0; std::getline(in, line); ++lines) {
    if (lines == kMostLines) return text + "... (the rest is cut here; ksmsim check prints all)\n";
    text += line.size() <= kMostColumns ? line : line.substr(0, kMostColumns) + " ... (cut here)";
    text += '\n';
  }
  return text;
}

void add_once(std::vector<Fact>& facts, const Fact& fact) {
  const bool known =
      std::any_of(facts.begin(), facts.end(), [&](const Fact& other) { return other.value == fact.value; });
  if (!known) facts.push_back(fact);
}

std::vector<Fact> sources_of(const RunResult& result) {
  std::vector<Fact> facts;
  if (!result.scenario.host.kernel.empty()) {
    facts.push_back({"simulated", "What KSM of Linux " + result.scenario.host.kernel +
                                      " does, page by page: counters and, with the cost of a batch, time."});
  }
  for (const PointResult& point : result.points) {
    if (!point.checksum.source.empty()) add_once(facts, {point.checksum.source, checksum_source(point.checksum)});
  }
  for (Fact& fact : hash_facts(result.points)) facts.push_back(std::move(fact));
  const std::string& published = result.scenario.reference.source;
  if (!published.empty()) facts.push_back({"published", published});
  if (!result.points.empty() && !result.points.front().not_told.empty()) {
    std::string names;
    for (const std::string& name : result.points.front().not_told) names += (names.empty() ? "" : ", ") + name;
    facts.push_back({"not told", "This kernel does not tell " + names + "."});
  }
  return facts;
}

}  // namespace

Markup sources_section(const RunResult& result) {
  const std::vector<Fact> sources = sources_of(result);
  Markup content = element("h2", {{"id", "sources"}}, "Sources and settings") + facts_of(sources);
  const Markup yaml = element("pre", escaped(settings_text(result.scenario)));
  const Markup box =
      element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", "Settings"}}, yaml);
  content += element("details", element("summary", "Every setting, after defaults") + box);
  return element("section", {{"aria-labelledby", "sources"}}, content) + Markup("\n");
}

}  // namespace ksmsim
