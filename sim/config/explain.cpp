#include <algorithm>

#include "keys.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/config/load.h"
#include "text.h"

namespace ksmsim {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kIndent = 11;

/// "vms[].memory" and "vms.0.memory" alike as "vms.memory".
std::string plain_path(std::string_view path) {
  std::string out, part;
  const auto finish = [&] {
    if (part.size() > 2 && part.substr(part.size() - 2) == "[]") part.resize(part.size() - 2);
    const bool number = part.find_first_not_of("0123456789") == std::string::npos;
    if (!number) out += (out.empty() ? "" : ".") + part;
    part.clear();
  };
  for (const char c : path) {
    if (c == '.') {
      finish();
    } else {
      part += c;
    }
  }
  finish();
  return out;
}

bool ends_with_parts(const std::string& path, const std::string& tail) {
  if (path == tail) return true;
  return path.size() > tail.size() && path.compare(path.size() - tail.size() - 1, std::string::npos, "." + tail) == 0;
}

std::vector<const Key*> matches(const std::string& wanted) {
  std::vector<const Key*> found;
  const std::string plain = plain_path(wanted);
  for (const Key& key : key_table()) {
    if (key.path == wanted || plain_path(key.path) == plain) return {&key};
    if (!plain.empty() && ends_with_parts(plain_path(key.path), plain)) found.push_back(&key);
  }
  return found;
}

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

[[noreturn]] void throw_unknown(const std::string& wanted) {
  std::vector<std::string> words = scenario_keys();
  for (const Key& key : key_table()) words.emplace_back(key.path.substr(key.path.find_last_of('.') + 1));
  const std::string hint = wanted.empty() ? "" : nearest_word(wanted, words);
  throw UsageError("no key " + quoted(wanted) + " in a scenario" +
                   (hint.empty() ? "" : " (did you mean '" + hint + "'?)"));
}

/// One line of the answer, its text wrapped beside its label.
std::string labelled(const std::string& label, std::string_view text) {
  std::string out, line = "  " + label + std::string(kIndent - 2 - label.size(), ' ');
  std::size_t from = 0;
  while (from < text.size()) {
    const std::size_t to = std::min(text.find(' ', from), text.size());
    const std::string_view word = text.substr(from, to - from);
    if (line.size() + word.size() > kWidth && line.size() > kIndent) {
      out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
      line = std::string(kIndent, ' ');
    }
    line += std::string(word) + " ";
    from = to + 1;
  }
  return out + line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string default_text(const Key& key) {
  if (key.required) return "none; it is required";
  if (key.fallback.empty()) return "none";
  if (default_value(key).empty()) return std::string(key.fallback.substr(1, key.fallback.size() - 2));
  return std::string(key.fallback);
}

}  // namespace

std::vector<std::string> scenario_keys() {
  std::vector<std::string> keys;
  for (const Key& key : key_table()) keys.emplace_back(key.path);
  return keys;
}

std::string explain_key(const std::string& key) {
  const auto found = matches(key);
  if (found.empty()) throw_unknown(key);
  if (found.size() > 1) {
    std::vector<std::string> paths;
    for (const Key* match : found) paths.emplace_back(match->path);
    throw UsageError(quoted(key) + " may be " + joined(paths));
  }
  const Key& match = *found[0];
  std::string out = std::string(match.path) + "\n" + labelled("type", describe_type(match));
  const bool container = match.type == KeyType::mapping || match.type == KeyType::list;
  if (!container || match.required) out += labelled("default", default_text(match));
  out += labelled("meaning", match.help);
  const auto children =
      child_names(match.type == KeyType::list ? std::string(match.path) + "[]" : std::string(match.path));
  if (!children.empty()) out += labelled("keys", joined(children));
  return out;
}

}  // namespace ksmsim
