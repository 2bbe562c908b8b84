// ksmsim trace import: memory images, or a text page list, to a trace.
#include <CLI/CLI.hpp>
#include <filesystem>

#include "interrupt.h"
#include "ksmsim/config/quantity.h"
#include "ksmsim/trace/memory_image.h"
#include "ksmsim/trace/trace_builder.h"
#include "ksmsim/trace/trace_file.h"
#include "output.h"
#include "progress_bar.h"
#include "trace.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(A file is a memory image, whose format is told by its content (see ksmsim list
formats), or a text page list; either may be packed by gzip or zstd. Several
images are several VMs, named by their files, or with --snapshots one VM over
time.

A page that an image leaves out is absent, which is not the same as zeros;
--gaps zero takes it for zeros. --base FILE is the image that a difference, such
as Firecracker's, is to.

Examples:
  ksmsim trace import web.elf db.elf -o guests.ksmtrace
  ksmsim trace import --snapshots --every 10s dump-*.elf -o guest.ksmtrace
  ksmsim trace import --format raw memory.bin -o guest.ksmtrace
  ksmsim trace import guests.pages.zst -o guests.ksmtrace)";

bool is_text_list(const std::string& file) { return InputFile(file).matches(0, "# contents"); }

Duration duration_of(const std::string& text) {
  const Parsed<Duration> duration = parse_duration(text);
  if (!duration.value) throw UsageError("--every: " + duration.error);
  if (duration.value->ns <= 0) throw UsageError("--every: expected a time of more than 0");
  return *duration.value;
}

class TraceImport final : public Verb {
 public:
  CLI::App* declare(CLI::App& trace) override {
    CLI::App* verb = trace.add_subcommand("import", "A trace from memory images or a page list");
    verb->add_option("FILE", files_, "Memory images, or one page list")->type_name("")->required();
    verb->add_option("-o,--output", output_, "The trace to write")->type_name("F")->required();
    verb->add_option("--format", image_.format, "In place of telling it by content")->type_name("NAME");
    verb->add_option("--base", base_, "What the image is a difference to")->type_name("FILE");
    verb->add_option("--gaps", gaps_, "Pages left out: absent or zero")
        ->check(CLI::IsMember({"absent", "zero"}).description(""))
        ->type_name("WHAT");
    CLI::Option* snapshots = verb->add_flag("--snapshots", snapshots_, "The images are one VM over time");
    verb->add_option("--every", every_, "Time between snapshots")->needs(snapshots)->type_name("TIME");
    verb->add_flag("--with-contents", options_.contents, "Keep the bytes of contents");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    image_.gaps_are_zero = gaps_ == "zero";
    if (!base_.empty()) image_.base = base_;
    const Duration every = duration_of(every_);
    InterruptWatch watch;
    Output output(output_);
    try {
      write_trace(is_text_list(files_.front()) ? read_list() : read_images(every, watch, session), output.stream());
    } catch (const Stopped&) {
      watch.check();
      throw;
    }
    watch.check();
    output.commit();
    return kExitFine;
  }

 private:
  ksmsim::Trace read_list() const {
    if (files_.size() > 1) throw UsageError("trace import: one page list at a time");
    return load_trace(files_.front());
  }

  ksmsim::Trace read_images(Duration every, const InterruptWatch& watch, const Session& session) {
    ProgressBar bar(session.progress, names());
    options_.stop = watch.token();
    std::size_t number = 0;
    options_.progress = [&](double done) { bar.update({number, files_.size(), done}); };
    TraceBuilder builder(options_);
    const std::vector<std::string> vms = names();
    for (; number < files_.size(); ++number) {
      const Duration time = snapshots_ ? every * static_cast<std::int64_t>(number) : Duration{};
      builder.add(snapshots_ ? vms.front() : vms[number], time, open_image(files_[number], image_));
    }
    return builder.finish();
  }

  /// The files' names without folder and ending; numbered where two are the same.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const std::string& file : files_) {
      const std::string stem = std::filesystem::path(file).stem().string();
      std::string name = stem;
      for (int n = 2; std::find(names.begin(), names.end(), name) != names.end(); ++n) {
        name = stem + "-" + std::to_string(n);
      }
      names.push_back(name);
    }
    return names;
  }

  std::vector<std::string> files_;
  std::string output_, base_, gaps_ = "absent", every_ = "10s";
  ImageOptions image_;
  BuildOptions options_;
  bool snapshots_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_trace_import() { return std::make_unique<TraceImport>(); }

}  // namespace ksmsim
