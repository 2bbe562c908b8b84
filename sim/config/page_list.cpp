#include "page_list.h"

#include <charconv>
#include <utility>

#include "text.h"

namespace ksmsim {
namespace {

using Kind = PageRun::Kind;
constexpr const char* kBlanks = " \t\r\n";

template <class T>
Parsed<T> fault(std::string_view word, std::string_view what) {
  return {{}, quoted(word) + ": " + std::string(what)};
}

std::pair<std::string_view, std::string_view> cut(std::string_view text, std::string_view separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + separator.size())};
}

Parsed<PageRun> parse_fill(std::string_view digits, std::string_view word) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  const bool whole = end == digits.data() + digits.size() && error == std::errc{};
  if (!whole || digits.size() > 2) return fault<PageRun>(word, "expected f and one or two hex digits, such as f61");
  return {PageRun{Kind::fill, value, 1, false}, {}};
}

/// `5`, or `3..9`, after the letter that tells the kind.
Parsed<PageRun> parse_numbers(Kind kind, std::string_view numbers, std::string_view word) {
  const bool range = numbers.find("..") != std::string_view::npos;
  const auto [from_text, to_text] = cut(numbers, "..");
  const auto from = parse_integer(from_text);
  const auto to = range ? parse_integer(to_text) : from;
  if (!from.value) return fault<PageRun>(word, from.error);
  if (!to.value) return fault<PageRun>(word, to.error);
  if (*to.value < *from.value) return fault<PageRun>(word, "a range must ascend");
  if (*to.value > kMostPayload) return fault<PageRun>(word, "must be below 2^56");
  if (kind == Kind::random && !range && *from.value == 0) kind = Kind::zero;
  const std::uint64_t count = *to.value - *from.value + 1;
  if (count > kMostPages) return fault<PageRun>(word, "more than 2^31 pages");
  return {PageRun{kind, *from.value, count, count > 1}, {}};
}

Parsed<PageRun> parse_content(std::string_view content, std::string_view word) {
  if (content == "-") return {PageRun{Kind::absent, 0, 1, false}, {}};
  const char first = content.empty() ? ' ' : content[0];
  if (first == 'f') return parse_fill(content.substr(1), word);
  if (first == 'e') return parse_numbers(Kind::last_word, content.substr(1), word);
  if (first == 'h') return parse_numbers(Kind::first_word, content.substr(1), word);
  if (first >= '0' && first <= '9') return parse_numbers(Kind::random, content, word);
  return fault<PageRun>(word, "not a page's content; expected such as 7, 0, f61, e5, h5, -, 3..9 or 7*30");
}

}  // namespace

Parsed<PageRun> parse_page_run(std::string_view word) {
  const auto [content, times_text] = cut(word, "*");
  auto run = parse_content(content, word);
  if (!run.value || content.size() == word.size()) return run;
  if (content.find("..") != std::string_view::npos) return fault<PageRun>(word, "a range cannot be repeated");
  const auto times = parse_integer(times_text);
  if (!times.value) return fault<PageRun>(word, times.error);
  if (*times.value == 0) return fault<PageRun>(word, "must be repeated at least once");
  if (*times.value > kMostPages) return fault<PageRun>(word, "more than 2^31 pages");
  run.value->count = *times.value;
  return run;
}

Parsed<std::vector<PageRun>> parse_pages(std::string_view text) {
  std::vector<PageRun> runs;
  std::uint64_t pages = 0;
  std::size_t at = text.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end = text.find_first_of(kBlanks, at);
    const std::string_view word = text.substr(at, end == std::string_view::npos ? end : end - at);
    auto run = parse_page_run(word);
    if (!run.value) return {{}, std::move(run.error)};
    pages += run.value->count;
    if (pages > kMostPages) return fault<std::vector<PageRun>>(word, "more than 2^31 pages by here");
    runs.push_back(*run.value);
    at = text.find_first_not_of(kBlanks, end);
  }
  if (runs.empty()) return {{}, "expected a list of pages, such as \"1..12 0*40\""};
  return {std::move(runs), {}};
}

std::string format_run(const PageRun& run) {
  if (run.kind == Kind::absent || run.kind == Kind::zero || run.kind == Kind::fill) {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string out = run.kind == Kind::absent ? "-" : run.kind == Kind::zero ? "0" : "f";
    if (run.kind == Kind::fill) out += {kDigits[(run.value >> 4) & 15], kDigits[run.value & 15]};
    return run.count == 1 ? out : out + "*" + std::to_string(run.count);
  }
  std::string out = run.kind == Kind::last_word ? "e" : run.kind == Kind::first_word ? "h" : "";
  out += std::to_string(run.value);
  if (run.count == 1) return out;
  if (run.ascending) return out + ".." + std::to_string(run.value + run.count - 1);
  return out + "*" + std::to_string(run.count);
}

std::string format_pages(const std::vector<PageRun>& runs) {
  std::string out;
  for (const PageRun& run : runs) out.append(out.empty() ? "" : " ").append(format_run(run));
  return out;
}

std::uint64_t count_pages(const std::vector<PageRun>& runs) {
  std::uint64_t pages = 0;
  for (const PageRun& run : runs) pages += run.count;
  return pages;
}

Parsed<PageRange> parse_page_range(std::string_view text) {
  const bool range = text.find("..") != std::string_view::npos;
  const auto [from_text, to_text] = cut(text, "..");
  const auto from = parse_integer(from_text);
  const auto to = range ? parse_integer(to_text) : from;
  if (!from.value || !to.value) return {{}, "expected pages such as 3..9 or 127, got " + quoted(text)};
  if (*to.value < *from.value) return {{}, "a range of pages must ascend: " + quoted(text)};
  return {PageRange{*from.value, *to.value}, {}};
}

}  // namespace ksmsim
