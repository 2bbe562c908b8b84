// Traces as files.
#include "ksmsim/trace/trace_file.h"

#include <sstream>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/base/random.h"
#include "ksmsim/trace/merged_ranks.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

std::string written(const Trace& trace) {
  std::ostringstream out;
  write_trace(trace, out);
  return out.str();
}

Trace loaded(const std::string& bytes, bool contents = true) {
  const TempDir dir;
  return load_trace(dir.write("x.ksmtrace", bytes), contents);
}

/// A trace of `seed`: some VMs, regions, snapshots, all kinds of pages.
Trace random_trace(std::uint64_t seed) {
  const RandomStream draw(seed, "trace");
  std::uint64_t n = 0;
  const auto below = [&](std::uint64_t bound) { return draw.below(n++, bound); };
  Trace trace;
  trace.contents.count = static_cast<std::uint32_t>(1 + below(50));
  if (below(2) == 0) trace.contents.zero = 0;
  for (std::uint32_t i = 0; i < trace.contents.count && seed % 3 != 0; ++i) {
    trace.contents.fingerprints.push_back({i, below(1000)});
  }
  if (seed % 3 == 1) trace.contents.bytes.assign(trace.contents.count * kPageSize, std::byte{7});
  const auto any_page = [&] {
    const std::uint64_t kind = below(6);
    return kind < 3 ? static_cast<TracePage>(kPageAbsent - kind) : static_cast<TracePage>(below(trace.contents.count));
  };
  for (std::uint64_t vm = 0; vm < 1 + below(3); ++vm) {
    trace.vms.push_back({"guest " + std::to_string(vm), {}});
    std::uint64_t start = below(1000) * 512;
    for (std::uint64_t region = 0; region < below(4); ++region) {
      trace.vms.back().regions.push_back({start, {}, {}});
      for (std::uint64_t i = below(1500); i > 0; --i) trace.vms.back().regions.back().pages.push_back(any_page());
      if (trace.vms.back().regions.back().pages.size() >= 1024) trace.vms.back().regions.back().huge = {512};
      start += 2048;
    }
  }
  for (std::uint64_t i = 0; i < below(4); ++i) {
    TraceSnapshot snapshot{trace.snapshots.back().time + seconds(1), {}};
    for (std::uint32_t vm = 0; vm < trace.vms.size(); ++vm) {
      for (std::uint32_t region = 0; region < trace.vms[vm].regions.size(); ++region) {
        for (std::uint32_t page = 0; page < trace.vms[vm].regions[region].pages.size();
             page += 1 + static_cast<std::uint32_t>(below(40))) {
          snapshot.changes.push_back({vm, region, page, any_page()});
        }
      }
    }
    trace.snapshots.push_back(snapshot);
  }
  return trace;
}

}  // namespace

TEST_CASE("a trace that is written and read again is the same") {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Trace trace = random_trace(seed);
    REQUIRE(fault_of(trace).empty());
    CHECK(loaded(written(trace)) == trace);
  }
}

TEST_CASE("the bytes of contents are read only when they are asked for") {
  const Trace trace = random_trace(4);
  REQUIRE(!trace.contents.bytes.empty());
  CHECK(loaded(written(trace), false).contents.bytes.empty());
}

TEST_CASE("runs of equal and of ascending contents take few bytes") {
  Trace trace;
  trace.contents.count = 100000;
  trace.vms.push_back({"vm", {{0, std::vector<TracePage>(100000, kPageAbsent), {}}}});
  for (TracePage i = 0; i < 100000; ++i) trace.vms[0].regions[0].pages.push_back(i);
  CHECK(written(trace).size() < 300);
}

TEST_CASE("a trace that was cut off or altered anywhere is refused, with the place") {
  const std::string bytes = written(random_trace(5));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 20) {
    CHECK_THROWS_AS(loaded(bytes.substr(0, size)), TraceError);
  }
  for (std::size_t at = 0; at < bytes.size(); at += 1 + at / 30) {
    std::string altered = bytes;
    altered[at] = static_cast<char>(altered[at] ^ (1 << (at % 8)));
    if (at >= 12 && at < 16) continue;  // reserved
    CHECK_THROWS_AS(loaded(altered), TraceError);
  }
  CHECK_THROWS_WITH(loaded(bytes.substr(0, bytes.size() - 1)), contains_text("x.ksmtrace: offset "));
  CHECK_THROWS_WITH(loaded(bytes + "x"), contains_text("goes on after the trace's end"));
}

TEST_CASE("a newer version of the format is told as such") {
  std::string bytes = written(random_trace(5));
  bytes[8] = 2;
  CHECK_THROWS_WITH(loaded(bytes), contains_text("a trace of version 2; this program reads version 1"));
}

TEST_CASE("a text page list is read, and written as it was") {
  const std::string text =
      "# contents 9 zero 0\n"
      "region vm=0 start=0x10 pages=4\n"
      "- 3 0 8\n"
      "region vm=0 start=0x200 pages=513 huge=0\n" +
      [] {
        std::string pages = "5";
        for (int i = 0; i < 512; ++i) pages += " 0";
        return pages + "\n";
      }() +
      "region vm=1 start=0x10 pages=1\n7\n";
  const Trace trace = loaded(text);
  REQUIRE(trace.vms.size() == 2);
  CHECK(trace.vms[0].regions[0].pages == std::vector<TracePage>{kPageAbsent, 3, 0, 8});
  CHECK(trace.vms[0].regions[1].huge == std::vector<std::uint32_t>{0});
  std::ostringstream out;
  write_text_list(trace, 0, out);
  CHECK(out.str() == text);
}

TEST_CASE("what is wrong in a text page list is told with its line") {
  const auto fault = [](const std::string& text) {
    const std::string what = fault_text<TraceError>([&] { loaded(text); });
    return what.substr(what.find("x.ksmtrace") + 10);
  };
  const std::string first = "# contents 9 zero 0\n";
  CHECK(fault("# nothing\n") == ":1: expected the first line of a page list: # contents N zero Z");
  CHECK(fault("# contents 9 zero 9\n") == ":1: zero names the content of zeros, or is -1");
  CHECK(fault(first) == ":2: the list has no region");
  CHECK(fault(first + "regoin vm=0\n") == ":2: expected a line 'region vm=... start=... pages=...'");
  CHECK(fault(first + "region vm=0 start=1\n") == ":2: a region needs vm=, start= and pages=");
  CHECK(fault(first + "region vm=0 start=1 pages=2\n1\n") == ":3: 1 pages, and the region has 2");
  CHECK(fault(first + "region vm=0 start=1 pages=1\n1 2\n") == ":3: more than the region's 1 pages");
  CHECK(fault(first + "region vm=0 start=1 pages=1\n9\n") == ":3: expected - or a content below 9, got '9'");
  CHECK(fault(first + "region vm=0 start=1 pages=1\n1\nregion vm=0 start=1 pages=1\n1\n") ==
        ":6: regions of vm0 overlap, or are not in ascending order");
  CHECK(fault(first + "region vm=0 start=99999999999999999999 pages=1\n1\n").find(":2: expected vm=") == 0);
}

TEST_CASE("contents of two traces are equal where their fingerprints are, and zeros always") {
  TraceContents a{4, 0, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}, {}};
  TraceContents b{3, 0, {{0, 0}, {2, 2}, {9, 9}}, {}};
  const auto ranks = merged_ranks({&a, &b});
  CHECK(ranks[0][0] == 0);
  CHECK(ranks[1][0] == 0);
  CHECK(ranks[0][2] == ranks[1][1]);
  CHECK(ranks[0][1] < ranks[0][2]);
  CHECK(ranks[1][1] < ranks[1][2]);
  CHECK(ranks[1][2] != ranks[0][3]);
  std::swap(b.fingerprints[1], b.fingerprints[2]);
  b.fingerprints[2] = {1, 1};
  b.fingerprints[1] = {2, 2};
  CHECK_THROWS_AS(merged_ranks({&a, &b}), TraceError);
}
