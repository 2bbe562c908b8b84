// VMware: memory in NAME.vmem, and NAME.vmss (suspended) or NAME.vmsn (snapshot) beside it. The latter has groups of
// tags; the tags of group "memory" tell which pages of the guest lie where in the .vmem file. Without them it is the
// guest's memory with the hole from 3 to 4 GiB left out. The layout is what Volatility found out.
#include <map>
#include <optional>

#include "../cursor.h"
#include "../image_runs.h"
#include "../sibling_files.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

constexpr std::string_view kMagics[] = {"\xd0\xbe\xd2\xbe", "\xd1\xba\xd1\xba", "\xd2\xbe\xd2\xbe", "\xd3\xbe\xd3\xbe"};
constexpr std::uint64_t kGroupBytes = 80, kNameBytes = 64;

bool is_state(const InputFile& file) {
  return std::any_of(std::begin(kMagics), std::end(kMagics), [&](auto magic) { return file.matches(0, magic); });
}

/// The file with the state that belongs to a .vmem file.
std::optional<std::string> state_of(const InputFile& file) {
  for (const char* ending : {".vmss", ".vmsn"}) {
    const std::string path = with_ending(file, ending);
    if (exists(path)) return path;
  }
  return {};
}

/// Tags that are numbers, by name and, for regions, by the region.
using Tags = std::map<std::pair<std::string, std::uint32_t>, std::uint64_t>;

std::uint64_t memory_group(const InputFile& file) {
  const auto groups = file.little<std::uint32_t>(8);
  Cursor in(file, 12);
  for (std::uint32_t i = 0; i < groups; ++i) {
    const std::string name = in.text(kNameBytes).c_str();
    const auto offset = in.little<std::uint64_t>();
    in.skip(kGroupBytes - kNameBytes - sizeof offset);
    if (name == "memory") return offset;
  }
  file.fail(8, "a state without a group 'memory'");
}

/// What a tag's lowest 6 bits say of its data: their size, or that sizes of their own come before them.
std::uint64_t tag_value(Cursor& in, unsigned size, bool wide) {
  if (size < 62) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) {
      const std::uint64_t byte = in.little<std::uint8_t>();
      if (i < 8) value |= byte << (8 * i);
    }
    return value;
  }
  const std::uint64_t bytes = wide ? in.little<std::uint64_t>() : in.little<std::uint32_t>();
  in.skip(wide ? 8 : 4);
  in.skip(in.little<std::uint16_t>());
  in.skip(bytes);
  return 0;
}

Tags memory_tags(const InputFile& file) {
  const bool wide = file.little<std::uint8_t>(0) != 0xd0;
  Tags tags;
  Cursor in(file, memory_group(file));
  for (;;) {
    const auto flags = in.little<std::uint8_t>(), length = in.little<std::uint8_t>();
    if (flags == 0 && length == 0) return tags;
    const std::string name = in.text(length);
    std::uint32_t index = 0;
    for (unsigned i = 0; i < (flags >> 6 & 3U); ++i) index = in.little<std::uint32_t>();
    const std::uint64_t value = tag_value(in, flags & 0x3f, wide);
    if (name.starts_with("region")) tags[{name, index}] = value;
  }
}

std::vector<ImageRun> region_runs(const InputFile& state) {
  const Tags tags = memory_tags(state);
  const auto tag = [&](const char* name, std::uint32_t index) {
    const auto found = tags.find({name, index});
    if (found == tags.end()) state.fail(0, "region " + std::to_string(index) + " of memory has no " + name);
    return found->second;
  };
  std::vector<ImageRun> runs;
  const auto count = tags.find({"regionsCount", 0});
  for (std::uint32_t i = 0; count != tags.end() && i < count->second; ++i) {
    const std::uint64_t stored = tag("regionPageNum", i);
    if (stored > kMostImagePages) state.fail(0, "region " + std::to_string(i) + " lies beyond 2^40 pages");
    runs.push_back({tag("regionPPN", i), tag("regionSize", i), ImageRun::Kind::bytes, stored * kPageSize});
  }
  return runs;
}

class Vmware final : public ImageFormat {
 public:
  bool recognises(const InputFile& file) const override {
    if (is_state(file)) return true;
    if (!file.path().ends_with(".vmem")) return false;
    const std::optional<std::string> state = state_of(file);
    return state && is_state(InputFile(*state));
  }

  std::unique_ptr<MemoryImage> open(std::shared_ptr<const InputFile> file, const ImageOptions& options) const override {
    std::vector<ImageRun> runs;
    if (is_state(*file)) {
      runs = region_runs(*file);
      file = memory_of(*file);
    } else if (const std::optional<std::string> state = state_of(*file)) {
      runs = region_runs(InputFile(*state));
    }
    if (runs.empty()) runs = around_pc_hole(0, file->size() / kPageSize);
    order_runs(*file, runs);
    if (options.gaps_are_zero) fill_gaps(*file, runs);
    return plain_image(std::move(file), std::move(runs));
  }

 private:
  static std::shared_ptr<const InputFile> memory_of(const InputFile& state) {
    const std::string path = with_ending(state, ".vmem");
    if (!exists(path)) state.fail(0, "the memory should be in " + path + ", which is not there");
    return std::make_shared<const InputFile>(path);
  }
};

const Register<ImageFormat, Vmware> registered{"vmware", "VMware: .vmem with .vmss or .vmsn beside"};

}  // namespace
}  // namespace ksmsim
