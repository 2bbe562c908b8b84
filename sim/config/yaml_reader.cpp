#include "yaml_reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "text.h"
#include "yaml_source.h"

namespace ksmsim {
namespace {

constexpr std::size_t kDeepest = 64;

Position position(const YAML::Mark& mark) {
  return mark.line < 0 ? Position{1, 1} : Position{mark.line + 1, mark.column + 1};
}

std::size_t count_nodes(const YamlNode& node) {
  std::size_t count = 1;
  for (const YamlNode& item : node.items) count += count_nodes(item);
  for (const YamlEntry& entry : node.entries) count += count_nodes(entry.node);
  return count;
}

/// Builds the node from the parser's events, without recursion, and with aliases written out.
class Builder final : public YAML::EventHandler {
 public:
  explicit Builder(Problems& problems) : problems_(problems) {}

  YamlNode take() { return std::move(root_); }
  /// Where the last quoted text begins, if there is any.
  std::optional<Position> last_quoted() const { return last_quoted_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw Unreadable{position(mark), "a second document begins here; a scenario is one"};
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    YamlNode node;
    node.at = position(mark);
    add(std::move(node), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) throw Unreadable{position(mark), "this alias stands inside what it names"};
    count(count_nodes(found->second), mark);
    add(found->second, YAML::NullAnchor);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    count(1, mark);
    refuse_tag(mark, tag);
    YamlNode node;
    node.at = position(mark);
    node.kind = YamlNode::Kind::scalar;
    node.quoted = tag != "?";
    node.text = value;
    if (node.quoted) last_quoted_ = node.at;
    const bool null = !node.quoted && (value == "~" || value == "null" || value == "Null" || value == "NULL");
    if (null) node.kind = YamlNode::Kind::null;
    add(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Frame {
    YamlNode node;
    YAML::anchor_t anchor;
    bool has_key = false;
    std::string key;
    Position key_at;
    std::set<std::string> keys;
  };

  void count(std::size_t nodes, const YAML::Mark& mark) {
    nodes_ += nodes;
    if (nodes_ > kMostNodes) throw Unreadable{position(mark), "more than a million values so far; that is no scenario"};
  }
  void refuse_tag(const YAML::Mark& mark, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    problems_.add(position(mark), {}, "tags such as " + quoted(tag) + " are not used in scenarios");
  }
  /// The key that the value at hand belongs to: "ksm.pages_to_scan".
  std::string path() const {
    std::string out;
    for (const Frame& frame : stack_) {
      if (!out.empty()) out += '.';
      out += frame.node.is_list() ? std::to_string(frame.node.items.size()) : shortened(frame.key);
    }
    return out;
  }
  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    count(1, mark);
    refuse_tag(mark, tag);
    if (stack_.size() >= kDeepest) throw Unreadable{position(mark), "too deeply nested"};
    if (is_at_key()) throw Unreadable{position(mark), "a bracket is not closed, or a key is not plain text"};
    Frame frame;
    frame.node.kind = kind;
    frame.node.at = position(mark);
    frame.anchor = anchor;
    stack_.push_back(std::move(frame));
  }
  void close() {
    Frame frame = std::move(stack_.back());
    stack_.pop_back();
    add(std::move(frame.node), frame.anchor);
  }
  bool is_at_key() const { return !stack_.empty() && stack_.back().node.is_map() && !stack_.back().has_key; }
  void add(YamlNode node, YAML::anchor_t anchor) {
    if (anchor != YAML::NullAnchor) {
      nodes_ += count_nodes(node);
      anchors_[anchor] = node;
    }
    if (stack_.empty()) {
      root_ = std::move(node);
    } else if (Frame& frame = stack_.back(); frame.node.is_list()) {
      frame.node.items.push_back(std::move(node));
    } else if (!frame.has_key) {
      set_key(frame, node);
    } else {
      set_value(frame, std::move(node));
    }
  }
  static void set_key(Frame& frame, const YamlNode& node) {
    if (!node.is_scalar()) throw Unreadable{node.at, "a key must be plain text"};
    frame.has_key = true;
    frame.key = node.text;
    frame.key_at = node.at;
  }
  void set_value(Frame& frame, YamlNode node) {
    frame.has_key = false;
    if (node.kind == YamlNode::Kind::null) node.at = frame.key_at;  // yaml-cpp marks what follows
    if (frame.key == "<<") {
      problems_.add(frame.key_at, path(), "merge keys are not supported; write the keys out");
    } else if (!frame.keys.insert(frame.key).second) {
      problems_.add(frame.key_at, path(), "is given twice");
    } else {
      frame.node.entries.push_back({std::move(frame.key), frame.key_at, std::move(node)});
    }
  }

  Problems& problems_;
  YamlNode root_;
  std::vector<Frame> stack_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
  std::optional<Position> last_quoted_;
};

/// yaml-cpp's most frequent messages in words that say what to do.
std::string reworded(const std::string& message) {
  static const std::map<std::string_view, const char*> kWords = {
      {"end of sequence flow not found", "a list opened with '[' is not closed, or a comma is missing"},
      {"end of map flow not found", "a mapping opened with '{' is not closed, or a comma is missing"},
      {"end of map not found", "this line does not fit the mapping above; check its indentation"},
      {"end of sequence not found", "this line does not fit the list above; check its indentation"},
      {"illegal map value", "a ':' cannot stand here; check the indentation and quotes"},
      {"illegal block entry", "a '- ' cannot stand here; check the indentation"},
      {"illegal flow end", "a closing bracket without an opening one"},
      {"illegal EOF in scalar", "a quote is not closed"},
      {"bad file", "too deeply nested"},
      {"the referenced anchor is not defined", "no such anchor"},
      {"unknown token", "a value cannot begin with this character; put it in quotes"},
  };
  const auto found = kWords.find(message);
  return found == kWords.end() ? "not valid YAML: " + message : found->second;
}

Unreadable explain(const YAML::ParserException& error, const std::string& text) {
  const Position at = position(error.mark);
  if (is_indented_by_tab(text, at.line)) return {at, "a tab cannot indent; use spaces"};
  return {at, reworded(error.msg)};
}

YamlNode parse(const std::string& text, Problems& problems) {
  check_source(text);
  std::istringstream stream(text);
  Builder builder(problems);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::ParserException& error) {
    throw explain(error, text);
  }
  if (builder.last_quoted()) check_quote_closed(text, *builder.last_quoted());
  return builder.take();
}

}  // namespace

YamlNode read_yaml(const std::string& text, Problems& problems) {
  try {
    return parse(text, problems);
  } catch (const Unreadable& error) {
    problems.add(error.at, {}, error.message);
    problems.throw_if_any();
    throw;
  }
}

}  // namespace ksmsim
