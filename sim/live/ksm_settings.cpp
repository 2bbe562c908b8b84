#include "ksm_settings.h"

#include <algorithm>
#include <array>

namespace ksmsim {
namespace {

/// Of "none [scan-time]" the word in brackets; other texts as they are.
std::string chosen(const std::string& text) {
  const std::size_t open = text.find('['), close = text.find(']');
  return open < close && close != std::string::npos ? text.substr(open + 1, close - open - 1) : text;
}

std::string value_of(const KsmSettings& settings, const std::string& name) {
  const auto found = std::find_if(settings.begin(), settings.end(), [&](const auto& s) { return s.first == name; });
  return found == settings.end() ? "" : found->second;
}

/// The advisor sets pages_to_scan to its minimum when it is turned on, and refuses writes to it while it is on.
void restore_advisor(const SysfsDir& ksm, const KsmSettings& saved) {
  ksm.write("advisor_min_pages_to_scan", value_of(saved, "pages_to_scan"));
  ksm.write("advisor_mode", value_of(saved, "advisor_mode"));
  ksm.write("advisor_min_pages_to_scan", value_of(saved, "advisor_min_pages_to_scan"));
}

}  // namespace

KsmSettings save_settings(const SysfsDir& ksm) {
  KsmSettings saved;
  for (const std::string& name : ksm.writable()) saved.emplace_back(name, chosen(ksm.read(name).value_or("")));
  return saved;
}

void restore_settings(const SysfsDir& ksm, const KsmSettings& saved) {
  ksm.write("run", "2");
  ksm.write("advisor_mode", "none");
  for (const auto& [name, value] : saved) {
    if (name != "run" && name != "advisor_mode") ksm.write(name, value);
  }
  if (value_of(saved, "advisor_mode") == "scan-time") restore_advisor(ksm, saved);
  ksm.write("run", value_of(saved, "run"));
}

void write_defaults(const SysfsDir& ksm) {
  constexpr std::array<std::pair<const char*, const char*>, 11> kDefaults{
      {{"advisor_mode", "none"},
       {"advisor_max_cpu", "70"},
       {"advisor_min_pages_to_scan", "500"},
       {"advisor_max_pages_to_scan", "30000"},
       {"advisor_target_scan_time", "200"},
       {"pages_to_scan", "100"},
       {"max_page_sharing", "256"},
       {"merge_across_nodes", "1"},
       {"smart_scan", "1"},
       {"stable_node_chains_prune_millisecs", "2000"},
       {"use_zero_pages", "0"}}};
  for (const auto& [name, value] : kDefaults) ksm.write(name, value);
}

}  // namespace ksmsim
