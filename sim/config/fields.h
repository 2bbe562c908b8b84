#pragma once
// Binds plain keys of the table to members of the Scenario's structs, for reading and for writing
// alike.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "check.h"
#include "ksmsim/config/quantity.h"
#include "ksmsim/config/scenario.h"

namespace ksmsim {

template <class S>
struct Field {
  std::string_view name;
  std::variant<bool S::*, std::uint32_t S::*, std::uint64_t S::*, double S::*, std::string S::*, Duration S::*,
               std::optional<Bytes> S::*, std::optional<Duration> S::*, std::optional<std::uint64_t> S::*,
               ChecksumTime S::*>
      member;
};

inline constexpr Field<Scenario> kScenarioFields[] = {
    {"name", &Scenario::name}, {"description", &Scenario::description}, {"seed", &Scenario::seed}};
inline constexpr Field<HostSpec> kHostFields[] = {{"memory", &HostSpec::memory},
                                                  {"kernel", &HostSpec::kernel},
                                                  {"arch", &HostSpec::arch},
                                                  {"hz", &HostSpec::hz},
                                                  {"checksum_time", &HostSpec::checksum_time},
                                                  {"lru_batch", &HostSpec::lru_batch}};
inline constexpr Field<KsmSpec> kKsmFields[] = {
    {"hash", &KsmSpec::hash}, {"checksum_bits", &KsmSpec::checksum_bits}, {"scanner", &KsmSpec::scanner}};
inline constexpr Field<VmSpec> kVmFields[] = {
    {"name", &VmSpec::name}, {"vcpus", &VmSpec::vcpus}, {"memory", &VmSpec::memory}};
inline constexpr Field<StopSpec> kStopFields[] = {
    {"full_scans", &StopSpec::full_scans}, {"batches", &StopSpec::batches}, {"time", &StopSpec::time}};
inline constexpr Field<ReferenceSpec::Below> kBelowFields[] = {{"hash", &ReferenceSpec::Below::hash},
                                                               {"than", &ReferenceSpec::Below::than},
                                                               {"percent", &ReferenceSpec::Below::percent}};

template <class M>
struct IsOptional : std::false_type {};
template <class M>
struct IsOptional<std::optional<M>> : std::true_type {
  using Value = M;
};

template <class M>
void assign(M& target, const ParamValue& value) {
  if constexpr (IsOptional<M>::value) {
    target = std::get<typename IsOptional<M>::Value>(value);
  } else if constexpr (std::is_same_v<M, ChecksumTime>) {
    target = std::get<std::string>(value) == "measured" ? ChecksumTime::measured : ChecksumTime::modelled;
  } else if constexpr (std::is_same_v<M, std::uint32_t>) {
    target = static_cast<std::uint32_t>(std::get<std::uint64_t>(value));  // the table's range fits
  } else {
    target = std::get<M>(value);
  }
}

/// Reads the fields' keys of the mapping `node`; missing ones get the table's default.
template <class S, std::size_t N>
void read_fields(Problems& problems, const YamlNode& node, const Place& place, const Field<S> (&fields)[N], S& out) {
  for (const Field<S>& field : fields) {
    const Place child = place.child(field.name);
    const YamlNode* given = node.find(field.name);
    std::optional<ParamValue> value;
    if (given != nullptr) {
      value = read_value(problems, *given, child);
    } else if (const Key* key = find_key(child.table); !default_value(*key).empty()) {
      value = parse_default(param_type(key->type), default_value(*key));
    }
    if (value) std::visit([&](auto member) { assign(out.*member, *value); }, field.member);
  }
}

inline Tree tree_of(bool value) { return {value, {}}; }
inline Tree tree_of(std::uint64_t value) { return {value, {}}; }
inline Tree tree_of(std::uint32_t value) { return {std::uint64_t{value}, {}}; }
inline Tree tree_of(double value) { return {value, {}}; }
inline Tree tree_of(const std::string& value) { return {value, {}}; }
inline Tree tree_of(const char* value) { return {std::string(value), {}}; }
inline Tree tree_of(Duration value) { return {format_duration(value), {}}; }
inline Tree tree_of(Bytes value) { return {format_size(value), {}}; }
inline Tree tree_of(Share value) { return {value.value, {}}; }
inline Tree tree_of(ChecksumTime value) { return tree_of(value == ChecksumTime::measured ? "measured" : "modelled"); }

/// Appends the fields that have a value; an empty text is none.
template <class S, std::size_t N>
void write_fields(const S& from, const Field<S> (&fields)[N], Tree::Map& out) {
  const auto append = [&](std::string_view name, const auto& value) {
    using M = std::decay_t<decltype(value)>;
    if constexpr (IsOptional<M>::value) {
      if (value) out.emplace_back(std::string(name), tree_of(*value));
    } else if constexpr (std::is_same_v<M, std::string>) {
      if (!value.empty()) out.emplace_back(std::string(name), tree_of(value));
    } else {
      out.emplace_back(std::string(name), tree_of(value));
    }
  };
  for (const Field<S>& field : fields) {
    std::visit([&](auto member) { append(field.name, from.*member); }, field.member);
  }
}

}  // namespace ksmsim
