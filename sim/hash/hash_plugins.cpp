#include "ksmsim/hash/hash_plugins.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>

#include "ksmsim/hash/file_digest.h"
#include "plugin_hash.h"
#include "plugin_object.h"
#include "plugin_test.h"

namespace ksmsim {
namespace {

namespace fs = std::filesystem;

/// Beside the registries, and as they are: filled at the start, read-only afterwards.
std::map<std::string, HashPlugin>& loaded() {
  static std::map<std::string, HashPlugin> plugins;
  return plugins;
}

/// Canonical paths of the files they are from.
std::vector<fs::path>& loaded_files() {
  static std::vector<fs::path> files;
  return files;
}

fs::path found(const std::string& file) {
  std::error_code fault;
  fs::path path = fs::canonical(file, fault);
  if (!fault && fs::is_directory(path)) throw UsageError("is a folder, expected a shared object");
  if (fault) throw UsageError("cannot be read: " + std::generic_category().message(fault.value()));
  return path;
}

void check_name(const std::string& name) {
  if (catalogue_find(PageHash::kKind, name) != nullptr) throw UsageError("there is a hash '" + name + "' already");
}

void load(const std::string& file) {
  const fs::path path = found(file);
  std::vector<fs::path>& files = loaded_files();
  if (std::find(files.begin(), files.end(), path) != files.end()) return;
  const std::string digest = file_digest(path.string());
  test_plugin_aside(path.string());
  const ksmsim_hash plugin = load_object(path.string());
  check_name(plugin.name);
  const HashPlugin info{plugin.name, path.filename().string(), plugin.version, digest};
  const std::string origin = "plug-in " + info.file + ", version " + info.version;
  catalogue_add({std::string(PageHash::kKind), info.name, plugin.summary + (" (" + origin) + ")", {}});
  Registry<PageHash>::add(info.name, [plugin, origin](const Params&) -> std::unique_ptr<PageHash> {
    return std::make_unique<PluginHash>(plugin, origin);
  });
  loaded().emplace(info.name, info);
  files.push_back(path);
}

std::vector<std::string> files_at(const std::string& place) {
  std::error_code fault;
  if (!fs::is_directory(place, fault)) return {place};
  std::vector<std::string> files;
  fs::directory_iterator entry(place, fault);
  for (; !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
    if (entry->path().extension() == ".so") files.push_back(entry->path().string());
  }
  if (fault) throw UsageError(place + ": cannot be read: " + fault.message());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

void load_hash_plugin(const std::string& file) {
  try {
    load(file);
  } catch (const UsageError& error) {
    throw UsageError(file + ": " + error.what());
  }
}

std::vector<std::string> hash_plugin_files(const std::string& path_list) {
  std::vector<std::string> files;
  for (std::size_t from = 0; from <= path_list.size();) {
    const std::size_t to = std::min(path_list.find(':', from), path_list.size());
    const std::string place = path_list.substr(from, to - from);
    std::error_code fault;
    if (!place.empty() && !fs::exists(place, fault)) throw UsageError("no file and no folder '" + place + "'");
    if (!place.empty()) {
      const std::vector<std::string> here = files_at(place);
      files.insert(files.end(), here.begin(), here.end());
    }
    from = to + 1;
  }
  return files;
}

const HashPlugin* find_hash_plugin(const std::string& hash) {
  const auto plugin = loaded().find(hash);
  return plugin == loaded().end() ? nullptr : &plugin->second;
}

std::vector<const HashPlugin*> hash_plugins() {
  std::vector<const HashPlugin*> all;
  for (const auto& [name, plugin] : loaded()) all.push_back(&plugin);
  return all;
}

}  // namespace ksmsim
