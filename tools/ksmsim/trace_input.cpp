#include "trace_input.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "ksmsim/trace/trace_file.h"
#include "progress_bar.h"

namespace ksmsim {
namespace {

/// A trace, or a text page list: not an image.
bool is_trace(const std::string& file) {
  const InputFile input(file);
  return input.matches(0, "# contents") || input.matches(0, "KSMTRACE");
}

/// The files' names without folder and ending; numbered where two are the same.
std::vector<std::string> names_of(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) {
    const std::string stem = std::filesystem::path(file).stem().string();
    std::string name = stem;
    for (int n = 2; std::find(names.begin(), names.end(), name) != names.end(); ++n) {
      name = stem + "-" + std::to_string(n);
    }
    names.push_back(name);
  }
  return names;
}

}  // namespace

void TraceInput::declare(CLI::App& verb) {
  verb.add_option("--format", format_, "In place of telling it by content")->type_name("NAME");
  verb.add_option("--base", base_, "What the image is a difference to")->type_name("FILE");
  verb.add_option("--gaps", gaps_, "Pages left out: absent or zero")
      ->check(CLI::IsMember({"absent", "zero"}).description(""))
      ->type_name("WHAT");
}

ImageOptions TraceInput::options() const {
  ImageOptions options;
  options.format = format_;
  if (!base_.empty()) options.base = base_;
  options.gaps_are_zero = gaps_ == "zero";
  return options;
}

ksmsim::Trace load_with_snapshot(const std::string& file, std::size_t snapshot) {
  ksmsim::Trace trace = load_trace(file);
  if (snapshot < trace.snapshots.size()) return trace;
  throw UsageError("--snapshot: " + file + " has snapshots 0 to " + std::to_string(trace.snapshots.size() - 1));
}

ksmsim::Trace TraceInput::read(const std::vector<std::string>& files, const Snapshots& snapshots,
                               const InterruptWatch& watch, const Session& session) const {
  if (format_.empty() && is_trace(files.front())) {
    if (files.size() > 1) throw UsageError("one trace or page list at a time");
    return load_trace(files.front(), snapshots.contents);
  }
  const std::vector<std::string> names = names_of(files);
  ProgressBar bar(session.progress, names);
  std::size_t number = 0;
  BuildOptions build;
  build.contents = snapshots.contents;
  build.stop = watch.token();
  build.progress = [&](double done) { bar.update({number, files.size(), done}); };
  TraceBuilder builder(build);
  for (; number < files.size(); ++number) {
    const Duration time = snapshots.one_vm ? snapshots.every * static_cast<std::int64_t>(number) : Duration{};
    builder.add(snapshots.one_vm ? names.front() : names[number], time, open_image(files[number], options()));
  }
  return builder.finish();
}

}  // namespace ksmsim
