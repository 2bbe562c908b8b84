#include "json_builder.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostKeys = 1000;         // of one object, which are looked through one by one
constexpr std::size_t kMostValues = 4'000'000;  // of one point, without its samples

}  // namespace

Json& insert_member(Json& object, std::string key, Json value) {
  auto& map = object.get_ref<Json::object_t&>();
  if (map.size() >= kMostKeys) throw Unfit{"more than 1000 members in one object"};
  const auto [place, is_new] = map.emplace(std::move(key), std::move(value));
  if (!is_new) throw Unfit{"a member is there twice"};
  return place->second;
}

Json& JsonBuilder::place(Json value) {
  if (++count_ > kMostValues) throw Unfit{"more than 4000000 values"};
  if (open_.empty()) return root_ = std::move(value);
  Json& parent = *open_.back();
  if (parent.is_object()) return insert_member(parent, std::move(key_), std::move(value));
  auto& list = parent.get_ref<Json::array_t&>();
  list.push_back(std::move(value));
  return list.back();
}

void JsonBuilder::open(Json empty) { open_.push_back(&place(std::move(empty))); }

bool JsonBuilder::close() {
  open_.pop_back();
  return open_.empty();
}

}  // namespace ksmsim
