#include "ksmsim/base/plugin.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ksmsim {
namespace {

using Catalogue = std::map<std::pair<std::string, std::string>, PluginInfo>;

Catalogue& catalogue() {
  static Catalogue entries;
  return entries;
}

/// Levenshtein's distance, upper and lower case alike; two neighbours swapped count as one change.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  const auto same = [&](std::size_t i, std::size_t j) { return lower(a[i]) == lower(b[j]); };
  std::vector<std::size_t> two_up, up, row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    two_up = std::exchange(up, row);
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({up[j] + 1, row[j - 1] + 1, up[j - 1] + (same(i - 1, j - 1) ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && same(i - 1, j - 2) && same(i - 2, j - 1);
      if (swapped) row[j] = std::min(row[j], two_up[j - 2] + 1);
    }
  }
  return row[b.size()];
}

}  // namespace

void catalogue_add(PluginInfo info) {
  auto key = std::make_pair(info.kind, info.name);
  const std::string text = info.kind + " '" + info.name + "'";
  if (!catalogue().emplace(std::move(key), std::move(info)).second) {
    throw Error("duplicate plug-in: " + text);
  }
}

std::vector<const PluginInfo*> catalogue_list(std::string_view kind) {
  std::vector<const PluginInfo*> found;
  for (const auto& [key, info] : catalogue()) {
    if (key.first == kind) found.push_back(&info);
  }
  std::sort(found.begin(), found.end(), [](const PluginInfo* a, const PluginInfo* b) {
    return strverscmp(a->name.c_str(), b->name.c_str()) < 0;  // glibc
  });
  return found;
}

const PluginInfo* catalogue_find(std::string_view kind, std::string_view name) {
  const auto found = catalogue().find({std::string(kind), std::string(name)});
  return found == catalogue().end() ? nullptr : &found->second;
}

std::string nearest_version(const std::string& version, const std::vector<std::string>& versions) {
  std::string oldest, nearest;
  for (const std::string& v : versions) {
    if (oldest.empty() || strverscmp(v.c_str(), oldest.c_str()) < 0) oldest = v;
    if (strverscmp(v.c_str(), version.c_str()) > 0) continue;
    if (nearest.empty() || strverscmp(v.c_str(), nearest.c_str()) > 0) nearest = v;
  }
  return nearest.empty() ? oldest : nearest;
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& words) {
  const std::string_view start = word.substr(0, 64);  // hostile input may be long
  std::string best;
  std::size_t best_distance = std::max<std::size_t>(2, start.size() / 3) + 1;
  for (const std::string& candidate : words) {
    const std::size_t d = distance(start, candidate);
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

}  // namespace ksmsim
