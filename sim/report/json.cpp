// Results as JSON. What is small is built as values; samples, of which there may be 10^5, are
// written as they come.
#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <optional>
#include <ostream>
#include <string_view>

#include "ksmsim/config/load.h"
#include "ksmsim/report/columns.h"
#include "ksmsim/report/report.h"
#include "tree_json.h"

namespace ksmsim {
namespace {

double seconds_of(std::int64_t ns) { return static_cast<double>(ns) / 1e9; }

template <class T>
Json maybe(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json counters_json(const PointResult& point) {
  Json json = Json::object();
  visit_counters(point.counters, [&](std::string_view name, auto value) {
    if (tells(point, name)) json[std::string(name)] = value;
  });
  return json;
}

Json checksum_json(const ChecksumResult& c) {
  Json json = {{"hash", c.hash},
               {"source", c.source},
               {"count", c.count},
               {"mean_ns", c.mean_ns},
               {"total_ns", c.total_ns},
               {"p50_ns", maybe(c.p50_ns)},
               {"p99_ns", maybe(c.p99_ns)},
               {"cpu_percent", c.cpu_percent},
               {"bits", c.bits}};
  if (!c.implementation.empty()) json["implementation"] = c.implementation;
  if (!c.chosen.empty()) json["chosen"] = c.chosen;
  if (c.plugin) {
    json["plugin"] = {{"file", c.plugin->file}, {"version", c.plugin->version}, {"fingerprint", c.plugin->digest}};
  }
  if (!c.profile.empty()) json["profile"] = c.profile;
  if (!c.profile_source.empty()) json["profile_source"] = c.profile_source;
  if (c.histogram.empty()) return json;
  Json& buckets = json["histogram"] = Json::array();
  for (const auto& bucket : c.histogram) {
    buckets.push_back({{"from_ns", bucket.from}, {"count", bucket.count}});
  }
  return json;
}

Json vms_json(const std::vector<VmResult>& vms) {
  Json list = Json::array();
  for (const VmResult& vm : vms) {
    list.push_back({{"name", vm.name},
                    {"ksm_rmap_items", vm.ksm_rmap_items},
                    {"ksm_merging_pages", vm.ksm_merging_pages},
                    {"ksm_zero_pages", vm.ksm_zero_pages},
                    {"ksm_process_profit", vm.ksm_process_profit}});
  }
  return list;
}

Json sharing_json(const PointResult& point) {
  Json list = Json::array();
  for (const SharedContents& shared : point.sharing) {
    Json holders = Json::array();
    for (const auto& [vm, pages] : shared.holders) {
      holders.push_back({{"vm", point.vms.at(vm).name}, {"pages", pages}});
    }
    list.push_back({{"what", kSharedWhats.at(static_cast<std::size_t>(shared.what))},
                    {"contents", shared.contents},
                    {"holders", std::move(holders)}});
  }
  return list;
}

Json events_json(const std::vector<EventResult>& events) {
  Json list = Json::array();
  for (const EventResult& event : events) {
    Json json = {{"after_batch", event.batch}, {"time_ns", event.time.ns}, {"event", event.text}};
    if (!event.refused.empty()) json["refused"] = event.refused;
    list.push_back(std::move(json));
  }
  return list;
}

Json shares_json(const std::vector<CpuShare>& shares) {
  Json list = Json::array();
  for (const CpuShare& share : shares) {
    list.push_back({{"term", share.term}, {"count", share.count}, {"cpu_seconds", seconds_of(share.cpu.ns)}});
  }
  return list;
}

/// All members of a point but its samples and what follows them.
Json point_head(const PointResult& point) {
  Json settings = Json::object();
  for (const auto& [key, value] : point.settings) settings[key] = value;
  Json head = {{"settings", std::move(settings)},
               {"simulated_seconds", seconds_of(point.simulated.ns)},
               {"batches", point.batches},
               {"ended_early", point.ended_early},
               {"checksum", checksum_json(point.checksum)},
               {"counters", counters_json(point)},
               {"vms", vms_json(point.vms)}};
  if (!point.sharing.empty()) head["sharing"] = sharing_json(point);
  head["rmap_item_bytes"] = point.rmap_item_bytes;
  head["ksmd"] = {{"cpu_seconds", seconds_of(point.ksmd_cpu.ns)},
                  {"cpu_percent", point.ksmd_cpu_percent},
                  {"checksums_only", point.ksmd_cpu_is_checksums_only}};
  if (!point.ksmd_shares.empty()) head["ksmd"]["went_to"] = shares_json(point.ksmd_shares);
  head["events"] = events_json(point.events);
  return head;
}

void append_member(std::string& row, std::string_view name, std::integral auto value) {
  std::array<char, 24> digits;
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  row.append(row.empty() ? "{\"" : ",\"").append(name).append("\":").append(digits.data(), end);
}

std::string sample_text(const PointResult& point, const Sample& sample) {
  std::string row;
  visit_sample(sample, [&](std::string_view name, auto value) {
    if (tells(point, name)) append_member(row, name, value);
  });
  return row + "}";
}

void write_point(const PointResult& point, std::ostream& out) {
  const char* separator = "{";
  const Json head = point_head(point);
  for (const auto& [key, value] : head.items()) {
    out << separator << '"' << key << "\": " << json_text(value);
    separator = ",\n ";
  }
  out << ",\n \"samples\": [";
  separator = "\n  ";
  for (const Sample& sample : point.samples) {
    if (!out) return;
    out << separator << sample_text(point, sample);
    separator = ",\n  ";
  }
  out << "],\n \"fingerprint\": " << json_text(point.fingerprint) << '}';
}

Json meta_json(const RunResult& result, const Provenance& provenance) {
  Json points = Json::array();
  double wall = 0;
  std::uint64_t peak = 0;
  for (const PointResult& point : result.points) {
    points.push_back({{"wall_seconds", point.meta.wall_seconds},
                      {"peak_memory_bytes", point.meta.peak_memory_bytes},
                      {"visits", point.meta.visits},
                      {"visits_per_second", point.meta.visits_per_second}});
    wall += point.meta.wall_seconds;
    peak = std::max(peak, point.meta.peak_memory_bytes);
  }
  return {{"ksmsim", provenance.version}, {"date", provenance.date}, {"machine", provenance.machine},
          {"kernel", provenance.kernel},  {"wall_seconds", wall},    {"peak_memory_bytes", peak},
          {"points", std::move(points)}};
}

}  // namespace

void write_json(const RunResult& result, const Provenance& provenance, std::ostream& out) {
  out << "{\"version\": 1,\n\"scenario\": " << json_text(json_of(resolved_tree(result.scenario))) << ",\n\"points\": [";
  const char* separator = "\n";
  for (const PointResult& point : result.points) {
    out << separator;
    write_point(point, out);
    separator = ",\n";
  }
  out << "],\n\"meta\": " << json_text(meta_json(result, provenance)) << "}\n";
}

}  // namespace ksmsim
