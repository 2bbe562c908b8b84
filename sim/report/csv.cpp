// Samples as CSV (RFC 4180, lines end in a newline). A million rows are common: numbers are written
// by to_chars into one buffer.
#include <array>
#include <charconv>
#include <ostream>
#include <string_view>

#include "csv_field.h"
#include "ksmsim/report/columns.h"
#include "ksmsim/report/report.h"

namespace ksmsim {
namespace {

class Rows {
 public:
  explicit Rows(std::ostream& out) : out_(out) { buffer_.reserve(kFlushAt + 4096); }

  template <class Integer>
  void number(Integer value) {
    std::array<char, 24> digits;
    char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    buffer_.append(digits.data(), end);
    buffer_ += ',';
  }
  void text(std::string_view text) { buffer_ += text; }
  /// Ends a row of numbers; `settings` is empty or starts with a comma.
  void end(std::string_view settings) {
    buffer_.pop_back();
    buffer_ += settings;
    buffer_ += '\n';
    if (buffer_.size() >= kFlushAt) flush();
  }
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

 private:
  static constexpr std::size_t kFlushAt = 1 << 16;
  std::ostream& out_;
  std::string buffer_;
};

}  // namespace

void write_csv(const RunResult& result, std::ostream& out) {
  Rows rows(out);
  std::string header;
  const PointResult none;
  const PointResult& first = result.points.empty() ? none : result.points.front();
  visit_sample(Sample{}, [&](std::string_view name, auto) {
    if (tells(first, name)) header.append(header.empty() ? "" : ",").append(name);
  });
  for (const auto& [key, value] : first.settings) header.append(1, ',').append(csv_field(key));
  rows.text(header.append(1, '\n'));
  for (const PointResult& point : result.points) {
    std::string settings;
    for (const auto& [key, value] : point.settings) settings.append(1, ',').append(csv_field(value));
    for (const Sample& sample : point.samples) {
      if (!out) return;  // a full disk: the caller sees it in the stream
      visit_sample(sample, [&](std::string_view name, auto value) {
        if (tells(first, name)) rows.number(value);
      });
      rows.end(settings);
    }
  }
  rows.flush();
}

}  // namespace ksmsim
