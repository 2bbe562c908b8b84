// Dumps that QEMU wrote of one paused machine (tests/support/qemu_dumps.py): all hold the same.
#include "catch.h"
#include "image_pages.h"

using namespace ksmsim;

namespace {

const std::string kImages = std::string(KSMSIM_SOURCE_DIR) + "/tests/data/images/";

/// Below 1 MiB a PC shows its firmware in place of memory, in some views and not in others.
ImagePages above_1mib(ImagePages pages) {
  pages.erase(pages.begin(), pages.lower_bound(256));
  return pages;
}

}  // namespace

TEST_CASE("dumps of one machine in QEMU's formats hold the same pages") {
  const ImagePages raw = above_1mib(pages_of(kImages + "qemu.raw.zst", {"raw", {}, false}));
  REQUIRE(raw.size() == 4096 - 256);
  CHECK(raw.at(513) == page_of('a'));
  for (const char* name : {"qemu.elf.zst", "qemu.kdump.zst", "qemu.stream.zst"}) {
    INFO(name);
    const ImagePages pages = above_1mib(pages_of(kImages + name));
    CHECK(pages.size() == raw.size());
    CHECK((pages == raw));
  }
}
