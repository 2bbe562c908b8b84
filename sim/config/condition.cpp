#include "ksmsim/config/condition.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "ksmsim/base/error.h"
#include "ksmsim/config/quantity.h"
#include "text.h"

namespace ksmsim {

struct Condition::Node {
  char kind = 'n';  ///< 'n' a number, 'w' a word, or an operator: + - * / and '?', the comparison
  double number = 0;
  std::string word;  ///< or the comparison itself
  std::shared_ptr<const Node> left, right;
};

namespace {

using Node = Condition::Node;
using NodePtr = std::shared_ptr<const Node>;

constexpr int kDeepest = 100;
constexpr std::array<std::string_view, 6> kComparisons = {"<=", ">=", "==", "!=", "<", ">"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool in_word(char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '-' || c == '[' || c == ']'; }

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text), rest_(text) {}

  NodePtr comparison() {
    NodePtr left = sum(0);
    skip_space();
    const auto sign =
        std::find_if(kComparisons.begin(), kComparisons.end(), [&](auto s) { return rest_.substr(0, s.size()) == s; });
    if (sign == kComparisons.end()) fail("one of < <= > >= == !=");
    rest_.remove_prefix(sign->size());
    NodePtr right = sum(0);
    skip_space();
    if (!rest_.empty()) fail("the end");
    return std::make_shared<Node>(Node{'?', 0, std::string(*sign), std::move(left), std::move(right)});
  }

 private:
  NodePtr sum(int depth) {
    return chain("+-", [this, depth] { return product(depth); });
  }
  NodePtr product(int depth) {
    return chain("*/", [this, depth] { return atom(depth); });
  }
  template <class Part>
  NodePtr chain(std::string_view signs, const Part& part) {
    NodePtr left = part();
    for (char sign = next(); sign != 0 && signs.find(sign) != std::string_view::npos; sign = next()) {
      rest_.remove_prefix(1);
      left = std::make_shared<Node>(Node{sign, 0, {}, left, part()});
    }
    return left;
  }
  NodePtr atom(int depth) {
    if (depth > kDeepest) fail("fewer brackets");
    const char c = next();
    if (c == '(') {
      rest_.remove_prefix(1);
      NodePtr inner = sum(depth + 1);
      if (next() != ')') fail("')'");
      rest_.remove_prefix(1);
      return inner;
    }
    if (c == '\'' || c == '"') return text(c);
    if (is_digit(c)) return number();
    if (is_letter(c)) return std::make_shared<Node>(Node{'w', 0, take_while(in_word), {}, {}});
    fail("a number, a name or '('");
  }
  NodePtr number() {
    const std::string word = take_while([](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '%'; });
    const std::optional<double> value = plain_number(word);
    if (!value) throw UsageError(quoted(word) + " in " + quoted(text_) + " is not a number with a known unit");
    return std::make_shared<Node>(Node{'n', *value, {}, {}, {}});
  }
  NodePtr text(char quote) {
    rest_.remove_prefix(1);
    std::string word = take_while([quote](char c) { return c != quote; });
    if (rest_.empty()) fail("the closing quote");
    rest_.remove_prefix(1);
    return std::make_shared<Node>(Node{'t', 0, std::move(word), {}, {}});
  }
  template <class Test>
  std::string take_while(const Test& test) {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), test);
    std::string taken(rest_.begin(), end);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  void skip_space() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }
  /// The next character that is no space; 0 at the end.
  char next() {
    skip_space();
    return rest_.empty() ? '\0' : rest_.front();
  }
  [[noreturn]] void fail(const std::string& expected) const {
    const std::string place = rest_.empty() ? "at the end" : "before " + quoted(rest_);
    throw UsageError("condition " + quoted(text_) + ": expected " + expected + " " + place);
  }

  const std::string& text_;
  std::string_view rest_;
};

class Evaluation {
 public:
  Evaluation(const std::string& text, const Condition::Lookup& lookup) : text_(text), lookup_(lookup) {}

  bool holds(const Node& comparison) {
    const Condition::Value left = value(*comparison.left), right = value(*comparison.right);
    if (!known_) fail("has no name that is known here");
    const std::string& sign = comparison.word;
    if (sign == "==") return left == right;
    if (sign == "!=") return left != right;
    const double a = number(left), b = number(right);
    if (sign == "<") return a < b;
    if (sign == "<=") return a <= b;
    return sign == ">" ? a > b : a >= b;
  }

 private:
  Condition::Value value(const Node& node) {
    switch (node.kind) {
      case 'n':
        return node.number;
      case 't':
        return node.word;
      case 'w':
        return word(node.word);
      default:
        return apply(node.kind, number(value(*node.left)), number(value(*node.right)));
    }
  }
  Condition::Value word(const std::string& name) {
    if (std::optional<Condition::Value> found = lookup_(name)) {
      known_ = true;
      return *found;
    }
    if (name.find('.') != std::string::npos) fail("there is no " + quoted(name) + " here");
    return name;
  }
  static double apply(char sign, double a, double b) {
    if (sign == '+') return a + b;
    if (sign == '-') return a - b;
    return sign == '*' ? a * b : a / b;
  }
  double number(const Condition::Value& value) const {
    if (const double* number = std::get_if<double>(&value)) return *number;
    fail(quoted(std::get<std::string>(value)) + " is not a number");
  }
  [[noreturn]] void fail(const std::string& why) const { throw UsageError("condition " + quoted(text_) + ": " + why); }

  const std::string& text_;
  const Condition::Lookup& lookup_;
  bool known_ = false;
};

void collect(const Node& node, std::vector<std::string>& words) {
  if (node.kind == 'w') words.push_back(node.word);
  if (node.left) collect(*node.left, words);
  if (node.right) collect(*node.right, words);
}

}  // namespace

Condition::Condition(std::string text) : text_(std::move(text)) { root_ = Parser(text_).comparison(); }

std::vector<std::string> Condition::words() const {
  std::vector<std::string> words;
  collect(*root_, words);
  return words;
}

bool Condition::holds(const Lookup& lookup) const { return Evaluation(text_, lookup).holds(*root_); }

std::optional<double> plain_number(std::string_view text) {
  if (const auto real = parse_real(text); real.value) return real.value;
  if (!text.empty() && text.back() == '%') {
    const auto percent = parse_real(text.substr(0, text.size() - 1));
    return percent.value ? std::optional(*percent.value / 100) : std::nullopt;
  }
  if (const auto size = parse_size(text); size.value) return static_cast<double>(size.value->count);
  if (const auto duration = parse_duration(text); duration.value) return static_cast<double>(duration.value->ns);
  return std::nullopt;
}

}  // namespace ksmsim
