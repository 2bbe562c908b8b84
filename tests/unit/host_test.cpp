#include "ksmsim/host/host.h"

#include "catch.h"

using namespace ksmsim;

namespace {

Content random_page(std::uint64_t n) { return Content::make(ContentKind::random, n); }

/// A host of one VM with these pages, started.
Host one_vm(const std::vector<Content>& pages, HostTraits traits = {}, bool huge = false) {
  Host host(1, traits);
  const VmId vm = host.add_vm("vm");
  host.add_region(vm, pages, huge);
  host.start_vm(vm);
  return host;
}

}  // namespace

TEST_CASE("a write to a merged page copies it and leaves the other sharers alone") {
  Host host = one_vm({random_page(1), random_page(1)});
  const FrameId frame = host.make_ksm(PageIndex(0));
  host.map_ksm(PageIndex(1), frame);
  host.write(PageIndex(1), random_page(2));
  CHECK(host.content(PageIndex(0)) == random_page(1));
  CHECK(host.content(PageIndex(1)) == random_page(2));
  CHECK(host.mappings(frame) == 1);
  CHECK(host.take_orphaned_frames().empty());
  host.discard(PageIndex(0), 1);
  CHECK(host.take_orphaned_frames() == std::vector<FrameId>{frame});
}

TEST_CASE("Linux 5.1 to 5.8 writes a frame mapped once in place, so the page is not fresh") {
  for (const bool reuses : {false, true}) {
    HostTraits traits;
    traits.lru_batch = 15;
    traits.reuses_in_place = reuses;
    Host host = one_vm({random_page(1)}, traits);
    const FrameId frame = host.make_ksm(PageIndex(0));
    host.write(PageIndex(0), random_page(2));
    CHECK(host.page(PageIndex(0)).is(Page::kFresh) == !reuses);
    CHECK(host.content(PageIndex(0)) == random_page(2));
    CHECK(host.take_orphaned_frames() == std::vector<FrameId>{frame});
  }
}

TEST_CASE("a page just faulted stays in the LRU batch until the batch is full") {
  HostTraits traits;
  traits.lru_batch = 3;
  Host host = one_vm({Host::kNotPresent, Host::kNotPresent, Host::kNotPresent}, traits);
  host.write(PageIndex(0), random_page(1));
  host.write(PageIndex(1), random_page(2));
  CHECK(host.page(PageIndex(0)).is(Page::kFresh));
  host.write(PageIndex(2), random_page(3));
  CHECK_FALSE(host.page(PageIndex(0)).is(Page::kFresh));
  CHECK_FALSE(host.page(PageIndex(2)).is(Page::kFresh));
}

TEST_CASE("splitting a huge page maps its empty parts to the zero page, where the kernel does") {
  for (const bool drops : {false, true}) {
    HostTraits traits;
    traits.split_drops_zeros = drops;
    std::vector<Content> pages(512);
    pages[3] = random_page(3);
    Host host = one_vm(pages, traits, true);
    CHECK(host.same_huge_page(PageIndex(0), PageIndex(511)));
    host.split_huge_page(PageIndex(3));
    CHECK(host.page(PageIndex(0)).state == (drops ? PageState::zero_page : PageState::anon));
    CHECK(host.page(PageIndex(3)).state == PageState::anon);
    CHECK_FALSE(host.same_huge_page(PageIndex(0), PageIndex(511)));
  }
}

TEST_CASE("the first touch of an untouched 2 MiB block of a huge region brings a huge page of zeros") {
  Host host = one_vm(std::vector<Content>(512, Host::kNotPresent), {}, true);
  host.write(PageIndex(7), random_page(7));
  CHECK(host.content(PageIndex(7)) == random_page(7));
  CHECK(host.content(PageIndex(0)).is_zero());
  CHECK(host.page(PageIndex(0)).is(Page::kHuge));
}

TEST_CASE("a watched page is told of once, when it is written to or goes") {
  Host host = one_vm({random_page(1), random_page(2)});
  host.watch(PageIndex(0));
  host.write(PageIndex(1), random_page(9));
  CHECK(host.watched_changed().empty());
  host.write(PageIndex(0), random_page(3));
  host.write(PageIndex(0), random_page(4));
  CHECK(host.watched_changed() == std::vector<PageIndex>{PageIndex(0)});
}
