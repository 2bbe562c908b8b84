#include "checksum_keys.h"

#include <array>

#include "rmap_item.h"

namespace ksmsim {

void ChecksumKeys::use(const std::string& hash, unsigned bits) {
  blind_ = make_page_hash(hash);
  if (blind_->bytes_read() == kPageSize) blind_.reset();
  bits_ = bits;
}

Content ChecksumKeys::computed(Content c) const {
  if (c == kNoChecksum || c.kind() == ContentKind::imported) return c;
  std::array<std::byte, kPageSize> page;
  content_fill(c, page);
  return Content(blind_->checksum(page, bits_));
}

}  // namespace ksmsim
