#include "tunables.h"

#include <cerrno>
#include <charconv>
#include <limits>
#include <optional>

namespace ksmsim {
namespace {

constexpr std::uint64_t kMax32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMax64 = std::numeric_limits<std::uint64_t>::max();

std::optional<std::uint64_t> number(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || rest != end) return std::nullopt;
  return value;
}

/// As the kernel's kstrtobool reads it: the first letter counts, of "on" and "off" the second.
std::optional<bool> boolean(const std::string& text) {
  if (text.empty()) return std::nullopt;
  switch (text[0]) {
    case '1':
    case 'y':
    case 'Y':
    case 't':
    case 'T':
      return true;
    case '0':
    case 'n':
    case 'N':
    case 'f':
    case 'F':
      return false;
    case 'o':
    case 'O':
      if (text.size() > 1 && (text[1] == 'n' || text[1] == 'N')) return true;
      if (text.size() > 1 && (text[1] == 'f' || text[1] == 'F')) return false;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

template <class Integer>
Errno store(Integer& knob, const std::string& value, std::uint64_t least, std::uint64_t most) {
  const auto n = number(value);
  if (!n || *n < least || *n > most) return EINVAL;
  knob = static_cast<Integer>(*n);
  return 0;
}

Errno store(bool& knob, const std::string& value) {
  const auto b = boolean(value);
  if (!b) return EINVAL;
  knob = *b;
  return 0;
}

/// A knob that cannot change while pages are shared; its own value is always fine.
Errno store_when_empty(std::uint32_t& knob, const std::string& value, std::uint64_t least, std::uint64_t most,
                       StableTreeUse use) {
  std::uint32_t wanted = knob;
  if (const Errno refused = store(wanted, value, least, most)) return refused;
  if (wanted != knob && use.shares) return EBUSY;
  knob = wanted;
  return 0;
}

Errno store_advisor(Tunables& t, const std::string& name, const std::string& value) {
  if (name == "advisor_max_cpu") return store(t.advisor_max_cpu, value, 0, kMax64);
  if (name == "advisor_min_pages_to_scan") return store(t.advisor_min_pages_to_scan, value, 0, kMax64);
  if (name == "advisor_max_pages_to_scan") return store(t.advisor_max_pages_to_scan, value, 0, kMax64);
  if (name == "advisor_target_scan_time") return store(t.advisor_target_scan_time, value, 1, kMax64);
  if (name != "advisor_mode") return ENOENT;
  if (value != "none" && value != "scan-time") return EINVAL;
  const bool on = value == "scan-time";
  if (on == t.advisor) return 0;
  t.advisor = on;
  t.pages_to_scan = on ? static_cast<std::uint32_t>(t.advisor_min_pages_to_scan) : 100;
  return 0;
}

}  // namespace

Errno write_tunable(Tunables& t, const KernelTraits& kernel, const std::string& name, const std::string& value,
                    StableTreeUse use) {
  if (name == "run") return store(t.run, value, 0, 2);
  if (name == "pages_to_scan") return t.advisor ? EINVAL : store(t.pages_to_scan, value, 0, kMax32);
  if (name == "sleep_millisecs") return store(t.sleep_millisecs, value, 0, kMax32);
  if (name == "use_zero_pages") return store(t.use_zero_pages, value);
  if (name == "stable_node_chains_prune_millisecs") {
    return store(t.stable_node_chains_prune_millisecs, value, 0, kMax32);
  }
  if (name == "max_page_sharing") return store_when_empty(t.max_page_sharing, value, 2, 0x7fffffff, use);
  if (name == "merge_across_nodes") return store_when_empty(t.merge_across_nodes, value, 0, 1, use);
  if (name == "smart_scan") return kernel.smart_scan ? store(t.smart_scan, value) : ENOENT;
  if (kernel.advisor) return store_advisor(t, name, value);
  return ENOENT;
}

}  // namespace ksmsim
