#pragma once
// Page hashes from outside (ksmsim/hash_plugin.h says what one has to be). Load them right after the command line is
// read, before anything looks at the registries and before threads start: a loaded hash is one of the registry, and
// stays.
#include <string>
#include <vector>

namespace ksmsim {

struct HashPlugin {
  std::string name;     ///< of the hash
  std::string file;     ///< without its folders
  std::string version;  ///< what the plug-in says of itself
  std::string digest;   ///< of the file's bytes: file_digest()
};

/// Loads the plug-in; a file that was loaded before is none of two. It runs in a child process first, which tests what
/// the header promises. UsageError, one line led by the file's name, if it cannot be read, is no plug-in or fails.
void load_hash_plugin(const std::string& file);
/// The plug-ins that a list such as KSMSIM_HASH_PATH names, parted by colons: files, or folders with all NAME.so in
/// them. UsageError if one is not there.
std::vector<std::string> hash_plugin_files(const std::string& path_list);
/// The plug-in that this hash is of, or nullptr.
const HashPlugin* find_hash_plugin(const std::string& hash);
/// By name.
std::vector<const HashPlugin*> hash_plugins();

}  // namespace ksmsim
