#include "plugin_object.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

constexpr const char* kEntry = "ksmsim_hash_entry";
/// Of the first ABI 1: all fields up to this one.
constexpr std::size_t kLeastSize = offsetof(ksmsim_hash, hash_batch) + sizeof(ksmsim_hash::hash_batch);

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_name(std::string_view name) {
  const auto fits = [](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  return !name.empty() && name.size() <= 32 && is_letter(name[0]) && std::all_of(name.begin(), name.end(), fits);
}

/// One line that a terminal shows as it is.
bool is_line(const char* text, std::size_t longest) {
  if (text == nullptr) return false;
  const std::string_view line(text, strnlen(text, longest + 1));
  return !line.empty() && line.size() <= longest &&
         std::none_of(line.begin(), line.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; });
}

void check(bool fine, const char* what) {
  if (!fine) throw UsageError(what);
}

/// What dlopen said, without the file's name, which goes before it anyway.
std::string load_fault(const std::string& file) {
  const char* said = dlerror();
  std::string fault = said == nullptr ? "unknown error" : said;
  if (fault.starts_with(file + ": ")) fault = fault.substr(file.size() + 2);
  return "cannot be loaded as a shared object: " + fault;
}

ksmsim_hash checked(const ksmsim_hash* given) {
  check(given != nullptr, "its ksmsim_hash_entry() has nothing for hash ABI 1, which this ksmsim has");
  if (given->abi != KSMSIM_HASH_ABI) {
    throw UsageError("is for hash ABI " + std::to_string(given->abi) + ", this ksmsim has " +
                     std::to_string(KSMSIM_HASH_ABI));
  }
  if (given->struct_size < kLeastSize) {
    throw UsageError("its struct_size is " + std::to_string(given->struct_size) + ", expected at least " +
                     std::to_string(kLeastSize));
  }
  ksmsim_hash known{};
  std::memcpy(&known, given, std::min<std::size_t>(given->struct_size, sizeof known));
  check(known.name != nullptr && is_name({known.name, strnlen(known.name, 33)}),
        "its name must be a letter and at most 31 letters, digits, '-' or '_'");
  check(is_line(known.version, 64), "its version must be 1 to 64 printable characters");
  check(is_line(known.summary, 200), "its summary must be 1 to 200 printable characters");
  check(known.digest_bits >= 1 && known.digest_bits <= 64, "its digest_bits must be from 1 to 64");
  check(known.flags == 0, "it has flags that this ksmsim does not know");
  check(known.hash != nullptr, "it has no hash()");
  return known;
}

}  // namespace

ksmsim_hash load_object(const std::string& file) {
  void* const object = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) throw UsageError(load_fault(file));
  void* const symbol = dlsym(object, kEntry);
  if (symbol == nullptr) throw UsageError(std::string("is no hash plug-in: it has no function ") + kEntry + "()");
  const auto entry = reinterpret_cast<decltype(&ksmsim_hash_entry)>(symbol);
  return checked(entry(KSMSIM_HASH_ABI));
}

}  // namespace ksmsim
