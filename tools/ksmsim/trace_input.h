#pragma once
// Files that hold captured memory: images, a trace, a page list; and the options that say how to read them.
#include <string>
#include <vector>

#include "interrupt.h"
#include "ksmsim/trace/trace_builder.h"
#include "verb.h"

namespace ksmsim {

class TraceInput {
 public:
  /// --format, --base and --gaps.
  void declare(CLI::App& verb);
  struct Snapshots {
    bool one_vm = false;  ///< the images are one VM at different times
    Duration every{};
    bool contents = false;
  };
  ksmsim::Trace read(const std::vector<std::string>& files, const Snapshots& snapshots, const InterruptWatch& watch,
                     const Session& session) const;

 private:
  ImageOptions options() const;
  std::string format_, base_, gaps_ = "absent";
};

/// A trace that has a snapshot of that number; UsageError if it has not.
ksmsim::Trace load_with_snapshot(const std::string& file, std::size_t snapshot);

}  // namespace ksmsim
