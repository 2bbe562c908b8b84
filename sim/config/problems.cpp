#include "problems.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "text.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostPrinted = 50;

/// File by file, in the order of each; what came from the command line last.
bool before(const Problem& a, const Problem& b) {
  const auto place = [](const Problem& p) { return std::tie(p.file, p.at.line, p.at.column); };
  if ((a.at.line == 0) != (b.at.line == 0)) return b.at.line == 0;
  return place(a) < place(b);
}

std::vector<Problem> sorted(std::vector<Problem> problems) {
  std::stable_sort(problems.begin(), problems.end(), before);
  return problems;
}

std::string all_lines(const std::vector<Problem>& problems) {
  std::string out;
  const std::size_t printed = std::min(problems.size(), kMostPrinted);
  for (std::size_t i = 0; i < printed; ++i) {
    if (i > 0) out += '\n';
    out += problems[i].line();
  }
  if (printed < problems.size()) {
    out.append("\n").append(escaped(problems[0].file));
    out.append(": and ").append(std::to_string(problems.size() - printed)).append(" more");
  }
  return out;
}

}  // namespace

std::string Problem::line() const {
  std::string out = escaped(file);
  if (at.line > 0) {
    out.append(":").append(std::to_string(at.line)).append(":").append(std::to_string(at.column));
  }
  if (!key.empty()) out.append(": ").append(escaped(key));
  out.append(": ").append(message);
  if (!hint.empty()) out.append(" (did you mean '").append(escaped(hint)).append("'?)");
  return out;
}

ScenarioError::ScenarioError(std::vector<Problem> problems)
    : UsageError(all_lines(sorted(problems))), problems_(sorted(std::move(problems))) {}

void Problems::add(Position at, const std::string& key, std::string message, std::string hint) {
  list_.push_back({at.line > 0 ? file_ : "command line", at, key, std::move(message), std::move(hint)});
}

void Problems::merge(const std::vector<Problem>& others) {
  for (const Problem& problem : others) {
    const auto is_same = [&](const Problem& p) { return p.line() == problem.line(); };
    if (std::none_of(list_.begin(), list_.end(), is_same)) list_.push_back(problem);
  }
}

void Problems::throw_if_any() const {
  if (!list_.empty()) throw ScenarioError(list_);
}

}  // namespace ksmsim
