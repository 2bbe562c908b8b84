#pragma once
// HTML and SVG as text that is safe to write. Only literals are markup by themselves; all other text becomes it by
// escaped(), so that a name from a scenario can never be more than a name.
#include <initializer_list>
#include <string>
#include <string_view>

namespace ksmsim {

class Markup {
 public:
  Markup() = default;
  template <std::size_t N>
  Markup(const char (&literal)[N]) : text_(literal, N - 1) {}  // NOLINT: a literal is ours

  Markup& operator+=(const Markup& more) {
    text_ += more.text_;
    return *this;
  }
  friend Markup operator+(Markup a, const Markup& b) { return a += b; }
  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  friend Markup escaped(std::string_view text);
  friend Markup trusted(std::string text);
  std::string text_;
};

/// Any text, shown as it is: no character of it acts. Control characters become spaces; what is not UTF-8, and
/// characters that reorder the text around them, become U+FFFD.
Markup escaped(std::string_view text);
/// What this program made itself, as numbers, or was built with, as its style sheet.
Markup trusted(std::string text);

struct Attribute {
  std::string_view name;
  std::string value;  ///< escaped when written
};
using Attributes = std::initializer_list<Attribute>;

Markup element(std::string_view name, Attributes attributes, const Markup& content);
inline Markup element(std::string_view name, const Markup& content) { return element(name, {}, content); }
/// One without content, as SVG's shapes: "<line .../>".
Markup empty_element(std::string_view name, Attributes attributes);

}  // namespace ksmsim
