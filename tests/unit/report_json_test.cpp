#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.h"
#include "ksmsim/report/report.h"
#include "sample_results.h"

using namespace ksmsim;
using Json = nlohmann::ordered_json;

namespace {

const Provenance kHere{"0.1.0", "a CPU", "6.1.0", "2030-01-01T00:00:00Z"};

std::string json_of(const RunResult& result, const Provenance& provenance = kHere) {
  std::ostringstream out;
  write_json(result, provenance, out);
  return out.str();
}

std::vector<std::string> keys(const Json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("JSON has the members of version 1, in their order") {
  const Json json = Json::parse(json_of(sample_result()));
  CHECK(keys(json) == Names{"version", "scenario", "points", "meta"});
  CHECK(json["version"] == 1);
  const Json& point = json["points"][0];
  CHECK(keys(point) == Names{"settings", "simulated_seconds", "batches", "ended_early", "checksum", "counters", "vms",
                             "rmap_item_bytes", "ksmd", "events", "samples", "fingerprint"});
  CHECK(keys(point["counters"]) == Names{"full_scans", "pages_scanned", "pages_skipped", "pages_shared",
                                         "pages_sharing", "pages_unshared", "pages_volatile", "ksm_zero_pages",
                                         "stable_node_chains", "stable_node_dups", "general_profit"});
  CHECK(point["simulated_seconds"] == 8400.123);
  CHECK(point["checksum"]["hash"] == "xxh64");
  CHECK(point["checksum"]["p50_ns"].is_null());
  CHECK(point["ksmd"]["cpu_seconds"] == 0.0025);
  CHECK(point["vms"][1]["ksm_merging_pages"] == 50);
  CHECK(point["fingerprint"] == "0123456789abcdef");
}

TEST_CASE("JSON names who shares with whom, and what, where that is known") {
  RunResult result = sample_result();
  CHECK_FALSE(Json::parse(json_of(result))["points"][0].contains("sharing"));
  result.points[0].sharing = {{SharedContents::What::zeros, 1, {{0, 40}, {1, 30}}},
                              {SharedContents::What::other, 2, {{1, 5}}}};
  const Json point = Json::parse(json_of(result))["points"][0];
  CHECK(keys(point)[7] == "sharing");
  CHECK(point["sharing"].dump() ==
        R"([{"what":"zeros","contents":1,"holders":[{"vm":"vm0","pages":40},{"vm":"vm1","pages":30}]},)"
        R"({"what":"other","contents":2,"holders":[{"vm":"vm1","pages":5}]}])");
}

TEST_CASE("JSON's samples have the names of the CSV's columns") {
  const RunResult result = sample_result();
  std::ostringstream csv;
  write_csv(result, csv);
  const Json samples = Json::parse(json_of(result))["points"][0]["samples"];
  REQUIRE(samples.size() == 2);
  std::string header;
  for (const std::string& key : keys(samples[1])) header += (header.empty() ? "" : ",") + key;
  CHECK(csv.str().substr(0, csv.str().find('\n')) == header);
  CHECK(samples[1]["general_profit"] == -9);
  CHECK(samples[1]["time_ns"] == 408'000'000);
}

TEST_CASE("JSON leaves out the counters that a real kernel does not tell") {
  RunResult result = sample_result();
  result.points[0].not_told = {"pages_scanned", "general_profit", "checksums"};
  const Json point = Json::parse(json_of(result))["points"][0];
  CHECK(keys(point["counters"]) == Names{"full_scans", "pages_skipped", "pages_shared", "pages_sharing",
                                         "pages_unshared", "pages_volatile", "ksm_zero_pages", "stable_node_chains",
                                         "stable_node_dups"});
  CHECK_FALSE(point["samples"][0].contains("pages_scanned"));
  CHECK_FALSE(point["samples"][0].contains("checksums"));
  CHECK(point["samples"][0].contains("pages_to_scan"));
}

TEST_CASE("integers stay integers in JSON, up to 64 bits") {
  RunResult result = sample_result();
  result.points[0].counters.pages_scanned = 18'446'744'073'709'551'615u;
  result.points[0].samples[0].counters.pages_scanned = 18'446'744'073'709'551'615u;
  const std::string text = json_of(result);
  CHECK(text.find("\"pages_scanned\":18446744073709551615,\"pages_skipped\":0,") != std::string::npos);
  CHECK(text.find("\"pages_scanned\":18446744073709551615,\"pages_skipped\":1,") != std::string::npos);
}

TEST_CASE("equal results give equal JSON but for meta") {
  RunResult again = sample_result();
  again.points[0].meta.wall_seconds = 99;
  const std::string one = json_of(sample_result());
  const std::string two = json_of(again, {"0.2.0", "another", "5.0", "2031-01-01T00:00:00Z"});
  CHECK(one != two);
  CHECK(one.substr(0, one.find("\"meta\":")) == two.substr(0, two.find("\"meta\":")));
}

TEST_CASE("meta says where a result came from and what it took") {
  const Json meta = Json::parse(json_of(sample_sweep()))["meta"];
  CHECK(meta["ksmsim"] == "0.1.0");
  CHECK(meta["machine"] == "a CPU");
  CHECK(meta["date"] == "2030-01-01T00:00:00Z");
  CHECK(meta["wall_seconds"] == 3.0);
  CHECK(meta["points"].size() == 2);
  CHECK(meta["points"][1]["visits"] == 3'000'000);
}

TEST_CASE("names with quotes, newlines and broken UTF-8 give valid JSON") {
  RunResult result = sample_sweep();
  result.points[0].settings[0].second = "a \"b\"\n\xff";
  result.points[0].vms[0].name = "\\\t";
  const Json json = Json::parse(json_of(result));
  CHECK(json["points"][0]["settings"]["ksm.hash"] == "a \"b\"\n\xef\xbf\xbd");
  CHECK(json["points"][0]["vms"][0]["name"] == "\\\t");
}

TEST_CASE("events keep their order, and only a refused one has an errno") {
  RunResult result = sample_result();
  result.points[0].events = {{3, SimTime{5}, "kill: vm1", ""}, {4, SimTime{6}, "set: {run: 7}", "EINVAL"}};
  const Json events = Json::parse(json_of(result))["points"][0]["events"];
  CHECK(events[0] == Json{{"after_batch", 3}, {"time_ns", 5}, {"event", "kill: vm1"}});
  CHECK(events[1]["refused"] == "EINVAL");
}

TEST_CASE("a tree becomes JSON with its keys in their order") {
  const Tree tree(Tree::Map{{"z", Tree(true)},
                            {"a", Tree(Tree::List{Tree(std::int64_t{-1}), Tree(0.1), Tree()})},
                            {"m", Tree(std::string("x"))}});
  CHECK(tree_to_json(tree) == "{\n  \"z\": true,\n  \"a\": [\n    -1,\n    0.1,\n    null\n  ],\n  \"m\": \"x\"\n}");
}

TEST_CASE("a stream that fails stays failed") {
  std::ostringstream out;
  out.setstate(std::ios::badbit);
  write_json(sample_result(), kHere, out);
  CHECK(out.str().empty());
  CHECK(!out);
}
