#pragma once
// A plug-in's shared object in this process, and what it says of itself.
#include <string>

#include "ksmsim/hash_plugin.h"

namespace ksmsim {

/// Loads it for good. UsageError, without the file's name, if it cannot be loaded or is not what the header asks for.
/// The struct is as the plug-in gives it, fields it does not know yet empty.
ksmsim_hash load_object(const std::string& file);

}  // namespace ksmsim
