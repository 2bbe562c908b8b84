#include "tree_json.h"

#include "ksmsim/report/report.h"

namespace ksmsim {
namespace {

struct JsonOf {
  Json operator()(std::monostate) const { return nullptr; }
  Json operator()(const Tree::List& list) const {
    Json json = Json::array();
    for (const Tree& item : list) json.push_back(json_of(item));
    return json;
  }
  Json operator()(const Tree::Map& map) const {
    Json json = Json::object();
    for (const auto& [key, item] : map) json[key] = json_of(item);
    return json;
  }
  template <class Scalar>
  Json operator()(const Scalar& value) const {
    return value;
  }
};

}  // namespace

Json json_of(const Tree& tree) { return std::visit(JsonOf{}, tree.value); }

std::string json_text(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string tree_to_json(const Tree& tree) { return json_text(json_of(tree), 2); }

}  // namespace ksmsim
