#include "ksmsim/hash/page_hash.h"

namespace ksmsim {

std::vector<std::string> page_hash_names() {
  std::vector<std::string> names;
  for (const PluginInfo* info : catalogue_list(PageHash::kKind)) names.push_back(info->name);
  return names;
}

std::unique_ptr<PageHash> make_page_hash(const std::string& name) {
  if (catalogue_find(PageHash::kKind, name) == nullptr) {
    const std::string near = nearest_word(name, page_hash_names());
    throw UsageError("no hash is named '" + name + "' here or in a --plugin" +
                     (near.empty() ? "" : " (did you mean '" + near + "'?)"));
  }
  return Registry<PageHash>::make(name);
}

}  // namespace ksmsim
