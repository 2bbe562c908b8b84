#include "ksmsim/experiment/trace_store.h"

#include "ksmsim/trace/trace_file.h"

namespace ksmsim {

void TraceStore::put(const std::string& file, Trace trace) {
  const std::lock_guard<std::mutex> lock(mutex_);
  traces_[file] = std::make_shared<const Trace>(std::move(trace));
}

std::shared_ptr<const Trace> TraceStore::get(const std::string& file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::shared_ptr<const Trace>& trace = traces_[file];
  if (!trace) trace = std::make_shared<const Trace>(load_trace(file));
  return trace;
}

}  // namespace ksmsim
