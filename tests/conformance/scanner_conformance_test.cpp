// What holds for every scanner in the registry, over every recorded case; and that the short cuts around the trees find
// what the trees themselves find.
#include "catch.h"
#include "ksmsim/base/plugin.h"
#include "recordings.h"

using namespace ksmsim;

namespace {

/// The cases that a kernel like `kernel` can play: smart_scan needs a new one.
std::vector<std::string> case_names(const std::string& kernel = "6.18") {
  std::vector<std::string> names;
  for (const auto& [name, file] : recordings_of(kernel == "4.14" ? "6.1" : "6.18")) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE("the registry has the scanners that are documented") {
  std::vector<std::string> names;
  for (const PluginInfo* info : catalogue_list("scanner")) names.push_back(info->name);
  CHECK(names == std::vector<std::string>{"checksum-tree", "hash-table", "ksm", "ksm-walk"});
}

TEST_CASE("a search by index finds what a walk of the trees finds, in every case, old order and new") {
  for (const char* kernel : {"4.14", "6.18"}) {
    for (const std::string& name : case_names(kernel)) {
      CAPTURE(kernel, name);
      const PointResult quick = run_case(name, kernel), walked = run_case(name, kernel, "ksm-walk");
      CHECK(quick.fingerprint == walked.fingerprint);
    }
  }
}

TEST_CASE("a search by index heeds a change of stable_node_chains_prune_millisecs as a walk does") {
  constexpr const char* kTwoDups = R"(name: two-dups
host: {lru_batch: off}
ksm: {smart_scan: 0, max_page_sharing: 5, stable_node_chains_prune_millisecs: 4000000000}
vms: [{name: a, regions: [{pages: "1*10 100..110"}]}]
events:
  - {after_full_scan: 4, write: {vm: a, pages: 0..1, content: "page+50"}}
  - {after_full_scan: 4, write: {vm: a, pages: 6..9, content: "page+60"}}
  - {after_full_scan: 6, set: {stable_node_chains_prune_millisecs: 0}}
  - {after_full_scan: 8, set: {stable_node_chains_prune_millisecs: 4000000000}}
  - {after_full_scan: 8, write: {vm: a, pages: 10..10, content: "1"}}
  - {after_full_scan: 11, write: {vm: a, pages: 5..5, content: "77"}}
stop: {full_scans: 14}
)";
  const auto run = [&](const char* scanner) {
    return run_point({{}, parse_scenario(kTwoDups, "two-dups.yaml", {{"ksm.scanner", scanner}})});
  };
  const PointResult quick = run("ksm"), walked = run("ksm-walk");
  CHECK(walked.counters.pages_shared == 1);  // the pages left joined the fuller dup, so the other one died
  CHECK(quick.fingerprint == walked.fingerprint);
}

TEST_CASE("the counters of every scanner add up in every sample of every case") {
  for (const PluginInfo* info : catalogue_list("scanner")) {
    for (const std::string& name : case_names()) {
      CAPTURE(info->name, name);
      bool adds_up = true;
      for (const Sample& s : run_case(name, "6.18", info->name).samples) {
        const KsmCounters& c = s.counters;
        const auto items =
            static_cast<std::int64_t>(c.pages_shared + c.pages_sharing + c.pages_unshared + c.pages_volatile);
        const auto saved = static_cast<std::int64_t>(c.pages_sharing + c.ksm_zero_pages);
        adds_up = adds_up && c.general_profit == saved * 4096 - items * 64;
        adds_up = adds_up && (c.pages_sharing == 0 || c.pages_shared != 0);
      }
      CHECK(adds_up);
    }
  }
}

TEST_CASE("the per-VM values add up to the host's") {
  for (const std::string& name : case_names()) {
    const PointResult run = run_case(name, "6.18");
    std::uint64_t merging = 0, zero = 0;
    for (const VmResult& vm : run.vms) {
      merging += vm.ksm_merging_pages;
      zero += vm.ksm_zero_pages;
      CHECK(vm.ksm_process_profit == static_cast<std::int64_t>((vm.ksm_merging_pages + vm.ksm_zero_pages) * 4096) -
                                         static_cast<std::int64_t>(vm.ksm_rmap_items * 64));
    }
    CAPTURE(name);
    CHECK(zero == run.counters.ksm_zero_pages);
    CHECK(merging <= run.counters.pages_shared + run.counters.pages_sharing);  // dead VMs not cleaned yet
  }
}
