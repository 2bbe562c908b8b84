#pragma once
// A plug-in's hash as one of ours.
#include <string>

#include "ksmsim/hash/page_hash.h"
#include "ksmsim/hash_plugin.h"

namespace ksmsim {

class PluginHash final : public PageHash {
 public:
  /// UsageError if its create() fails.
  PluginHash(const ksmsim_hash& plugin, std::string implementation);
  ~PluginHash() override;
  PluginHash(const PluginHash&) = delete;
  PluginHash& operator=(const PluginHash&) = delete;

  unsigned bits() const override { return plugin_.digest_bits; }
  std::string implementation() const override { return implementation_; }
  std::uint64_t hash(PageView page) const override { return plugin_.hash(state_, page.data()); }
  const void* state() const { return state_; }

 private:
  ksmsim_hash plugin_;
  std::string implementation_;
  void* state_ = nullptr;
};

}  // namespace ksmsim
