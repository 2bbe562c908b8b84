#pragma once
// What is wrong with a page of HTML, as far as can be told without a browser.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace ksmsim {

namespace html_check_detail {

/// A tag as written: "<p class="x">", "</p>", "<line/>".
struct Tag {
  std::string name, text;
  bool closes = false, alone = false;
};

/// Tags of the page from `from` on; what is in style and script is none.
inline std::vector<Tag> tags_of(const std::string& page) {
  std::vector<Tag> tags;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at)) {
    const std::size_t end = page.find('>', at);
    Tag tag;
    tag.text = page.substr(at, end == std::string::npos ? end : end + 1 - at);
    tag.closes = tag.text.rfind("</", 0) == 0;
    tag.name =
        tag.text.substr(tag.closes ? 2 : 1, tag.text.find_first_of(" />", tag.closes ? 2 : 1) - (tag.closes ? 2 : 1));
    tag.alone = tag.text.find("/>") != std::string::npos || tag.name == "meta" || tag.name == "!DOCTYPE";
    const bool is_text = !tag.closes && (tag.name == "style" || tag.name == "script");
    tags.push_back(tag);
    if (end == std::string::npos) break;
    at = is_text ? page.find("</" + tag.name, end) : end;
  }
  return tags;
}

inline std::string attribute(const std::string& tag, const std::string& name) {
  const std::size_t at = tag.find(" " + name + "=\"");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + name.size() + 3;
  return tag.substr(begin, tag.find('"', begin) - begin);
}

}  // namespace html_check_detail

/// Empty if every element is closed in its turn, every id is there once, and every reference to one has its target.
inline std::string html_problem(const std::string& page) {
  std::vector<std::string> open;
  std::set<std::string> ids, wanted;
  for (const auto& tag : html_check_detail::tags_of(page)) {
    const std::string id = html_check_detail::attribute(tag.text, "id");
    if (!id.empty() && !ids.insert(id).second) return "two elements have the id " + id;
    for (const char* reference : {"aria-labelledby", "aria-describedby"}) {
      const std::string target = html_check_detail::attribute(tag.text, reference);
      if (!target.empty()) wanted.insert(target);
    }
    if (tag.alone) continue;
    if (!tag.closes) {
      open.push_back(tag.name);
    } else if (open.empty() || open.back() != tag.name) {
      return "</" + tag.name + "> closes nothing, in <" + (open.empty() ? "" : open.back()) + ">";
    } else {
      open.pop_back();
    }
  }
  if (!open.empty()) return "<" + open.back() + "> is not closed";
  for (const std::string& id : wanted) {
    if (!ids.contains(id)) return "there is no element with the id " + id;
  }
  return "";
}

/// How often `part` is in `text`.
inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

}  // namespace ksmsim
