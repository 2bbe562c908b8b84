#include "read_point.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <unordered_map>

#include "ksmsim/report/columns.h"

namespace ksmsim {
namespace {

/// The nanoseconds that write_json() gave as these seconds: a double does not hold all that there are.
std::int64_t ns_of(const Member& member) {
  const double seconds = member.real();
  constexpr double kMostSeconds = 4'611'686'019;  // 2^62 ns
  if (!(seconds >= 0 && seconds <= kMostSeconds)) member.wrong("expected seconds from 0 to 4611686019");
  const std::int64_t guess = std::llround(seconds * 1e9);
  const std::int64_t step = std::max<std::int64_t>(guess >> 53, 1);
  for (const std::int64_t steps : {0, 1, -1, 2, -2}) {
    const std::int64_t ns = guess + steps * step;
    if (static_cast<double>(ns) / 1e9 == seconds) return ns;
  }
  return guess;
}

std::string text_or_none(const Member& object, const char* key) {
  const auto member = object.find(key);
  return member ? member->text() : "";
}

template <class T>
void read_counter(const Member& member, T& out) {
  if constexpr (std::is_signed_v<T>) {
    out = member.signed_number();
  } else {
    out = member.count();
  }
}

/// Also those that are not told, as the samples have it.
void read_counters(const Member& counters, const SampleRows& rows, PointResult& point) {
  visit_counters(point.counters, [&](std::string_view name, auto& out) {
    const std::string key(name);
    const auto member = is_optional_column(name) ? counters.find(key.c_str()) : counters.at(key.c_str());
    if (member) read_counter(*member, out);
    if (!rows.empty() && rows.lacks(name) == member.has_value()) {
      counters.wrong(key + " is in " + (member ? "them but not in the samples" : "the samples but not in them"));
    }
    if (!member) point.not_told.push_back(key);
  });
  visit_sample(Sample{}, [&](std::string_view name, auto) {
    const bool is_counter = counters.json().contains(std::string(name));
    const bool known = std::find(point.not_told.begin(), point.not_told.end(), name) != point.not_told.end();
    if (!is_counter && !known && rows.lacks(name)) point.not_told.emplace_back(name);
  });
}

ChecksumResult read_checksum(const Member& from) {
  ChecksumResult out;
  out.hash = from.at("hash").text();
  out.source = from.at("source").text();
  out.implementation = text_or_none(from, "implementation");
  out.chosen = text_or_none(from, "chosen");
  if (const auto plugin = from.find("plugin")) {
    out.plugin =
        HashPlugin{out.hash, plugin->at("file").text(), plugin->at("version").text(), plugin->at("fingerprint").text()};
  }
  out.profile = text_or_none(from, "profile");
  out.profile_source = text_or_none(from, "profile_source");
  out.bits = from.at("bits").small_count();
  out.count = from.at("count").count();
  out.mean_ns = from.at("mean_ns").real();
  out.total_ns = from.at("total_ns").real();
  out.p50_ns = from.at("p50_ns").real_or_null();
  out.p99_ns = from.at("p99_ns").real_or_null();
  out.cpu_percent = from.at("cpu_percent").real();
  const auto histogram = from.find("histogram");
  for (std::size_t i = 0; histogram && i < histogram->list().size(); ++i) {
    const Member bucket = histogram->item(i);
    out.histogram.push_back({bucket.at("from_ns").count(), bucket.at("count").count()});
  }
  return out;
}

std::vector<VmResult> read_vms(const Member& list) {
  std::vector<VmResult> vms;
  for (std::size_t i = 0; i < list.list().size(); ++i) {
    const Member vm = list.item(i);
    vms.push_back({vm.at("name").text(), vm.at("ksm_rmap_items").count(), vm.at("ksm_merging_pages").count(),
                   vm.at("ksm_zero_pages").count(), vm.at("ksm_process_profit").signed_number()});
  }
  return vms;
}

SharedContents::What read_what(const Member& what) {
  const auto found = std::find(kSharedWhats.begin(), kSharedWhats.end(), what.text());
  if (found == kSharedWhats.end()) what.wrong(expected_text("zeros, pattern, image, captured or other", what.json()));
  return static_cast<SharedContents::What>(found - kSharedWhats.begin());
}

std::vector<SharedContents> read_sharing(const Member& list, const std::vector<VmResult>& vms) {
  std::unordered_map<std::string, std::uint32_t> numbers;
  for (const VmResult& vm : vms) numbers.emplace(vm.name, static_cast<std::uint32_t>(&vm - vms.data()));
  std::vector<SharedContents> sharing;
  for (std::size_t i = 0; i < list.list().size(); ++i) {
    const Member from = list.item(i), holders = from.at("holders");
    SharedContents shared{read_what(from.at("what")), from.at("contents").count(), {}};
    for (std::size_t j = 0; j < holders.list().size(); ++j) {
      const Member vm = holders.item(j).at("vm");
      const auto number = numbers.find(vm.text());
      if (number == numbers.end()) vm.wrong(expected_text("the name of one of vms", vm.json()));
      shared.holders.push_back({number->second, holders.item(j).at("pages").count()});
    }
    sharing.push_back(std::move(shared));
  }
  return sharing;
}

std::vector<EventResult> read_events(const Member& list) {
  std::vector<EventResult> events;
  for (std::size_t i = 0; i < list.list().size(); ++i) {
    const Member event = list.item(i);
    events.push_back({event.at("after_batch").count(), SimTime{event.at("time_ns").signed_number()},
                      event.at("event").text(), text_or_none(event, "refused")});
  }
  return events;
}

std::vector<std::pair<std::string, std::string>> read_settings(const Member& from) {
  std::vector<std::pair<std::string, std::string>> settings;
  for (const auto& [key, value] : from.object().json().items()) {
    if (!value.is_string()) from.wrong(expected_text("texts", value));
    settings.emplace_back(key, value.get<std::string>());
  }
  return settings;
}

std::vector<CpuShare> read_shares(const Member& from) {
  std::vector<CpuShare> shares;
  for (std::size_t i = 0; i < from.list().size(); ++i) {
    const Member share = from.item(i);
    shares.push_back({share.at("term").text(), share.at("count").real(), Duration{ns_of(share.at("cpu_seconds"))}});
  }
  return shares;
}

}  // namespace

PointResult read_point(const Member& from, SampleRows& rows) {
  PointResult point;
  point.settings = read_settings(from.at("settings"));
  point.simulated = SimTime{ns_of(from.at("simulated_seconds"))};
  point.batches = from.at("batches").count();
  point.ended_early = from.at("ended_early").boolean();
  point.checksum = read_checksum(from.at("checksum"));
  read_counters(from.at("counters"), rows, point);
  point.vms = read_vms(from.at("vms"));
  if (const auto sharing = from.find("sharing")) point.sharing = read_sharing(*sharing, point.vms);
  point.rmap_item_bytes = from.at("rmap_item_bytes").count();
  const Member ksmd = from.at("ksmd");
  point.ksmd_cpu = Duration{ns_of(ksmd.at("cpu_seconds"))};
  point.ksmd_cpu_percent = ksmd.at("cpu_percent").real();
  point.ksmd_cpu_is_checksums_only = ksmd.at("checksums_only").boolean();
  if (const auto shares = ksmd.find("went_to")) point.ksmd_shares = read_shares(*shares);
  point.events = read_events(from.at("events"));
  point.fingerprint = from.at("fingerprint").text();
  point.samples = rows.take();
  return point;
}

}  // namespace ksmsim
