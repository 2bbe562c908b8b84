#pragma once
// A JSON value put together from a parser's events, within bounds.
#include <string>
#include <vector>

#include "tree_json.h"

namespace ksmsim {

/// What is wrong with a document, where the parser is.
struct Unfit {
  const char* what;
};

class JsonBuilder {
 public:
  /// A list or an object begins, as the whole value or within what is open.
  void open(Json empty);
  void key(std::string key) { key_ = std::move(key); }
  void add(Json scalar) { place(std::move(scalar)); }
  /// Ends what was opened last; true if that is the whole value.
  bool close();
  Json take() { return std::move(root_); }

  /// Values so far, over all that was built since reset_count().
  std::size_t count() const { return count_; }
  void reset_count() { count_ = 0; }

 private:
  Json& place(Json value);

  Json root_;
  std::vector<Json*> open_;  ///< only the last one grows, so these stay where they are
  std::string key_;
  std::size_t count_ = 0;
};

/// Puts it into the object. Unfit if the key is there, or more keys than any result has.
Json& insert_member(Json& object, std::string key, Json value);

}  // namespace ksmsim
