#include "ksmsim/cost/cost_profile.h"

#include "known_cpus.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr const char* kKind = "cpu";

/// Puts the built-in profiles into the catalogue, for the scenario reader and `list cpus`.
struct RegisteredCpus {
  RegisteredCpus() {
    for (KnownCpu& cpu : known_cpus()) {
      catalogue_add({kKind, cpu.profile.name, cpu.summary, {}});
    }
  }
};
const RegisteredCpus registered;

}  // namespace

CostProfile cost_profile(const std::string& name) {
  for (const KnownCpu& cpu : known_cpus()) {
    if (cpu.profile.name == name) return cpu.profile;
  }
  const std::string near = nearest_word(name, cost_profile_names());
  throw UsageError("no cost profile is named '" + name + "'" + (near.empty() ? "" : " (did you mean '" + near + "'?)"));
}

std::vector<std::string> cost_profile_names() {
  std::vector<std::string> names;
  for (const PluginInfo* info : catalogue_list(kKind)) names.push_back(info->name);
  return names;
}

}  // namespace ksmsim
