#include <fmt/format.h>

#include <algorithm>

#include "format.h"
#include "ksmsim/report/hash_report.h"

namespace ksmsim {
namespace {

constexpr unsigned kKept = 32;  // by the kernel

/// `mark` if there are more than chance explains.
std::string missed_text(std::uint64_t missed, std::uint64_t changes, unsigned bits) {
  return fmt::format("{}{}", missed, too_many_missed(missed, ideal_misses(changes, bits)) ? "!" : "");
}

std::string per_billion(double missed, std::uint64_t changes) {
  if (changes == 0) return "-";
  const double rate = 1e9 * missed / static_cast<double>(changes);
  return rate > 0 && rate < 0.001 ? fmt::format("{:.1e}", rate) : fixed_text(rate, 3);
}

Block kinds_block(const std::vector<HashTest>& tests) {
  Block block;
  block.heading = "Changes missed with 32 bits kept";
  Grid grid;
  grid.columns = {{"hash", false}};
  std::vector<std::string> ideal{"(ideal)"};
  const std::vector<ChangeKind> kinds = change_kinds();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const std::uint64_t changes = tests.front().kinds[i].changes;
    grid.columns.push_back({kinds[i].name});
    block.facts.push_back({kinds[i].name, kinds[i].what + ": " + rough_text(static_cast<double>(changes)) + " changes"});
    ideal.push_back(fixed_text(ideal_misses(changes, kKept), 1));
  }
  grid.rows = {ideal};
  for (const HashTest& test : tests) {
    std::vector<std::string> row{test.hash};
    for (const MissedChanges& kind : test.kinds) {
      row.push_back(missed_text(kind.missed_32, kind.changes, std::min(kKept, test.bits)));
    }
    grid.rows.push_back(std::move(row));
  }
  block.grid = std::move(grid);
  block.paragraphs = {"Every version of a page is compared with every other one. !: more than chance lets an ideal hash miss "
                      "once in a million tests."};
  return block;
}

Block rates_block(const std::vector<HashTest>& tests) {
  Block block;
  block.heading = "Missed of a billion changes, all kinds";
  Grid grid;
  grid.columns = {{"hash", false}, {"bits"}, {"32 kept"}, {"ideal"}, {"all kept"}, {"ideal"}};
  for (const HashTest& test : tests) {
    const MissedChanges& all = test.all;
    grid.rows.push_back({test.hash, fmt::format("{}", test.bits),
                         per_billion(static_cast<double>(all.missed_32), all.changes),
                         per_billion(ideal_misses(all.changes, std::min(kKept, test.bits)), all.changes),
                         per_billion(static_cast<double>(all.missed_64), all.changes),
                         per_billion(ideal_misses(all.changes, test.bits), all.changes)});
  }
  block.grid = std::move(grid);
  return block;
}

Tree missed_tree(const MissedChanges& missed, unsigned bits) {
  const unsigned kept = std::min(kKept, bits);
  return Tree(Tree::Map{{"changes", Tree(missed.changes)},
                        {"missed_32_bits", Tree(missed.missed_32)},
                        {"ideal_32_bits", Tree(ideal_misses(missed.changes, kept))},
                        {"too_many", Tree(too_many_missed(missed.missed_32, ideal_misses(missed.changes, kept)))},
                        {"missed_all_bits", Tree(missed.missed_64)},
                        {"ideal_all_bits", Tree(ideal_misses(missed.changes, bits))}});
}

}  // namespace

Document hash_test_document(const std::vector<HashTest>& tests) {
  if (tests.empty()) return {};
  return {kinds_block(tests), rates_block(tests)};
}

Tree hash_test_tree(const std::vector<HashTest>& tests) {
  const std::vector<ChangeKind> kinds = change_kinds();
  Tree::List list;
  for (const HashTest& test : tests) {
    Tree::Map of_kinds;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      of_kinds.emplace_back(kinds[i].name, missed_tree(test.kinds[i], test.bits));
    }
    list.push_back(Tree(Tree::Map{{"name", Tree(test.hash)},
                                  {"bits", Tree(std::uint64_t{test.bits})},
                                  {"all", missed_tree(test.all, test.bits)},
                                  {"kinds", Tree(std::move(of_kinds))}}));
  }
  return Tree(Tree::Map{{"version", Tree(std::uint64_t{1})}, {"hashes", Tree(std::move(list))}});
}

}  // namespace ksmsim
