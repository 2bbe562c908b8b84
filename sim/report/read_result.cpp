#include "ksmsim/report/read_result.h"

#include <istream>

#include "json_member.h"
#include "ksmsim/base/error.h"
#include "ksmsim/config/stored_scenario.h"
#include "read_point.h"
#include "result_parser.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostVms = 4'000'000;  // of all points together

/// A run that took no measurable time has null for what was divided by it.
Meta read_meta(const Member& from) {
  Meta meta;
  meta.wall_seconds = from.at("wall_seconds").real_or_null().value_or(0);
  meta.peak_memory_bytes = from.at("peak_memory_bytes").count();
  meta.visits = from.at("visits").count();
  meta.visits_per_second = from.at("visits_per_second").real_or_null().value_or(0);
  return meta;
}

/// One line, about the first mistake.
template <class Read>
auto scenario_part(const std::string& name, const std::string& member, Read read) {
  try {
    return read();
  } catch (const ScenarioError& error) {
    const Problem& problem = error.problems().front();
    throw_wrong(name, member + (problem.key.empty() ? "" : "." + problem.key), problem.message);
  }
}

/// A scenario has the memory of the first point's traces; points with others do not know it.
void forget_memory(Scenario& scenario, const Scenario& first) {
  for (std::size_t i = 0; i < scenario.vms.size(); ++i) {
    VmSpec& vm = scenario.vms[i];
    const bool same = i < first.vms.size() && vm.trace == first.vms[i].trace;
    if (vm.trace && !same) vm.memory.reset();
  }
}

void read_scenarios(const std::string& name, const Member& from, RunResult& result) {
  const auto stored = scenario_part(name, "scenario", [&] { return StoredScenario(json_text(from.json()), name); });
  result.scenario = scenario_part(name, "scenario", [&] { return stored.base(); });
  std::size_t vms = 0;
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    PointResult& point = result.points[i];
    const std::string member = "points[" + std::to_string(i) + "].settings";
    point.scenario = scenario_part(name, member, [&] { return stored.point(point.settings); });
    if (point.scenario.ksm.hash.empty()) point.scenario.ksm.hash = point.checksum.hash;  // the kernel's own
    forget_memory(point.scenario, result.points.front().scenario);
    vms += point.scenario.vms.size();
    if (vms > kMostVms) throw_wrong(name, "points", "more than 4000000 VMs in all of them");
  }
}

void read_metas(const Member& list, RunResult& result) {
  for (std::size_t i = 0; i < list.list().size() && i < result.points.size(); ++i) {
    result.points[i].meta = read_meta(list.item(i));
  }
}

/// `parse` feeds the parser.
template <class Parse>
RunResult read(const std::string& name, ReadOptions options, Parse parse) {
  RunResult result;
  ResultParser parser(name, options.samples, [&](const Json& members, SampleRows& rows) {
    const std::string path = "points[" + std::to_string(result.points.size()) + "]";
    result.points.push_back(read_point(Member(members, name, path), rows));
  });
  parse(parser);
  const Member document(parser.document(), name, "");
  document.at("version");
  read_scenarios(name, document.at("scenario"), result);
  read_metas(document.at("meta").at("points"), result);
  return result;
}

}  // namespace

RunResult read_json(std::istream& in, const std::string& name, ReadOptions options) {
  return read(name, options, [&](ResultParser& parser) {
    Json::sax_parse(in, &parser);
    if (in.bad()) throw Error(name + ": cannot be read");
  });
}

RunResult read_json(std::string_view text, const std::string& name, ReadOptions options) {
  return read(name, options, [&](ResultParser& parser) { Json::sax_parse(text, &parser); });
}

}  // namespace ksmsim
