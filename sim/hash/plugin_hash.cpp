#include "plugin_hash.h"

#include <utility>

namespace ksmsim {

PluginHash::PluginHash(const ksmsim_hash& plugin, std::string implementation)
    : plugin_(plugin), implementation_(std::move(implementation)) {
  if (plugin_.create == nullptr) return;
  const char* error = nullptr;
  state_ = plugin_.create(&error);
  if (state_ == nullptr)
    throw UsageError(error == nullptr ? "its create() failed" : std::string("its create() failed: ") + error);
}

PluginHash::~PluginHash() {
  if (plugin_.destroy != nullptr) plugin_.destroy(state_);
}

}  // namespace ksmsim
