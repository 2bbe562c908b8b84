#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"  // g++ 12 sees what is not there in valijson
#endif
#include "ksmsim/report/result_schema.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "catch.h"
#include "golden.h"
#include "written_result.h"

using namespace ksmsim;
using nlohmann::json;

namespace {

class Schema {
 public:
  Schema() {
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(document), schema_);
  }
  /// Empty, or what is wrong.
  std::string mistake(const json& of) const {
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, valijson::adapters::NlohmannJsonAdapter(of), &results)) return "";
    valijson::ValidationResults::Error error;
    std::string text = "wrong";
    while (results.popError(error)) {
      for (const std::string& part : error.context) text += part;
      text += ": " + error.description + "\n";
    }
    return text;
  }
  const json document = json::parse(result_schema());

 private:
  valijson::Schema schema_;
};

/// With all that only some results have.
json fullest() {
  RunResult result = made_up_result("events: [{after_batch: 3, kill: vm1}]\nsweep: {axes: {ksm.hash: [xxh64]}}\n");
  PointResult& point = result.points[0];
  point.checksum.implementation = "avx2";
  point.checksum.p50_ns = point.checksum.p99_ns = 1000.25;
  point.checksum.histogram = {{900, 7}};
  point.events = {{4, SimTime{6}, "set: {run: 7}", "EINVAL"}};
  point.sharing = {{SharedContents::What::zeros, 1, {{0, 40}}}};
  return json::parse(written(result));
}

/// All objects of the document that the schema lists the members of, with their schemas; the scenario's is another.
void find_objects(const json& schema, const json& value, const json::json_pointer& at,
                  std::vector<std::pair<json::json_pointer, const json*>>& out) {
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) find_objects(schema["items"], value[i], at / i, out);
  }
  if (!value.is_object() || !schema.contains("properties")) return;
  out.emplace_back(at, &schema);
  for (const auto& [key, member] : value.items()) {
    if (key != "scenario") find_objects(schema["properties"][key], member, at / key, out);
  }
}

}  // namespace

TEST_CASE("the results of all scenarios are as the schema says") {
  const Schema schema;
  std::size_t seen = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(KSMSIM_SOURCE_DIR) / "tests/golden")) {
    if (entry.path().extension() != ".json") continue;
    json document = json::parse(read_file(entry.path()));
    document["meta"] = fullest()["meta"];
    CAPTURE(entry.path());
    CHECK(schema.mistake(document) == "");
    ++seen;
  }
  CHECK(seen >= 10);
}

TEST_CASE("results of traces and of kernels that tell less are as the schema says") {
  const Schema schema;
  CHECK(schema.mistake(fullest()) == "");
  RunResult result = made_up_result("", "vms: [{name: a, trace: gone.ksmtrace#0}]\nstop: {batches: 1}\n");
  result.scenario.vms[0].memory = mib(3);
  result.points[0].not_told = {"pages_scanned", "general_profit", "checksums"};
  result.points[0].checksum.profile.clear();
  result.points[0].meta.visits_per_second = std::numeric_limits<double>::infinity();
  CHECK(schema.mistake(json::parse(written(result))) == "");
}

TEST_CASE("the schema has every member that is written, and needs those it says") {
  const Schema schema;
  const json whole = fullest();
  std::vector<std::pair<json::json_pointer, const json*>> objects;
  find_objects(schema.document, whole, json::json_pointer(), objects);
  CHECK(objects.size() == 17);
  for (const auto& [at, of] : objects) {
    CHECK((*of)["additionalProperties"] == false);
    for (const auto& [key, member] : whole[at].items()) {
      CAPTURE(at.to_string(), key);
      json other = whole;
      other[at].erase(key);
      const auto& required = (*of)["required"];
      const bool needed = std::find(required.begin(), required.end(), key) != required.end();
      CHECK(schema.mistake(other).empty() == !needed);
      other[at][key] = member.is_boolean() ? json("x") : json(true);
      CHECK_FALSE(schema.mistake(other).empty());
    }
  }
}

TEST_CASE("a result with more than the schema has is refused") {
  const Schema schema;
  json other = fullest();
  other["points"][0]["samples"][0]["more"] = 1;
  CHECK_FALSE(schema.mistake(other).empty());
  other = fullest();
  other["scenario"]["ksm"]["hash"] = "md6";
  CHECK_FALSE(schema.mistake(other).empty());
}
