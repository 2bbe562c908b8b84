#pragma once
// Literal pages: `1..12 0*40 - f61 e3..9`.
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/config/quantity.h"
#include "ksmsim/config/scenario.h"

namespace ksmsim {

inline constexpr std::uint64_t kMostPages = std::uint64_t{1} << 31;          ///< of a host
inline constexpr std::uint64_t kMostPayload = (std::uint64_t{1} << 56) - 1;  ///< of a content's number

/// The runs of a list of pages; the error names the word at fault.
Parsed<std::vector<PageRun>> parse_pages(std::string_view text);
/// One word of such a list: one run.
Parsed<PageRun> parse_page_run(std::string_view word);
/// The run as a word that reads back as the same run.
std::string format_run(const PageRun& run);
std::string format_pages(const std::vector<PageRun>& runs);
std::uint64_t count_pages(const std::vector<PageRun>& runs);

/// `3..9` or `127`: numbers of pages, both included.
struct PageRange {
  std::uint64_t first = 0, last = 0;
};
Parsed<PageRange> parse_page_range(std::string_view text);

}  // namespace ksmsim
