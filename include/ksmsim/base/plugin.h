#pragma once
// Plug-ins: named implementations of an interface, each in one file that registers itself before main.
//   const Register<PageHash, XxHash64> registered{"xxh64", "xxHash, 64 bits", {}};
// Interface::kKind names the kind ("hash"). The catalogue lists plug-ins without their interfaces, for readers of
// scenarios and for `list`. Both are filled before main, hashes from outside right after it, and read-only from then
// on.
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/base/param.h"

namespace ksmsim {

struct PluginInfo {
  std::string kind;
  std::string name;
  std::string summary;  ///< one line, no full stop
  std::vector<ParamSpec> params;
};

/// Adds an entry; a second one of the same kind and name is an Error (and ends the program, before main).
void catalogue_add(PluginInfo info);
/// All entries of a kind by name, numbers in it by value: 6.6 before 6.12.
std::vector<const PluginInfo*> catalogue_list(std::string_view kind);
/// The entry, or nullptr.
const PluginInfo* catalogue_find(std::string_view kind, std::string_view name);
/// The word of `words` nearest to `word`, or "" if none is near. For "did you mean".
std::string nearest_word(std::string_view word, const std::vector<std::string>& words);
/// The newest of `versions` ("6.8", "6.12") that is not newer than `version`, else the oldest; "" of none.
std::string nearest_version(const std::string& version, const std::vector<std::string>& versions);

template <class Interface>
class Registry {
 public:
  using Factory = std::function<std::unique_ptr<Interface>(const Params&)>;

  static void add(const std::string& name, Factory factory) { factories()[name] = std::move(factory); }

  /// Builds the plug-in; UsageError if there is none of that name.
  static std::unique_ptr<Interface> make(const std::string& name, const Params& params = {}) {
    const auto found = factories().find(name);
    if (found == factories().end()) {
      throw UsageError("no " + std::string(Interface::kKind) + " is named '" + name + "'");
    }
    return found->second(params);
  }

 private:
  static std::map<std::string, Factory>& factories() {
    static std::map<std::string, Factory> map;
    return map;
  }
};

/// Registers Impl, built as Impl(params), or Impl() if it takes none.
template <class Interface, class Impl>
class Register {
 public:
  Register(const std::string& name, const std::string& summary, std::vector<ParamSpec> params = {}) {
    catalogue_add({std::string(Interface::kKind), name, summary, std::move(params)});
    Registry<Interface>::add(name, [](const Params& given) -> std::unique_ptr<Interface> {
      if constexpr (std::is_constructible_v<Impl, const Params&>) {
        return std::make_unique<Impl>(given);
      } else {
        return std::make_unique<Impl>();
      }
    });
  }
};

}  // namespace ksmsim
