#include "ksmsim/report/result_schema.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "ksmsim/config/load.h"
#include "ksmsim/report/columns.h"
#include "tree_json.h"

namespace ksmsim {
namespace {

Json typed(const char* type, const char* meaning) { return {{"type", type}, {"description", meaning}}; }
Json text(const char* meaning) { return typed("string", meaning); }
Json boolean(const char* meaning) { return typed("boolean", meaning); }

Json count(const char* meaning) { return {{"type", "integer"}, {"minimum", 0}, {"description", meaning}}; }

/// A number from 0 on; null where it is not known.
Json figure(const char* meaning, bool maybe_null = false) {
  Json schema = {{"type", "number"}, {"minimum", 0}, {"description", meaning}};
  if (maybe_null) schema["type"] = {"number", "null"};
  return schema;
}

/// All members are required but the optional ones, and there are no others.
Json object(const char* meaning, Json members, const std::vector<std::string_view>& optional = {}) {
  Json required = Json::array();
  for (const auto& [name, schema] : members.items()) {
    if (std::find(optional.begin(), optional.end(), name) == optional.end()) required.push_back(name);
  }
  return {{"type", "object"},
          {"description", meaning},
          {"properties", std::move(members)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json list(const char* meaning, Json items) {
  return {{"type", "array"}, {"description", meaning}, {"items", std::move(items)}};
}

template <class T>
Json number_schema() {
  if constexpr (std::is_signed_v<T>) return {{"type", "integer"}};
  return {{"type", "integer"}, {"minimum", 0}};
}

Json counters() {
  Json members = Json::object();
  visit_counters(KsmCounters{}, [&](std::string_view name, auto value) {
    members[std::string(name)] = number_schema<decltype(value)>();
  });
  return object("As /sys/kernel/mm/ksm has them at the end, since the start; those that the kernel lacks are left out",
                std::move(members), {kOptionalColumns.begin(), kOptionalColumns.end()});
}

Json sample() {
  Json members = Json::object();
  visit_sample(Sample{}, [&](std::string_view name, auto value) {
    members[std::string(name)] = number_schema<decltype(value)>();
  });
  return object("The counters at a time, all since the start", std::move(members),
                {kOptionalColumns.begin(), kOptionalColumns.end()});
}

Json checksum() {
  Json bucket = object("", {{"from_ns", count("Lower edge")}, {"count", count("Checksums up to the next edge")}});
  Json plugin = object(
      "What the hash is of, if it is none of ksmsim's",
      {{"file", text("Without its folders")}, {"version", text("Its own")}, {"fingerprint", text("Of its bytes")}});
  Json source = {{"enum", {"modelled", "measured"}}, {"description", "Where the times are from"}};
  return object("What checksums took",
                {{"hash", text("Its name")},
                 {"source", std::move(source)},
                 {"count", count("Checksums computed")},
                 {"mean_ns", figure("Of one")},
                 {"total_ns", figure("Of all")},
                 {"p50_ns", figure("Median; null of modelled ones", true)},
                 {"p99_ns", figure("99 % take less; null of modelled ones", true)},
                 {"cpu_percent", figure("All of them, of simulated time")},
                 {"bits", count("Of the checksum that is kept")},
                 {"implementation", text("Which code was measured")},
                 {"chosen", text("Why this hash, if the scenario left that open")},
                 {"plugin", std::move(plugin)},
                 {"profile", text("Cost profile that they were modelled with")},
                 {"profile_source", text("Where its figures are from")},
                 {"histogram", list("Of measured ones, ascending, without empty parts", std::move(bucket))}},
                {"implementation", "chosen", "plugin", "profile", "profile_source", "histogram"});
}

Json vm() {
  return object("", {{"name", text("As in the scenario, numbered where it has a count")},
                     {"ksm_rmap_items", count("Pages that KSM keeps a record of")},
                     {"ksm_merging_pages", count("Merged pages")},
                     {"ksm_zero_pages", count("Pages merged into the zero page")},
                     {"ksm_process_profit", typed("integer", "Bytes saved, less KSM's own records")}});
}

Json sharing() {
  Json whats = Json::array();
  for (const std::string_view what : kSharedWhats) whats.push_back(what);
  Json holder = object("", {{"vm", text("Its name in vms")}, {"pages", count("Of it, mapped to these contents")}});
  return object("Contents that were merged at the end and that the same VMs hold",
                {{"what", {{"enum", std::move(whats)}, {"description", "What they are"}}},
                 {"contents", count("Distinct ones")},
                 {"holders", list("The VMs", std::move(holder))}});
}

Json event() {
  return object("",
                {{"after_batch", count("Batches before it")},
                 {"time_ns", count("Since the start")},
                 {"event", text("As the scenario has it")},
                 {"refused", text("Name of the errno; left out if it was done")}},
                {"refused"});
}

Json ksmd() {
  Json share = object("", {{"term", text("checksum, or one of the cost profile's")},
                           {"count", figure("How many")},
                           {"cpu_seconds", figure("CPU time")}});
  return object("The daemon",
                {{"cpu_seconds", figure("CPU time")},
                 {"cpu_percent", figure("Of one CPU, of simulated time")},
                 {"checksums_only", boolean("The profile does not know the rest of a visit")},
                 {"went_to", list("What the CPU time went to; left out if not modelled", std::move(share))}},
                {"went_to"});
}

Json point() {
  Json settings = {{"type", "object"},
                   {"description", "What the sweep set, by key"},
                   {"additionalProperties", {{"type", "string"}}}};
  return object("One run",
                {{"settings", std::move(settings)},
                 {"simulated_seconds", figure("Until the run ended")},
                 {"batches", count("Of ksmd")},
                 {"ended_early", boolean("Nothing was left that could happen before any stop")},
                 {"checksum", checksum()},
                 {"counters", counters()},
                 {"vms", list("Those alive at the end", vm())},
                 {"sharing", list("Who shares with whom, where it is known", sharing())},
                 {"rmap_item_bytes", count("Memory of one of KSM's records")},
                 {"ksmd", ksmd()},
                 {"events", list("What happened to the VMs, in order", event())},
                 {"samples", list("In order of time", sample())},
                 {"fingerprint", text("Over every batch's time and counters")}},
                {"sharing"});
}

Json meta() {
  Json of_point = object("", {{"wall_seconds", figure("That the run took")},
                              {"peak_memory_bytes", count("Of the process")},
                              {"visits", count("Pages handed to the merge routine")},
                              {"visits_per_second", figure("Null if it took no time", true)}});
  return object("What may differ between equal runs", {{"ksmsim", text("Version")},
                                                       {"date", text("ISO 8601")},
                                                       {"machine", text("CPU model")},
                                                       {"kernel", text("Release of the running system")},
                                                       {"wall_seconds", figure("Of all points")},
                                                       {"peak_memory_bytes", count("Of the process")},
                                                       {"points", list("In their order", std::move(of_point))}});
}

}  // namespace

std::string result_schema() {
  Json scenario = json_of(scenario_schema());
  scenario.erase("$schema");
  Json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", "ksmsim result"}};
  schema.update(object("What ksmsim run --json writes", {{"version", {{"const", 1}}},
                                                         {"scenario", std::move(scenario)},
                                                         {"points", list("Of the sweep, in order", point())},
                                                         {"meta", meta()}}));
  return json_text(schema, 2);
}

}  // namespace ksmsim
