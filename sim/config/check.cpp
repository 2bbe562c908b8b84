#include "check.h"

#include <algorithm>

#include "ksmsim/base/plugin.h"
#include "ksmsim/config/quantity.h"
#include "text.h"

namespace ksmsim {
namespace {

const char* what_it_is(const YamlNode& node) {
  if (node.is_list()) return "a list";
  if (node.is_map()) return "a mapping";
  return node.kind == YamlNode::Kind::null ? "nothing" : "a single value";
}

bool is_number(ParamType type) {
  return type == ParamType::boolean || type == ParamType::integer || type == ParamType::real;
}

template <class T>
Parsed<ParamValue> widen(Parsed<T> parsed) {
  if (!parsed.value) return {{}, std::move(parsed.error)};
  return {ParamValue(std::move(*parsed.value)), {}};
}

Parsed<ParamValue> parse_as(ParamType type, const std::string& text) {
  switch (type) {
    case ParamType::boolean:
      return widen(parse_boolean(text));
    case ParamType::integer:
      return widen(parse_integer(text));
    case ParamType::real:
      return widen(parse_real(text));
    case ParamType::size:
      return widen(parse_size(text));
    case ParamType::duration:
      return widen(parse_duration(text));
    case ParamType::share:
      return widen(parse_share(text));
    case ParamType::text:
      break;
  }
  if (has_control(text, true)) return {{}, "must not hold control characters: " + quoted(text)};
  return {ParamValue(text), {}};
}

Key key_of(ParamType type) {
  constexpr KeyType kTypes[] = {KeyType::boolean, KeyType::integer,  KeyType::real, KeyType::text,
                                KeyType::size,    KeyType::duration, KeyType::share};
  return {{}, kTypes[static_cast<std::size_t>(type)], {}, {}};
}

/// What kstrtobool takes, as far as people write it.
Parsed<ParamValue> parse_flag(const std::string& text) {
  static const std::vector<std::string> kTrue = {"1", "true", "on", "y", "yes"};
  static const std::vector<std::string> kFalse = {"0", "false", "off", "n", "no"};
  const auto is_in = [&](const auto& words) { return std::find(words.begin(), words.end(), text) != words.end(); };
  if (is_in(kTrue)) return {ParamValue(true), {}};
  if (is_in(kFalse)) return {ParamValue(false), {}};
  return {{}, "expected 0 or 1, got " + quoted(text)};
}

Parsed<ParamValue> parse_key(const Key& key, const std::string& text) {
  if (key.type == KeyType::flag) return parse_flag(text);
  if (key.type == KeyType::cost) return widen(parse_cost(text));
  return parse_as(param_type(key.type), text);
}

/// Range and choices of the table; "" if the value is fine.
std::string value_fault(const Key& key, const ParamValue& value, const std::string& text) {
  const auto* number = std::get_if<std::uint64_t>(&value);
  if (number != nullptr && (*number < key.least || *number > key.most)) {
    return "expected " + describe_type(key) + ", got " + quoted(text);
  }
  return {};
}

/// Words of the table's choices, reported with the nearest one.
bool check_choices(Problems& problems, const YamlNode& node, const Place& place, const Key& key) {
  if (key.choices.empty()) return true;
  const std::string_view kind =
      key.choices[0] == '@' ? key.choices.substr(1, key.choices.find('|') - 1) : std::string_view{};
  return check_word(problems, node.at, place.shown, kind, node.text, choice_words(key.choices));
}

std::string listed(const std::vector<std::string>& words) {
  constexpr std::size_t kMost = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(words.size(), kMost); ++i) out += (i == 0 ? "" : ", ") + words[i];
  return words.size() > kMost ? out + ", ..." : out;
}

bool is_key_required(const std::string& path) {
  const Key* key = find_key(path);
  return key != nullptr && key->required;
}

}  // namespace

Place Place::child(std::string_view name) const {
  const auto join = [&](const std::string& path) {
    return path.empty() ? std::string(name) : path + "." + std::string(name);
  };
  return {join(shown), join(table)};
}

Place Place::item(std::size_t number) const { return {shown + "." + std::to_string(number), table + "[]"}; }

bool check_mapping(Problems& problems, const YamlNode& node, const Place& place) {
  if (!node.is_map()) {
    problems.add(node.at, place.shown, std::string("expected a mapping, got ") + what_it_is(node));
    return false;
  }
  const auto known = child_names(place.table);
  for (const YamlEntry& entry : node.entries) {
    if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
    problems.add(entry.at, place.child(shortened(entry.key)).shown, "unknown key", nearest_word(entry.key, known));
  }
  for (const std::string& name : known) {
    const Place child = place.child(name);
    if (is_key_required(child.table) && node.find(name) == nullptr) {
      problems.add(node.at, child.shown, "is required but missing");
    }
  }
  return true;
}

bool check_list(Problems& problems, const YamlNode& node, const Place& place) {
  if (node.is_list()) return true;
  problems.add(node.at, place.shown, std::string("expected a list, got ") + what_it_is(node));
  return false;
}

std::optional<std::string> read_text(Problems& problems, const YamlNode& node, const std::string& shown,
                                     const std::string& expected, bool may_be_quoted) {
  if (!node.is_scalar()) {
    problems.add(node.at, shown, "expected " + expected + ", got " + what_it_is(node));
    return std::nullopt;
  }
  if (node.quoted && !may_be_quoted) {
    problems.add(node.at, shown,
                 "expected " + expected + ", got the text \"" + shortened(node.text) + "\"; leave the quotes out");
    return std::nullopt;
  }
  return node.text;
}

std::optional<ParamValue> read_value(Problems& problems, const YamlNode& node, const Place& place) {
  const Key* key = find_key(place.table);
  if (key == nullptr) throw Error("no key '" + place.table + "' in the table");
  const bool quotes = key->type != KeyType::flag && !is_number(param_type(key->type));
  const auto text = read_text(problems, node, place.shown, describe_type(*key), quotes);
  if (!text) return std::nullopt;
  if (!check_choices(problems, node, place, *key)) return std::nullopt;
  auto parsed = parse_key(*key, *text);
  std::string fault = parsed.value ? value_fault(*key, *parsed.value, *text) : parsed.error;
  if (fault.empty()) return parsed.value;
  problems.add(node.at, place.shown, (is_tunable(*key) ? "the kernel refuses this with EINVAL: " : "") + fault);
  return std::nullopt;
}

std::optional<ParamValue> read_param(Problems& problems, const YamlNode& node, const std::string& shown,
                                     ParamType type) {
  const auto text = read_text(problems, node, shown, describe_type(key_of(type)), !is_number(type));
  if (!text) return std::nullopt;
  auto parsed = parse_as(type, *text);
  if (!parsed.value) problems.add(node.at, shown, std::move(parsed.error));
  return parsed.value;
}

ParamValue parse_default(ParamType type, std::string_view text) {
  auto parsed = parse_as(type, std::string(text));
  if (!parsed.value) throw Error("bad default: " + parsed.error);
  return *parsed.value;
}

ParamType param_type(KeyType type) {
  switch (type) {
    case KeyType::boolean:
      return ParamType::boolean;
    case KeyType::integer:
      return ParamType::integer;
    case KeyType::real:
      return ParamType::real;
    case KeyType::size:
      return ParamType::size;
    case KeyType::duration:
      return ParamType::duration;
    case KeyType::share:
      return ParamType::share;
    default:
      return ParamType::text;
  }
}

bool check_word(Problems& problems, Position at, const std::string& shown, std::string_view kind,
                const std::string& word, const std::vector<std::string>& words) {
  if (words.empty() || std::find(words.begin(), words.end(), word) != words.end()) return true;
  const bool number = !word.empty() && word[0] >= '0' && word[0] <= '9';
  const std::string hint = number ? "" : nearest_word(word, words);
  std::string message = kind.empty() ? "expected one of " + listed(words) + ", got " + quoted(word)
                                     : "no " + std::string(kind) + " is named " + quoted(word);
  if (kind == "hash") message += " here or in a --plugin";
  if (number && !kind.empty()) message += "; the nearest is " + nearest_version(word, words);
  if (!kind.empty() && hint.empty()) message += "; there are " + listed(words);
  problems.add(at, shown, std::move(message), hint);
  return false;
}

}  // namespace ksmsim
