// The property of the same name, for longer: a million operations, with everything checked after each.
#include <iostream>

#include "catch.h"
#include "ksmsim/base/random.h"
#include "shadow_world.h"

using namespace ksmsim;

namespace {

constexpr std::uint32_t kOperations = 1'000'000, kOfOneWorld = 250;

/// A world's whole life; what went wrong in it, and when.
std::string live_through(const std::string& scanner, const KernelTraits& kernel, std::uint64_t seed) {
  std::uint64_t drawn = 0;
  ShadowWorld world(scanner, kernel, [&](std::uint32_t from, std::uint32_t to) {
    return from + static_cast<std::uint32_t>(split_mix(seed, drawn++) % (to - from));
  });
  for (std::uint32_t i = 1; i <= kOfOneWorld; ++i) {
    world.step();
    if (const std::string wrong = world.what_is_wrong(); !wrong.empty()) {
      return scanner + ", Linux " + kernel.version + ", seed " + std::to_string(seed) + ", operation " +
             std::to_string(i) + ": " + wrong;
    }
  }
  return "";
}

}  // namespace

TEST_CASE("a million random operations: memory is as without sharing after each, and every item is counted once") {
  std::uint32_t operations = 0;
  for (std::uint64_t seed = 1; operations < kOperations; ++seed) {
    for (const PluginInfo* info : catalogue_list("scanner")) {
      for (const KernelTraits& kernel : kernel_versions()) {
        REQUIRE(live_through(info->name, kernel, mix64(seed)) == "");
        operations += kOfOneWorld;
      }
    }
  }
  std::cout << operations << " operations checked\n";
}
