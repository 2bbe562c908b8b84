// Cloud Hypervisor's snapshot: a folder with `memory-ranges`, the guest's memory range by range, and `state.json`,
// which has the ranges in the memory manager's state: JSON as text within JSON. Holes of the file are zeros.
#include <nlohmann/json.hpp>

#include "../image_runs.h"
#include "../sibling_files.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

using nlohmann::json;
constexpr std::uint64_t kLargestState = std::uint64_t{64} << 20;

json read_json(const InputFile& file) {
  if (file.size() > kLargestState) file.fail(kLargestState, "more than the 64 MiB that are read of it");
  std::string text(file.size(), '\0');
  file.read(0, std::as_writable_bytes(std::span(text)));
  return json::parse(text, nullptr, false);
}

/// The table of ranges, or a discarded value.
json ranges_of(const json& state) {
  const json::json_pointer in_state("/snapshots/memory-manager/snapshot_data/state"), in_manager("/memory_ranges/data");
  if (!state.is_object() || !state.contains(in_state)) return json(json::value_t::discarded);
  const json& text = state.at(in_state);
  const json manager = text.is_string() ? json::parse(text.get_ref<const std::string&>(), nullptr, false) : text;
  if (!manager.is_object() || !manager.contains(in_manager)) return json(json::value_t::discarded);
  return manager.at(in_manager);
}

std::vector<ImageRun> runs_of(const InputFile& file, const InputFile& state) {
  const json table = ranges_of(read_json(state));
  if (!table.is_array())
    state.fail(0, "expected the memory manager's ranges of memory, as of Cloud Hypervisor 28 or later");
  std::vector<ImageRun> runs;
  std::uint64_t where = 0;
  for (const json& range : table) {
    const bool whole = range.is_object() && range.contains("gpa") && range.contains("length") &&
                       range["gpa"].is_number_unsigned() && range["length"].is_number_unsigned();
    if (!whole) state.fail(0, "expected a range of memory with gpa and length, got " + range.dump().substr(0, 80));
    const auto address = range["gpa"].get<std::uint64_t>(), bytes = range["length"].get<std::uint64_t>();
    if (!file.has(where, bytes))
      file.fail(where, "the file ends within a range of " + std::to_string(bytes) + " bytes");
    runs.push_back(whole_pages(address, bytes, where));
    where += bytes;
  }
  return runs;
}

class CloudHypervisor final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override {
    return std::filesystem::path(file.path()).filename() == "memory-ranges" && exists(beside(file, "state.json"));
  }
  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions&) const override {
    const InputFile state(beside(*file, "state.json"));
    std::vector<ImageRun> runs = runs_of(*file, state);
    return plain_image(std::move(file), std::move(runs));
  }
};

const Register<ImageFormat, CloudHypervisor> registered{"cloud-hypervisor",
                                                        "Cloud Hypervisor: memory-ranges, with state.json beside"};

}  // namespace
}  // namespace ksmsim
