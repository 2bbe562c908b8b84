#include "ksmsim/base/plugin.h"

#include "catch.h"

using namespace ksmsim;

TEST_CASE("a second plug-in of one kind and name is refused") {
  catalogue_add({"plugin-test", "one", "", {}});
  CHECK_THROWS_AS(catalogue_add({"plugin-test", "one", "", {}}), Error);
  catalogue_add({"plugin-test-other", "one", "", {}});
  CHECK(catalogue_find("plugin-test-other", "one") != nullptr);
}

TEST_CASE("the catalogue lists versions by number") {
  for (const char* name : {"6.12", "6.6", "4.14"}) catalogue_add({"plugin-test-version", name, "", {}});
  std::vector<std::string> names;
  for (const PluginInfo* info : catalogue_list("plugin-test-version")) names.push_back(info->name);
  CHECK(names == std::vector<std::string>{"4.14", "6.6", "6.12"});
}

TEST_CASE("the nearest word is found in spite of typing errors, and only if it is near") {
  CHECK(nearest_word("xhx64", {"xxh32", "xxh64", "jhash2"}) == "xxh64");
  CHECK(nearest_word("xxh46", {"xxh3", "xxh32", "xxh64"}) == "xxh64");
  CHECK(nearest_word("pages_to_scn", {"pages_to_scan", "sleep_millisecs"}) == "pages_to_scan");
  CHECK(nearest_word("entirely", {"xxh32", "jhash2"}) == "");
}

TEST_CASE("the nearest version is the newest that is not newer") {
  const std::vector<std::string> versions{"4.14", "6.8", "6.12", "6.18"};
  CHECK(nearest_version("6.10", versions) == "6.8");
  CHECK(nearest_version("7.1", versions) == "6.18");
  CHECK(nearest_version("3.9", versions) == "4.14");
}
