// What a user of the installed library writes. The hashes register themselves, so the library must
// not have lost them.
#include <ksmsim/content/content.h>
#include <ksmsim/hash/page_hash.h>

#include <cstddef>
#include <iostream>

int main() {
  using namespace ksmsim;
  std::byte page[kPageSize];
  content_fill(Content::make(ContentKind::random, 7), PageBytes(page));
  const auto hash = make_page_hash("xxh64");
  std::cout << page_hash_names().size() << " hashes; xxh64 of random page 7: " << std::hex << hash->hash(PageView(page))
            << '\n';
  return page_hash_names().size() > 1 ? 0 : 1;
}
