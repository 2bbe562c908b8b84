#include "content_table.h"

#include <array>

namespace ksmsim {
namespace {

constexpr std::uint32_t kEmpty = 0xffffffff;

PageDigest digest_of_zeros() {
  const std::array<std::byte, kPageSize> zeros{};
  return digest(zeros);
}

}  // namespace

ContentTable::ContentTable() : slots_(1 << 12, kEmpty) { find_or_add(digest_of_zeros()); }

std::size_t ContentTable::slot_of(const Fingerprint& fingerprint) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = fingerprint.low & mask;
  while (slots_[slot] != kEmpty && contents_[slots_[slot]].digest.fingerprint != fingerprint) slot = (slot + 1) & mask;
  return slot;
}

ContentTable::Found ContentTable::find_or_add(const PageDigest& page) {
  std::size_t slot = slot_of(page.fingerprint);
  if (slots_[slot] != kEmpty) return {slots_[slot], false};
  if (contents_.size() == kMostContents) throw Error("more than 2^32 different pages");
  if (contents_.size() * 2 >= slots_.size()) {
    grow();
    slot = slot_of(page.fingerprint);
  }
  const auto number = static_cast<std::uint32_t>(contents_.size());
  slots_[slot] = number;
  contents_.push_back({page, 0, 0});
  return {number, true};
}

void ContentTable::grow() {
  slots_.assign(slots_.size() * 2, kEmpty);
  for (std::uint32_t i = 0; i < contents_.size(); ++i) slots_[slot_of(contents_[i].digest.fingerprint)] = i;
}

void ContentTable::set_place(std::uint32_t number, std::uint32_t source, std::uint64_t where) {
  contents_[number].source = source;
  contents_[number].where = where;
}

}  // namespace ksmsim
