// The text page list: contract.md, "Text page list".
#include "text_list.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <ostream>

#include "ksmsim/trace/trace_file.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kMostVms = 100000;
constexpr std::uint64_t kMostPages = std::uint64_t{1} << 31;
constexpr std::uint64_t kMostStart = std::uint64_t{1} << 52;

/// Words of a file, and where its lines end.
class Words {
 public:
  explicit Words(const InputFile& file) : file_(file), buffer_(1 << 16) {}

  /// The next word of this line; empty at its end.
  const std::string& next() {
    word_.clear();
    while (peek() == ' ' || peek() == '\t' || peek() == '\r') take();
    while (peek() > ' ') {
      if (word_.size() == kLongest) fail("a word of more than 16 MiB");
      word_.push_back(static_cast<char>(take()));
    }
    if (word_.empty() && peek() >= 0 && peek() != '\n') fail("a control character");
    return word_;
  }
  /// Goes to the next line; false at the end of the file.
  bool next_line() {
    while (peek() >= 0 && peek() != '\n') take();
    if (peek() == '\n') take();
    ++line_;
    return peek() >= 0;
  }
  bool at_end() { return peek() < 0; }
  [[noreturn]] void fail(const std::string& why) const {
    throw TraceError(file_.path() + ":" + std::to_string(line_) + ": " + why);
  }

 private:
  static constexpr std::size_t kLongest = std::size_t{1} << 24;  // a list of huge pages is one word
  int peek() {
    if (at_ == filled_) fill();
    return at_ == filled_ ? -1 : static_cast<int>(buffer_[at_]);
  }
  int take() {
    const int c = peek();
    ++at_;
    return c;
  }
  void fill() {
    offset_ += filled_;
    at_ = 0;
    filled_ = static_cast<std::size_t>(std::min<std::uint64_t>(buffer_.size(), file_.size() - offset_));
    file_.read(offset_, std::span(buffer_).first(filled_));
  }

  const InputFile& file_;
  std::vector<std::byte> buffer_;
  std::uint64_t offset_ = 0, line_ = 1;
  std::size_t at_ = 0, filled_ = 0;
  std::string word_;
};

/// Decimal, or 0x and hex; nothing else around it.
std::optional<std::uint64_t> number_of(std::string_view text) {
  const bool hex = text.size() > 2 && text.starts_with("0x");
  if (hex) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

class TextList {
 public:
  explicit TextList(const InputFile& file) : words_(file) {}

  Trace read() {
    read_first_line();
    while (words_.next_line()) {
      const std::string& word = words_.next();
      if (word.empty() || word[0] == '#') continue;
      if (word != "region") words_.fail("expected a line 'region vm=... start=... pages=...'");
      read_region();
    }
    if (vms_.empty()) words_.fail("the list has no region");
    Trace trace;
    trace.contents = contents_;
    for (auto& [number, vm] : vms_) trace.vms.push_back(std::move(vm));
    if (const std::string fault = fault_of(trace); !fault.empty()) words_.fail(fault);
    return trace;
  }

 private:
  void read_first_line() {
    const bool begins = words_.next() == "#" && words_.next() == "contents";
    const auto count = number_of(words_.next());
    const bool goes_on = words_.next() == "zero";
    const std::string zero = words_.next();
    if (!begins || !count || !goes_on || *count > kMostContents) {
      words_.fail("expected the first line of a page list: # contents N zero Z");
    }
    contents_.count = static_cast<std::uint32_t>(*count);
    if (zero == "-1") return;
    const auto id = number_of(zero);
    if (!id || *id >= *count) words_.fail("zero names the content of zeros, or is -1");
    contents_.zero = static_cast<TracePage>(*id);
  }

  struct Given {
    std::optional<std::uint64_t> vm, start, pages;
    std::vector<std::uint32_t> huge;
  };

  void read_field(Given& given, const std::string& word) {
    const std::size_t equal = word.find('=');
    const std::string key = word.substr(0, equal), value = equal == std::string::npos ? "" : word.substr(equal + 1);
    const auto number = number_of(value);
    if (key == "huge") {
      given.huge = huge_of(value);
    } else if ((key != "vm" && key != "start" && key != "pages") || !number) {
      words_.fail("expected vm=, start=, pages= or huge= with a number, got '" + word.substr(0, 40) + "'");
    } else {
      (key == "vm" ? given.vm : key == "start" ? given.start : given.pages) = number;
    }
  }

  std::vector<std::uint32_t> huge_of(const std::string& list) {
    std::vector<std::uint32_t> blocks;
    for (std::size_t from = 0; from <= list.size();) {
      const std::size_t to = std::min(list.find(',', from), list.size());
      const auto first = number_of(std::string_view(list).substr(from, to - from));
      if (!first || *first >= kMostPages) words_.fail("huge= takes numbers of pages, such as 0,512");
      blocks.push_back(static_cast<std::uint32_t>(*first));
      from = to + 1;
    }
    return blocks;
  }

  void read_region() {
    Given given;
    for (std::string word = words_.next(); !word.empty(); word = words_.next()) read_field(given, word);
    if (!given.vm || !given.start || !given.pages) words_.fail("a region needs vm=, start= and pages=");
    if (*given.vm >= kMostVms || *given.start > kMostStart || *given.pages > kMostPages) {
      words_.fail("a region's vm is below 100000, its start at most 2^52, its pages at most 2^31");
    }
    TraceRegion region;
    region.start = *given.start;
    region.huge = std::move(given.huge);
    words_.next_line();
    read_pages(region.pages, *given.pages);
    TraceVm& vm = vms_[*given.vm];
    vm.name = "vm" + std::to_string(*given.vm);
    vm.regions.push_back(std::move(region));
  }

  void read_pages(std::vector<TracePage>& pages, std::uint64_t count) {
    for (const std::string* word = &words_.next(); !word->empty(); word = &words_.next()) {
      const auto id = *word == "-" ? std::optional<std::uint64_t>(kPageAbsent) : number_of(*word);
      if (!id || (*id >= contents_.count && *word != "-")) {
        words_.fail("expected - or a content below " + std::to_string(contents_.count) + ", got '" +
                    word->substr(0, 40) + "'");
      }
      if (pages.size() == count) words_.fail("more than the region's " + std::to_string(count) + " pages");
      pages.push_back(static_cast<TracePage>(*id));
    }
    if (pages.size() != count) {
      words_.fail(std::to_string(pages.size()) + " pages, and the region has " + std::to_string(count));
    }
  }

  Words words_;
  TraceContents contents_;
  std::map<std::uint64_t, TraceVm> vms_;
};

void write_region(const TraceRegion& region, std::size_t vm, std::ostream& out) {
  out << "region vm=" << vm << " start=0x" << std::hex << region.start << std::dec << " pages=" << region.pages.size();
  for (std::size_t i = 0; i < region.huge.size(); ++i) out << (i == 0 ? " huge=" : ",") << region.huge[i];
  out << '\n';
  bool first = true;
  for (const TracePage page : region.pages) {
    if (!first) out << ' ';
    first = false;
    if (page < kMostContents) {
      out << page;
    } else {
      out << '-';
    }
  }
  out << '\n';
}

}  // namespace

Trace read_text_list(const InputFile& file) { return TextList(file).read(); }

void write_text_list(const Trace& trace, std::size_t snapshot, std::ostream& out) {
  const std::vector<TraceVm> vms = vms_at(trace, snapshot);
  out << "# contents " << trace.contents.count << " zero ";
  out << (trace.contents.zero ? std::to_string(*trace.contents.zero) : "-1") << '\n';
  for (std::size_t vm = 0; vm < vms.size(); ++vm) {
    for (const TraceRegion& region : vms[vm].regions) write_region(region, vm, out);
  }
}

}  // namespace ksmsim
