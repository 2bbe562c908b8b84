#include "ksmsim/report/hash_quality_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "format.h"

namespace ksmsim {
namespace {

constexpr double kSurprise = 0.001;  ///< what would happen less often is said to be no chance
constexpr double kBillion = 1e9;

double per_billion(double missed, std::uint64_t changes) {
  return changes == 0 ? 0 : missed * kBillion / static_cast<double>(changes);
}

std::string rate_text(double rate) { return fmt::format("{:.3g}", rate); }

/// With nothing missed, what more than is missed in one test of twenty only: 3 of all changes.
std::string missed_text(std::uint64_t missed, std::uint64_t changes) {
  return missed == 0 ? "0 (< " + rate_text(per_billion(3, changes)) + ")"
                     : rate_text(per_billion(static_cast<double>(missed), changes));
}

std::string verdict(std::uint64_t missed, std::uint64_t changes, unsigned bits) {
  const double chance = chance_of_misses(missed, ideal_misses(changes, bits));
  return chance < kSurprise ? "misses more" : "as ideal";
}

MissedChanges all_of(const HashQuality& hash) {
  MissedChanges all;
  for (const MissedChanges& kind : hash.kinds) {
    all.changes += kind.changes;
    all.missed32 += kind.missed32;
    all.missed64 += kind.missed64;
  }
  return all;
}

Block all_block(const std::vector<HashQuality>& hashes) {
  Block block;
  block.heading = "Changes that hashes miss (measured)";
  const MissedChanges first = hashes.empty() ? MissedChanges{} : all_of(hashes.front());
  block.facts = {
      {"changes", fmt::format("{} of each hash: any two versions of a page are one",
                              rough_text(static_cast<double>(first.changes)))},
      {"missed", "of a billion; 0 (< x): none was, and in 19 of 20 tests that means fewer than x"},
      {"ideal", fmt::format("{} of a billion with 32 bits, {} with 64", rate_text(ideal_misses(1'000'000'000, 32)),
                            rate_text(ideal_misses(1'000'000'000, 64)))}};
  Grid& grid = block.grid.emplace();
  grid.columns = {{"hash", false}, {"bytes read"}, {"missed, 32 bits"}, {"missed, 64 bits"}, {"32 bits", false}};
  for (const HashQuality& hash : hashes) {
    const MissedChanges all = all_of(hash);
    grid.rows.push_back({hash.hash, std::to_string(hash.bytes_read), missed_text(all.missed32, all.changes),
                         hash.bits < 64 ? "-" : missed_text(all.missed64, all.changes),
                         verdict(all.missed32, all.changes, 32)});
  }
  return block;
}

/// Of hashes that miss anything: what.
Block kinds_block(const std::vector<HashQuality>& hashes) {
  Block block;
  block.heading = "What is missed, of a billion, with 32 bits";
  Grid& grid = block.grid.emplace();
  grid.columns = {{"hash", false}};
  for (const HashQuality& hash : hashes) {
    if (all_of(hash).missed32 == 0) continue;
    std::vector<std::string>& row = grid.rows.emplace_back(1, hash.hash);
    for (const MissedChanges& kind : hash.kinds) {
      if (grid.rows.size() == 1)
        grid.columns.push_back({std::string(kChangeKinds[static_cast<std::size_t>(kind.kind)])});
      row.push_back(kind.missed32 == 0 ? "0"
                                       : rate_text(per_billion(static_cast<double>(kind.missed32), kind.changes)));
    }
  }
  return block;
}

Tree kind_tree(const MissedChanges& kind, unsigned bits) {
  Tree::Map map{{"kind", Tree(std::string(kChangeKinds[static_cast<std::size_t>(kind.kind)]))},
                {"changes", Tree(kind.changes)},
                {"missed_32", Tree(kind.missed32)},
                {"ideal_32", Tree(ideal_misses(kind.changes, 32))}};
  if (bits >= 64) {
    map.emplace_back("missed_64", Tree(kind.missed64));
    map.emplace_back("ideal_64", Tree(ideal_misses(kind.changes, 64)));
  }
  return {std::move(map)};
}

}  // namespace

Document hash_quality_document(const std::vector<HashQuality>& hashes) {
  Document document{all_block(hashes)};
  Block kinds = kinds_block(hashes);
  if (!kinds.grid->rows.empty()) document.push_back(std::move(kinds));
  return document;
}

Tree hash_quality_tree(const std::vector<HashQuality>& hashes) {
  Tree::List list;
  for (const HashQuality& hash : hashes) {
    Tree::List kinds;
    for (const MissedChanges& kind : hash.kinds) kinds.push_back(kind_tree(kind, hash.bits));
    list.push_back({Tree::Map{{"hash", Tree(hash.hash)},
                              {"bits", Tree(std::uint64_t{hash.bits})},
                              {"bytes_read", Tree(std::uint64_t{hash.bytes_read})},
                              {"kinds", {std::move(kinds)}}}});
  }
  return {Tree::Map{
      {"version", Tree(std::uint64_t{1})}, {"source", Tree(std::string("measured"))}, {"hashes", {std::move(list)}}}};
}

}  // namespace ksmsim
