#pragma once
// A hash that is another one under a name that depends on the machine.
#include <memory>
#include <string>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {

class AliasHash : public PageHash {
 public:
  explicit AliasHash(const std::string& name) : name_(name), target_(make_page_hash(name)) {}
  unsigned bits() const override { return target_->bits(); }
  std::string implementation() const override { return name_ + ", " + target_->implementation(); }
  std::uint64_t hash(PageView page) const override { return target_->hash(page); }

 private:
  std::string name_;
  std::unique_ptr<PageHash> target_;
};

}  // namespace ksmsim
