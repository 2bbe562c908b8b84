#include "ksmsim/trace/merged_ranks.h"

#include <map>
#include <optional>

namespace ksmsim {
namespace {

/// A content of the common order, and where it is: (trace, rank) of each trace that has it.
struct Entry {
  std::optional<Fingerprint> fingerprint;
  std::vector<std::pair<std::size_t, TracePage>> members;
};

Entry entry_of(const TraceContents& contents, std::size_t trace, TracePage rank) {
  Entry entry;
  if (!contents.fingerprints.empty()) entry.fingerprint = contents.fingerprints[rank];
  entry.members.emplace_back(trace, rank);
  return entry;
}

std::map<Fingerprint, std::size_t> places_of(const std::vector<Entry>& order) {
  std::map<Fingerprint, std::size_t> places;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (order[i].fingerprint) places.emplace(*order[i].fingerprint, i);
  }
  return places;
}

/// Puts the trace's contents (but zeros) in: what both have joins, the rest goes before the next that both have.
std::vector<Entry> merge(std::vector<Entry> order, const TraceContents& contents, std::size_t trace) {
  const auto places = order.empty() ? std::map<Fingerprint, std::size_t>{} : places_of(order);
  std::vector<Entry> merged;
  merged.reserve(order.size() + contents.count);
  std::size_t taken = 0;
  for (TracePage rank = 0; rank < contents.count; ++rank) {
    if (contents.zero == rank) continue;
    Entry entry = entry_of(contents, trace, rank);
    const auto place = entry.fingerprint ? places.find(*entry.fingerprint) : places.end();
    if (place != places.end()) {
      if (place->second < taken) throw TraceError("two traces have the same contents in different orders");
      while (taken < place->second) merged.push_back(std::move(order[taken++]));
      merged.push_back(std::move(order[taken++]));
      merged.back().members.emplace_back(trace, rank);
    } else {
      merged.push_back(std::move(entry));
    }
  }
  while (taken < order.size()) merged.push_back(std::move(order[taken++]));
  return merged;
}

/// The common order of one trace is its own.
std::vector<std::uint64_t> own_ranks(const TraceContents& contents) {
  std::vector<std::uint64_t> ranks(contents.count);
  std::uint64_t next = 1;
  for (TracePage rank = 0; rank < contents.count; ++rank) ranks[rank] = contents.zero == rank ? 0 : next++;
  return ranks;
}

}  // namespace

std::vector<std::vector<std::uint64_t>> merged_ranks(const std::vector<const TraceContents*>& traces) {
  if (traces.size() == 1) return {own_ranks(*traces[0])};
  std::vector<Entry> order;
  std::vector<std::vector<std::uint64_t>> ranks;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    ranks.emplace_back(traces[i]->count, 0);
    order = merge(std::move(order), *traces[i], i);
  }
  for (std::size_t place = 0; place < order.size(); ++place) {
    for (const auto& [trace, rank] : order[place].members) ranks[trace][rank] = place + 1;
  }
  return ranks;
}

}  // namespace ksmsim
