#include "settings.h"

#include <algorithm>

namespace ksmsim {

std::string short_key(const PointResult& point, std::size_t axis) {
  const auto last = [](const std::string& key) { return key.substr(key.rfind('.') + 1); };
  const std::string& key = point.settings.at(axis).first;
  const auto same = std::count_if(point.settings.begin(), point.settings.end(),
                                  [&](const auto& other) { return last(other.first) == last(key); });
  return same == 1 ? last(key) : key;
}

}  // namespace ksmsim
