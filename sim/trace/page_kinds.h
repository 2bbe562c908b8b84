#pragma once
// Which pages of a process are present and anonymous, which of them are the zero page or parts of huge pages: by the
// ioctl PAGEMAP_SCAN (Linux 6.7), else from /proc/PID/pagemap and /proc/kpageflags.
#include <cstdint>
#include <vector>

namespace ksmsim {

/// Anonymous pages that follow each other and are of one kind.
struct PageStretch {
  enum class Kind : std::uint8_t { present, zero };
  std::uint64_t first = 0, pages = 0;  ///< page numbers
  Kind kind = Kind::present;
  bool huge = false;
};

class PageKinds {
 public:
  explicit PageKinds(int pid);  ///< TraceError if its page map cannot be read
  ~PageKinds();
  PageKinds(const PageKinds&) = delete;
  PageKinds& operator=(const PageKinds&) = delete;

  bool know_zero_pages() const { return scans_ || flags_ >= 0; }
  /// In ascending order; what is in none is not present, or a file's.
  std::vector<PageStretch> of(std::uint64_t first, std::uint64_t pages) const;

 private:
  bool scan(std::uint64_t first, std::uint64_t pages, std::vector<PageStretch>& out) const;
  void read(std::uint64_t first, std::uint64_t pages, std::vector<PageStretch>& out) const;
  std::uint64_t flags_of(std::uint64_t frame) const;

  int pid_;
  int map_ = -1, flags_ = -1;
  bool scans_ = false;
};

}  // namespace ksmsim
