#pragma once
// What goes to stderr, and whether a stream is a terminal that wants colour.
#include <memory>
#include <string>

namespace spdlog {
class logger;
}

namespace ksmsim {

enum class When { automatic, always, never };
enum class Verbosity { quiet, normal, verbose };

class Console {
 public:
  Console();
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  void set(When colour, Verbosity verbosity);
  /// One line, led by "ksmsim: ".
  void error(const std::string& text);
  /// The same, for what is worth knowing but no error; not with -q.
  void notice(const std::string& text);
  /// Only with -v.
  void info(const std::string& text);
  /// Lines that say themselves where they come from (FILE:LINE:COLUMN: ...).
  void problems(const std::string& lines);
  /// By --color, NO_COLOR, TERM and what `descriptor` is, in this order.
  bool colour_on(int descriptor) const;

 private:
  std::unique_ptr<spdlog::logger> logger_;
  When colour_ = When::automatic;
};

}  // namespace ksmsim
