// Deduplication must be invisible to the guests, for every scanner and kernel.
#include <rapidcheck.h>

#include "catch.h"
#include "shadow_world.h"

using namespace ksmsim;

TEST_CASE("merging is invisible: memory is what a host without sharing would hold") {
  for (const PluginInfo* info : catalogue_list("scanner")) {
    for (const KernelTraits& kernel : kernel_versions()) {
      CAPTURE(info->name, kernel.version);
      CHECK(rc::check("shadow memory, " + info->name + ", Linux " + kernel.version, [&] {
        ShadowWorld world(info->name, kernel,
                          [](std::uint32_t from, std::uint32_t to) { return *rc::gen::inRange(from, to); });
        const int steps = *rc::gen::inRange(10, 120);
        for (int i = 0; i < steps; ++i) {
          world.step();
          RC_ASSERT(world.what_is_wrong() == "");
        }
      }));
    }
  }
}
