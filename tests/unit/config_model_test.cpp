#include <string>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/config/load.h"
#include "ksmsim/content/content_model.h"

using namespace ksmsim;

namespace {

/// Zeros; only its parameters matter.
class TestModel final : public ContentModel {
 public:
  void initial(const VmContext&, std::uint64_t, std::vector<InitialPage>& pages) const override {
    for (InitialPage& page : pages) page = {};
  }
  const std::vector<ChangeClass>& classes() const override { return classes_; }

 private:
  std::vector<ChangeClass> classes_;
};

const Register<ContentModel, TestModel> registered{
    "config-test-model",
    "a parameter of every type",
    {{"share", ParamType::share, "35%", "A share."},
     {"size", ParamType::size, "2MiB", "A size."},
     {"levels", ParamType::integer, "3", "A number."},
     {"ratio", ParamType::real, "0.5", "A real number."},
     {"eager", ParamType::boolean, "true", "Yes or no."},
     {"preset", ParamType::text, "none", "A text."},
     {"slow.period", ParamType::duration, "5s", "A time, in a mapping."},
     {"slow.share", ParamType::share, "0.25", "A share, in a mapping."}}};

std::string scenario(const std::string& contents) {
  return "vms:\n  - name: vm\n    memory: 4MiB\n    contents: " + contents + "\nstop: {batches: 1}\n";
}

Params params_of(const std::string& contents) {
  return parse_scenario(scenario(contents), "m.yaml").vms.at(0).contents.value().params;
}

std::string fault_of(const std::string& contents) {
  return fault_text<ScenarioError>([&] { parse_scenario(scenario(contents), "m.yaml"); });
}

}  // namespace

TEST_CASE("parameters of a model that are left out have the plug-in's defaults") {
  const Params params = params_of("{model: config-test-model}");
  CHECK(params.get<Share>("share").value == 0.35);
  CHECK(params.get<Bytes>("size") == mib(2));
  CHECK(params.get<std::uint64_t>("levels") == 3);
  CHECK(params.get<double>("ratio") == 0.5);
  CHECK(params.get<bool>("eager"));
  CHECK(params.get<std::string>("preset") == "none");
  CHECK(params.get<Duration>("slow.period") == seconds(5));
  CHECK(params.get<Share>("slow.share").value == 0.25);
}

TEST_CASE("parameters with a dot are keys of a nested mapping") {
  const Params params = params_of("{model: config-test-model, slow: {period: 1.5min, share: 50%}, levels: 7}");
  CHECK(params.get<Duration>("slow.period") == seconds(90));
  CHECK(params.get<Share>("slow.share").value == 0.5);
  CHECK(params.get<std::uint64_t>("levels") == 7);
}

TEST_CASE("mistakes in parameters of a model are told with their place") {
  CHECK(fault_of("{model: config-test-model, lvels: 7}") ==
        "m.yaml:4:42: vms.0.contents.lvels: the model 'config-test-model' has no such parameter "
        "(did you mean 'levels'?)");
  CHECK(fault_of("{model: config-test-model, slow: {perod: 5s}}") ==
        "m.yaml:4:49: vms.0.contents.slow.perod: the model 'config-test-model' has no such parameter "
        "(did you mean 'slow.period'?)");
  CHECK(fault_of("{model: config-test-model, slow: 5s}") == "m.yaml:4:48: vms.0.contents.slow: expected a mapping");
  CHECK(fault_of("{model: config-test-model, size: 4}") ==
        "m.yaml:4:48: vms.0.contents.size: expected a size with a unit, such as 4GiB, got '4'");
  CHECK(fault_of("{model: config-test-model, share: 35}") ==
        "m.yaml:4:49: vms.0.contents.share: expected a share such as 35% or 0.35, got '35'");
  CHECK(fault_of("{model: config-test-model, levels: \"7\"}") ==
        "m.yaml:4:50: vms.0.contents.levels: expected an integer, got the text \"7\"; leave the "
        "quotes out");
  CHECK(fault_of("{model: config-test-modle}") ==
        "m.yaml:4:23: vms.0.contents.model: no model is named 'config-test-modle' "
        "(did you mean 'config-test-model'?)");
  CHECK(fault_of("{levels: 7}") == "m.yaml:4:15: vms.0.contents.model: is required but missing");
  CHECK(fault_of("linux-clone") == "m.yaml:4:15: vms.0.contents: expected a mapping, such as {model: NAME}");
}

TEST_CASE("a resolved model has all its parameters and reads back as the same") {
  const Scenario given =
      parse_scenario(scenario("{model: config-test-model, share: 12.5%, slow: {period: 3h}}"), "m.yaml");
  const std::string yaml = to_yaml(resolved_tree(given));
  CHECK(yaml.find("levels: 3") != std::string::npos);
  CHECK(yaml.find("period: 3h") != std::string::npos);
  CHECK(parse_scenario(yaml, "again") == given);
}

TEST_CASE("the schema knows a model's parameters") {
  const std::string schema = to_yaml(scenario_schema());
  CHECK(schema.find("const: config-test-model") != std::string::npos);
  CHECK(schema.find("period:") != std::string::npos);
}
