#include "ksmsim/report/trace_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "format.h"

namespace ksmsim {
namespace {

constexpr std::size_t kSnapshotRows = 20;

std::vector<std::string> share_row(const TraceShares& shares) {
  const auto share = [&](std::uint64_t part) { return share_text(part, shares.present); };
  return {shares.name,         pages_text(shares.pages), pages_text(shares.present),
          share(shares.zero),  share(shares.repeated),   share(shares.common),
          share(shares.unique)};
}

Block share_block(const TraceSummary& summary) {
  Block block;
  block.heading = "What the present pages hold, per cent";
  Grid grid;
  grid.columns = {{"VM", false}, {"memory"}, {"present"}, {"zeros"}, {"repeated"}, {"common"}, {"unique"}};
  for (const TraceShares& vm : summary.vms) grid.rows.push_back(share_row(vm));
  if (summary.vms.size() > 1) grid.rows.push_back(share_row(summary.all));
  block.grid = std::move(grid);
  block.paragraphs = {"repeated: held by other pages of the same VM only. common: held by another VM, too."};
  return block;
}

void add_if_any(Block& block, const char* label, std::uint64_t pages, const char* what) {
  if (pages != 0) block.facts.push_back({label, fmt::format("{} pages{}", pages, what)});
}

Block size_block(const TraceSummary& summary, const std::string& name) {
  Block block;
  block.heading = name;
  const TraceShares& all = summary.all;
  block.facts = {
      {"VMs", fmt::format("{}, {} ({} pages)", counted(summary.vms.size(), "VM"), pages_text(all.pages), all.pages)},
      {"snapshots",
       fmt::format("{}{}", summary.snapshots.size() + 1,
                   summary.snapshots.empty()
                       ? ""
                       : fmt::format(" in {}; this is number {}",
                                     duration_text(summary.snapshots.back().time.seconds()), summary.snapshot))},
      {"present", fmt::format("{} pages that KSM would scan, {} different contents", all.present, summary.contents)}};
  add_if_any(block, "not present", all.absent, "");
  add_if_any(block, "zero page", all.zero_mapped, " map the host's zero page; KSM passes them by");
  add_if_any(block, "unreadable", all.unreadable, " could not be read; a replay leaves them out");
  add_if_any(block, "huge pages", all.huge, " are backed by huge pages");
  block.facts.push_back(
      {"at most", fmt::format("{} saved, {} % of what is present, with every page merged that can be",
                              pages_text(summary.most_saved), share_text(summary.most_saved, all.present))});
  block.facts.push_back({"holds", summary.bytes          ? "fingerprints and bytes of all contents"
                                  : summary.fingerprints ? "fingerprints of contents, and not their bytes"
                                                         : "neither fingerprints nor bytes of contents"});
  return block;
}

Block repeated_block(const TraceSummary& summary) {
  Block block;
  block.heading = "Most repeated contents";
  Grid grid;
  grid.columns = {{"content", false}, {"pages"}, {"memory"}, {"VMs"}};
  for (const RepeatedContent& content : summary.most_repeated) {
    grid.rows.push_back({content.zero ? "zeros" : fmt::format("{}", content.content), fmt::format("{}", content.pages),
                         pages_text(content.pages), fmt::format("{}", content.vms)});
  }
  block.grid = std::move(grid);
  return block;
}

Block change_block(const TraceSummary& summary) {
  Block block;
  block.heading = "Changes by snapshot";
  Grid grid;
  grid.columns = {{"after"}, {"changed"}, {"appeared"}, {"gone"}, {"changed a minute, %"}};
  Duration before{};
  for (std::size_t i = 0; i < summary.snapshots.size(); ++i) {
    const SnapshotChanges& changes = summary.snapshots[i];
    const double minutes = (changes.time - before).seconds() / 60;
    const double share = 100 * static_cast<double>(changes.changed) /
                         static_cast<double>(std::max<std::uint64_t>(summary.all.present, 1));
    before = changes.time;
    if (i >= kSnapshotRows) continue;
    grid.rows.push_back({duration_text(changes.time.seconds()), fmt::format("{}", changes.changed),
                         fmt::format("{}", changes.appeared), fmt::format("{}", changes.gone),
                         fixed_text(share / minutes, 2)});
  }
  block.grid = std::move(grid);
  if (summary.snapshots.size() > kSnapshotRows) {
    block.paragraphs = {fmt::format("{} further snapshots are in --json.", summary.snapshots.size() - kSnapshotRows)};
  }
  return block;
}

Tree shares_tree(const TraceShares& shares) {
  return Tree(Tree::Map{{"name", Tree(shares.name)},
                        {"pages", Tree(shares.pages)},
                        {"present", Tree(shares.present)},
                        {"zero", Tree(shares.zero)},
                        {"repeated", Tree(shares.repeated)},
                        {"common", Tree(shares.common)},
                        {"unique", Tree(shares.unique)},
                        {"absent", Tree(shares.absent)},
                        {"zero_mapped", Tree(shares.zero_mapped)},
                        {"unreadable", Tree(shares.unreadable)},
                        {"huge", Tree(shares.huge)}});
}

}  // namespace

Document trace_document(const TraceSummary& summary, const std::string& name) {
  Document document{size_block(summary, name), share_block(summary)};
  if (!summary.most_repeated.empty()) document.push_back(repeated_block(summary));
  if (!summary.snapshots.empty()) document.push_back(change_block(summary));
  return document;
}

Tree trace_tree(const TraceSummary& summary) {
  Tree::List vms, repeated, snapshots;
  for (const TraceShares& vm : summary.vms) vms.push_back(shares_tree(vm));
  for (const RepeatedContent& content : summary.most_repeated) {
    repeated.push_back(Tree(Tree::Map{{"content", Tree(std::uint64_t{content.content})},
                                      {"zero", Tree(content.zero)},
                                      {"pages", Tree(content.pages)},
                                      {"vms", Tree(std::uint64_t{content.vms})}}));
  }
  for (const SnapshotChanges& changes : summary.snapshots) {
    snapshots.push_back(Tree(Tree::Map{{"seconds", Tree(changes.time.seconds())},
                                       {"changed", Tree(changes.changed)},
                                       {"appeared", Tree(changes.appeared)},
                                       {"gone", Tree(changes.gone)}}));
  }
  return Tree(Tree::Map{{"version", Tree(std::uint64_t{1})},
                        {"snapshot", Tree(std::uint64_t{summary.snapshot})},
                        {"all", shares_tree(summary.all)},
                        {"vms", Tree(std::move(vms))},
                        {"contents", Tree(summary.contents)},
                        {"most_saved", Tree(summary.most_saved)},
                        {"most_repeated", Tree(std::move(repeated))},
                        {"changes", Tree(std::move(snapshots))},
                        {"fingerprints", Tree(summary.fingerprints)},
                        {"bytes", Tree(summary.bytes)}});
}

}  // namespace ksmsim
