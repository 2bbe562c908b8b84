#include "outputs.h"

#include <algorithm>

namespace ksmsim {

void Outputs::add(const std::string& name, Writer writer) {
  if (name.empty()) return;
  const std::string key = file_identity(name);
  if (key != "-" && inputs_.count(key) != 0) throw UsageError("an output would replace the input " + name);
  if (!names_.insert(key).second) throw UsageError("two outputs would go to " + name);
  outputs_.push_back({key, std::make_unique<Output>(name), std::move(writer)});
}

void Outputs::write(const RunResult& result, const InterruptWatch& watch) {
  const auto is_stdout = [](const Entry& entry) { return is_standard_output(entry.name); };
  const auto files =
      std::stable_partition(outputs_.begin(), outputs_.end(), [&](const Entry& entry) { return !is_stdout(entry); });
  for (auto entry = outputs_.begin(); entry != files; ++entry) entry->write(result);
  watch.check();
  for (auto entry = outputs_.begin(); entry != files; ++entry) entry->output->commit();
  for (auto entry = files; entry != outputs_.end(); ++entry) entry->write(result);
}

void Outputs::Entry::write(const RunResult& result) const {
  writer(result, output->stream());
  output->flush();
}

}  // namespace ksmsim
