#include <algorithm>
#include <set>

#include "fields.h"
#include "page_list.h"
#include "read_file.h"
#include "read_scenario.h"
#include "text.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostVms = 100000;

bool is_vm_name(const std::string& name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), fits);
}

void check_memory(Problems& problems, const YamlNode& node, const Place& place, const VmSpec& vm) {
  const Position at = node.find("memory")->at;
  const std::string shown = place.child("memory").shown;
  const std::uint64_t bytes = vm.memory->count;
  if (bytes == 0 || bytes % kPageSize != 0) {
    problems.add(at, shown, "must be a multiple of the page size, 4KiB, and not 0");
  } else if (bytes / kPageSize > kMostPages) {
    problems.add(at, shown, "more than 8TiB, the most a host may have");
  }
}

RegionSpec read_region(Problems& problems, const YamlNode& node, const Place& place) {
  RegionSpec region;
  if (!check_mapping(problems, node, place)) return region;
  if (const YamlNode* huge = node.find("huge_pages")) {
    const auto value = read_value(problems, *huge, place.child("huge_pages"));
    if (value) region.huge_pages = std::get<bool>(*value);
  }
  const YamlNode* pages = node.find("pages");
  if (pages == nullptr) return region;
  const std::string shown = place.child("pages").shown;
  const auto text = read_text(problems, *pages, shown, describe_type(*find_key("vms[].regions[].pages")));
  if (!text) return region;
  auto runs = parse_pages(*text);
  if (!runs.value) {
    problems.add(pages->at, shown, std::move(runs.error));
    return region;
  }
  region.pages = std::move(*runs.value);
  region.text = *text;
  return region;
}

void read_regions(Problems& problems, const YamlNode& list, const Place& place, VmSpec& vm) {
  if (!check_list(problems, list, place)) return;
  if (list.items.empty()) problems.add(list.at, place.shown, "needs at least one region");
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    vm.regions.push_back(read_region(problems, list.items[i], place.item(i)));
  }
}

void read_start(Problems& problems, const YamlNode& node, const Place& place, VmSpec& vm) {
  if (!node.is_map()) {
    const auto value = read_value(problems, node, place);
    if (value) vm.start = std::get<Duration>(*value);
    return;
  }
  if (!check_mapping(problems, node, place)) return;
  const YamlNode* batch = node.find("after_batch");
  if (batch == nullptr) {
    problems.add(node.at, place.shown, "expected a time or {after_batch: B}");
    return;
  }
  const auto value = read_value(problems, *batch, place.child("after_batch"));
  if (value) vm.start_after_batch = std::get<std::uint64_t>(*value);
}

/// FILE#VM. A file from the command line is looked for from the current folder, any other beside the scenario.
void read_trace(Problems& problems, const YamlNode& node, const Place& place, VmSpec& vm) {
  const auto text = read_value(problems, node, place);
  if (!text) return;
  const std::string& written = std::get<std::string>(*text);
  const std::size_t hash = written.rfind('#');
  if (hash == std::string::npos || hash == 0 || hash + 1 == written.size()) {
    problems.add(node.at, place.shown, "expected FILE#VM, such as guests.ksmtrace#0, got " + quoted(written));
    return;
  }
  const std::string file = written.substr(0, hash);
  vm.trace = TraceSpec{node.at.line > 0 ? beside(problems.file(), file) : file, written.substr(hash + 1), written};
}

/// Pages are what a model makes, or a trace has, or the scenario lists: one of these. Memory is what a model fills, or
/// what listed pages lie in.
void check_pages(Problems& problems, const YamlNode& node, const Place& place, const VmSpec& vm) {
  const YamlNode* contents = node.find("contents");
  const YamlNode* regions = node.find("regions");
  const YamlNode* memory = node.find("memory");
  const YamlNode* first = nullptr;
  for (const char* key : {"contents", "trace", "regions"}) {
    const YamlNode* given = node.find(key);
    if (given != nullptr && first != nullptr) {
      problems.add(given->at, place.child(key).shown, "a VM has contents, trace or regions, one of them");
    }
    if (first == nullptr) first = given;
  }
  if (first == nullptr) problems.add(node.at, place.shown, "needs contents, trace or regions");
  if (contents != nullptr && memory == nullptr) {
    problems.add(node.at, place.child("memory").shown, "is required with contents but missing");
  }
  if (regions == nullptr || !vm.memory) return;
  std::uint64_t pages = 0;
  for (const RegionSpec& region : vm.regions) pages += count_pages(region.pages);
  if (pages > vm.memory->pages()) {
    problems.add(memory->at, place.child("memory").shown,
                 "the regions need " + std::to_string(pages) + " pages, more than fit");
  }
}

VmSpec read_vm(Problems& problems, const YamlNode& node, const Place& place) {
  VmSpec vm;
  read_fields(problems, node, place, kVmFields, vm);
  const YamlNode* name = node.find("name");
  if (name != nullptr && name->is_scalar() && !is_vm_name(vm.name)) {
    problems.add(name->at, place.child("name").shown,
                 "expected up to 64 letters, digits, '_' and '-', got " + quoted(name->text));
  }
  if (vm.memory) check_memory(problems, node, place, vm);
  if (const YamlNode* contents = node.find("contents")) {
    vm.contents = read_plugin(problems, *contents, place.child("contents"), "model");
  }
  if (const YamlNode* trace = node.find("trace")) read_trace(problems, *trace, place.child("trace"), vm);
  if (const YamlNode* regions = node.find("regions")) read_regions(problems, *regions, place.child("regions"), vm);
  if (const YamlNode* start = node.find("start")) read_start(problems, *start, place.child("start"), vm);
  check_pages(problems, node, place, vm);
  return vm;
}

/// The VM and its `count` copies.
class Herd {
 public:
  explicit Herd(Problems& problems) : problems_(problems) {}

  void add(const YamlNode& node, const Place& place) {
    if (!check_mapping(problems_, node, place)) return;
    const VmSpec vm = read_vm(problems_, node, place);
    const YamlNode* count = node.find("count");
    if (count == nullptr) {
      add_one(vm, vm.name, node, place);
      return;
    }
    const auto value = read_value(problems_, *count, place.child("count"));
    if (!value || vms_.size() + std::get<std::uint64_t>(*value) > kMostVms) {
      if (value) problems_.add(count->at, place.child("count").shown, "more than 100000 VMs");
      return;
    }
    for (std::uint64_t i = 0; i < std::get<std::uint64_t>(*value); ++i) {
      if (!add_one(vm, vm.name + std::to_string(i), node, place)) return;
    }
  }
  std::vector<VmSpec> take() { return std::move(vms_); }

 private:
  bool add_one(const VmSpec& vm, const std::string& name, const YamlNode& node, const Place& place) {
    for (const std::uint64_t pages : region_pages(vm)) pages_ += pages;
    if (pages_ > kMostPages) {
      problems_.add(node.at, place.shown, "the VMs have more than 2^31 pages (8TiB) by here");
      pages_ = 0;
      return false;
    }
    if (!vm.name.empty() && !names_.insert(name).second) {
      problems_.add(node.find("name")->at, place.child("name").shown, "another VM is named '" + name + "'");
      return false;
    }
    vms_.push_back(vm);
    vms_.back().name = name;
    return true;
  }

  Problems& problems_;
  std::vector<VmSpec> vms_;
  std::set<std::string> names_;
  std::uint64_t pages_ = 0;
};

}  // namespace

std::vector<std::uint64_t> region_pages(const VmSpec& vm) {
  if (vm.contents) return {vm.memory ? vm.memory->pages() : 0};
  std::vector<std::uint64_t> pages;
  for (const RegionSpec& region : vm.regions) pages.push_back(count_pages(region.pages));
  return pages;
}

std::vector<VmSpec> read_vms(Problems& problems, const YamlNode& list, const Place& place) {
  if (!check_list(problems, list, place)) return {};
  if (list.items.empty()) problems.add(list.at, place.shown, "needs at least one VM");
  Herd herd(problems);
  for (std::size_t i = 0; i < list.items.size(); ++i) herd.add(list.items[i], place.item(i));
  return herd.take();
}

}  // namespace ksmsim
