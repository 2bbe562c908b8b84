// Files that hold a VM's memory.
#include "ksmsim/trace/memory_image.h"

#include <string>

#include "catch.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

std::string page_of(char byte) { return std::string(kPageSize, byte); }

}  // namespace

TEST_CASE("a raw image has its pages in order, once it is said to be raw") {
  const TempDir dir;
  const std::string file = dir.write("memory", page_of('a') + page_of('b'));
  CHECK_THROWS_AS(open_image(file), TraceError);
  const auto image = open_image(file, {"raw", {}, false});
  REQUIRE(image->runs().size() == 1);
  CHECK(image->runs()[0].pages == 2);
  std::string bytes(kPageSize, ' ');
  image->read(image->runs()[0].where + kPageSize, std::as_writable_bytes(std::span(bytes)));
  CHECK(bytes == page_of('b'));
}

TEST_CASE("a raw image that ends within a page is told with the offset") {
  const TempDir dir;
  const std::string file = dir.write("memory", page_of('a') + "b");
  CHECK_THROWS_WITH(open_image(file, {"raw", {}, false}), contains_text("offset 4096"));
}

TEST_CASE("an empty file, a folder and a file that is not there are no images") {
  const TempDir dir;
  for (const std::string& path : {dir.write("empty", ""), dir.path().string(), dir.path().string() + "/none"}) {
    CHECK_THROWS_AS(open_image(path, {"raw", {}, false}), TraceError);
  }
}

TEST_CASE("a format that does not exist is the user's mistake") {
  const TempDir dir;
  const std::string file = dir.write("memory", page_of('a'));
  CHECK_THROWS_AS(open_image(file, {"rwa", {}, false}), UsageError);
  CHECK_THROWS_WITH(open_image(file, {"rwa", {}, false}), contains_text("did you mean 'raw'"));
}
