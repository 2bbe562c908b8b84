#pragma once
// A document as plain values: what a YAML file said (with positions), or a scenario resolved for printing. Mappings
// keep their order.
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ksmsim {

struct Position {
  int line = 0, column = 0;  ///< from 1; 0: not from a file
};

struct Tree {
  using List = std::vector<Tree>;
  using Map = std::vector<std::pair<std::string, Tree>>;
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Map>;

  Tree() = default;  // written out: clang needs it to see through the recursion
  Tree(Value v, Position where = {}) : value(std::move(v)), at(where) {}

  Value value;
  Position at;
};

}  // namespace ksmsim
