#include "setup.h"

#include <fmt/format.h>

#include "format.h"
#include "memory.h"

namespace ksmsim {
namespace {

void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; }

std::string vms_text(const Scenario& scenario) {
  std::uint64_t pages = 0;
  for (const VmSpec& vm : scenario.vms) pages += vm_pages(vm);
  return fmt::format("{}, {} ({})", counted(scenario.vms.size(), "VM"), pages_text(pages), counted(pages, "page"));
}

std::string host_text(const HostSpec& host) {
  std::string text = host.kernel.empty() ? "" : "kernel " + host.kernel;
  append(text, host.checksum_time == ChecksumTime::measured ? "this machine's CPU" : "CPU " + host.cpu);
  if (host.has_32_bits()) append(text, "32 bits");
  if (host.memory) append(text, bytes_text(static_cast<std::int64_t>(host.memory->count)));
  append(text, fmt::format("{} Hz", host.hz));
  if (!host.lru_batch) append(text, "no LRU batch");
  return text;
}

std::string ksm_text(const KsmSpec& ksm) {
  std::string text;
  if (ksm.scanner != "ksm") append(text, "scanner " + ksm.scanner);
  for (const auto& [name, value] : ksm.tunables) append(text, name + " " + value);
  append(text, fmt::format("checksum_bits {}", ksm.checksum_bits));
  return text;
}

std::string run_text(const Scenario& scenario) {
  std::string text;
  const StopSpec& stop = scenario.stop;
  const auto add = [&](const std::string& limit) { text += (text.empty() ? "until " : " or ") + limit; };
  if (stop.full_scans) add(counted(*stop.full_scans, "full scan"));
  if (stop.batches) add(fmt::format("{} batch{}", *stop.batches, *stop.batches == 1 ? "" : "es"));
  if (stop.time) add(duration_text(stop.time->seconds()));
  append(text, fmt::format("seed {}", scenario.seed));
  return text;
}

constexpr std::size_t kMostValues = 16;

std::string axis_text(const SweepAxis& axis) {
  std::string text;
  const std::size_t shown = axis.values.size() > kMostValues ? kMostValues / 2 : axis.values.size();
  for (std::size_t i = 0; i < shown; ++i) append(text, axis.values[i]);
  if (shown < axis.values.size())
    append(text, fmt::format("... {}, {} values", axis.values.back(), axis.values.size()));
  return axis.key + ": " + text;
}

std::vector<std::string> sweep_texts(const SweepSpec& sweep) {
  std::vector<std::string> texts;
  for (const SweepAxis& axis : sweep.axes) texts.push_back(axis_text(axis));
  for (const std::vector<std::string>& keys : sweep.zip) {
    std::string text;
    for (const std::string& key : keys) append(text, key);
    texts.push_back("in step: " + text);
  }
  for (const std::string& condition : sweep.where) texts.push_back("where " + condition);
  if (sweep.repeat > 1) texts.push_back(fmt::format("each {} times, with seeds of their own", sweep.repeat));
  return texts;
}

}  // namespace

Block setup_block(const Scenario& scenario) {
  Block block;
  block.heading = scenario.name;
  if (!scenario.description.empty()) block.paragraphs.push_back(scenario.description);
  block.facts = {{"VMs", vms_text(scenario)},
                 {"host", host_text(scenario.host)},
                 {"ksm", ksm_text(scenario.ksm)},
                 {"run", run_text(scenario)}};
  for (const std::string& text : sweep_texts(scenario.sweep)) block.facts.push_back({"sweep", text});
  return block;
}

}  // namespace ksmsim
