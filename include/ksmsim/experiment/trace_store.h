#pragma once
// Traces that several runs share: each file is read once. From any thread.
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "ksmsim/trace/trace.h"

namespace ksmsim {

class TraceStore {
 public:
  /// A trace that is in no file, under a name that scenarios may give as its file.
  void put(const std::string& file, Trace trace);
  /// TraceError if it cannot be read.
  std::shared_ptr<const Trace> get(const std::string& file);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Trace>> traces_;
};

}  // namespace ksmsim
