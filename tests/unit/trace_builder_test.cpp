// From memory images to traces.
#include "ksmsim/trace/trace_builder.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "catch.h"
#include "ksmsim/base/random.h"
#include "ksmsim/trace/trace_file.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

using Page = std::string;

Page page_with(const std::string& front) {
  Page page(kPageSize, '\0');
  std::copy(front.begin(), front.end(), page.begin());
  return page;
}

/// Pages in which what decides the order lies at all kinds of places; some of them repeated.
std::vector<Page> difficult_pages(std::uint64_t seed, std::size_t count) {
  const RandomStream draw(seed, "pages");
  std::vector<Page> pages;
  for (std::size_t i = 0; i < count; ++i) {
    Page page(kPageSize, static_cast<char>(draw.below(4 * i, 2)));
    const std::uint64_t places[] = {0, 7, 8, 100, 4088, 4095};
    page[places[draw.below(4 * i + 1, 6)]] = static_cast<char>(draw.below(4 * i + 2, 5));
    page[places[draw.below(4 * i + 3, 6)]] = static_cast<char>(i % 3);
    pages.push_back(page);
  }
  return pages;
}

std::string joined(const std::vector<Page>& pages) {
  std::string all;
  for (const Page& page : pages) all += page;
  return all;
}

/// What the trace should be: ranks among the sorted distinct pages.
std::vector<TracePage> ranks_of(const std::vector<Page>& pages) {
  const auto less = [](const Page& a, const Page& b) { return std::memcmp(a.data(), b.data(), kPageSize) < 0; };
  const std::set<Page, decltype(less)> distinct(pages.begin(), pages.end(), less);
  std::vector<TracePage> ranks;
  for (const Page& page : pages) {
    ranks.push_back(static_cast<TracePage>(std::distance(distinct.begin(), distinct.find(page))));
  }
  return ranks;
}

std::shared_ptr<const MemoryImage> raw_image(const std::string& file) { return open_image(file, {"raw", {}, false}); }

/// PassingImage in memory; gone after the call, as a process's are.
class PassingImage final : public MemoryImage {
 public:
  PassingImage(const std::vector<Page>& pages, std::vector<ImageRun> runs) : bytes_(joined(pages)) {
    runs_ = std::move(runs);
  }
  void read(std::uint64_t where, std::span<std::byte> out) const override {
    std::memcpy(out.data(), bytes_.data() + where, out.size());
  }

 private:
  std::string bytes_;
};

PassingImage process_with(const std::vector<Page>& pages) {
  return {pages, {{100, pages.size(), ImageRun::Kind::bytes, 0}}};
}

}  // namespace

TEST_CASE("contents are ranks in memcmp order, wherever in the page the order is decided") {
  const TempDir dir;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Page> pages = difficult_pages(seed, 400);
    TraceBuilder builder({false, 2, {}, {}});
    builder.add("vm", {}, raw_image(dir.write("memory", joined(pages))));
    const Trace trace = builder.finish();
    REQUIRE(trace.vms.size() == 1);
    CHECK(trace.vms[0].regions[0].pages == ranks_of(pages));
  }
}

TEST_CASE("more pages that begin alike than are read at once are put in order all the same") {
  const TempDir dir;
  std::vector<Page> pages;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    Page page(kPageSize, '\0');
    const std::uint64_t word = mix64(i % 4900);
    std::memcpy(page.data() + 8 + (i % 3) * 2000, &word, sizeof word);
    pages.push_back(page);
  }
  TraceBuilder builder;
  builder.add("vm", {}, raw_image(dir.write("memory", joined(pages))));
  const Trace trace = builder.finish();
  CHECK(trace.vms[0].regions[0].pages == ranks_of(pages));
}

TEST_CASE("zeros are the first content, and none where nobody holds them") {
  const TempDir dir;
  TraceBuilder with, without;
  with.add("vm", {}, raw_image(dir.write("a", page_with("x") + page_with(""))));
  without.add("vm", {}, raw_image(dir.write("b", page_with("x") + page_with("y"))));
  const Trace zeros = with.finish(), none = without.finish();
  CHECK(zeros.contents.zero == TracePage{0});
  CHECK(zeros.vms[0].regions[0].pages == std::vector<TracePage>{1, 0});
  CHECK(!none.contents.zero);
  CHECK(none.vms[0].regions[0].pages == std::vector<TracePage>{0, 1});
}

TEST_CASE("the bytes of contents are kept when they are asked for, in rank order") {
  const TempDir dir;
  TraceBuilder builder({true, 1, {}, {}});
  builder.add("vm", {}, raw_image(dir.write("memory", page_with("b") + page_with("a"))));
  const Trace trace = builder.finish();
  REQUIRE(trace.contents.bytes.size() == 2 * kPageSize);
  CHECK(static_cast<char>(trace.contents.bytes[0]) == 'a');
  CHECK(static_cast<char>(trace.contents.bytes[kPageSize]) == 'b');
}

TEST_CASE("snapshots after the first hold what changed, appeared and went") {
  TraceBuilder builder;
  const std::vector<Page> first{page_with("a"), page_with("b"), page_with("")};
  const std::vector<Page> second{page_with("a"), page_with("c"), page_with(""), page_with("b")};
  builder.add_passing("vm", seconds(5), process_with(first), {{100, 3, {}, {}}});
  builder.add_passing("vm", seconds(15), process_with(second), {{100, 4, {}, {}}});
  builder.add_passing("other", seconds(25), process_with(first), {{100, 3, {}, {}}});
  const Trace trace = builder.finish();
  CHECK(fault_of(trace).empty());
  REQUIRE(trace.snapshots.size() == 3);
  CHECK(trace.snapshots[1].time == seconds(10));
  CHECK(trace.vms[0].regions[0].pages == std::vector<TracePage>{1, 2, 0, kPageAbsent});
  CHECK(trace.snapshots[1].changes == std::vector<TraceChange>{{0, 0, 1, 3}, {0, 0, 3, 2}});
  // At the third, the first VM is gone and another one is there.
  CHECK(trace.snapshots[2].changes.size() == 7);
  CHECK(trace.vms[1].regions[0].pages == std::vector<TracePage>(3, kPageAbsent));
}

TEST_CASE("a mapping's pages that are not present, or the host's zero page, are no zeros") {
  TraceBuilder builder;
  const PassingImage process({page_with("a")},
                             {{101, 1, ImageRun::Kind::bytes, 0}, {103, 1, ImageRun::Kind::unreadable, 0}});
  builder.add_passing("vm", {}, process, {{100, 4, {}, {2}}});
  const Trace trace = builder.finish();
  CHECK(trace.vms[0].regions[0].pages == std::vector<TracePage>{kPageAbsent, 0, kPageZeroMapped, kPageUnreadable});
  CHECK(!trace.contents.zero);
}
