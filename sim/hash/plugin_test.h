#pragma once
// Whether a plug-in does what ksmsim/hash_plugin.h asks of it.
#include <string>

namespace ksmsim {

/// Loads the file in a child process and tests it there, where it may crash or hang. UsageError, without the file's
/// name, says what is wrong.
void test_plugin_aside(const std::string& file);

}  // namespace ksmsim
