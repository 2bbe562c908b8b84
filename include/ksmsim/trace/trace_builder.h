#pragma once
// From memory images to a trace: pages are fingerprinted on all cores, equal ones become one content, and contents are
// put in memcmp order. Each distinct content takes some 40 bytes until then, each page 4; bytes are read again only
// where the first eight do not decide the order.
#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "ksmsim/trace/memory_image.h"
#include "ksmsim/trace/trace.h"

namespace ksmsim {

struct BuildOptions {
  bool contents = false;                 ///< keep the bytes of every distinct content
  unsigned threads = 0;                  ///< 0: as many as there are CPUs
  std::function<void(double)> progress;  ///< share of the image being added; from the calling thread
  std::stop_token stop;                  ///< Stopped, when asked to
};

/// A range of pages that KSM would scan: a mapping of a process, or guest memory without a gap.
struct PageRange {
  std::uint64_t start = 0, pages = 0;
  std::vector<std::uint32_t> huge;              ///< first page of each huge page, from `start`
  std::vector<std::uint64_t> zero_mapped = {};  ///< pages at which the host's zero page is mapped
};

class Stopped : public Error {
 public:
  Stopped() : Error("stopped") {}
};

class TraceBuilder {
 public:
  explicit TraceBuilder(BuildOptions options = {});
  ~TraceBuilder();

  /// A whole image, as the VM of that name. `image` has to stay readable until finish().
  void add(const std::string& vm, Duration time, const std::shared_ptr<const MemoryImage>& image);
  /// The ranges of an image that is gone once this returns: distinct pages are copied aside. Snapshots of a VM come in
  /// the order of time; a VM without one at some time had died. Pages that read() fails for are unreadable; returns how
  /// many.
  std::uint64_t add_passing(const std::string& vm, Duration time, const MemoryImage& image,
                            std::vector<PageRange> ranges);
  Trace finish();

 private:
  class Contents;
  class Memory;
  std::unique_ptr<Contents> contents_;
  std::unique_ptr<Memory> memory_;
  BuildOptions options_;
};

}  // namespace ksmsim
