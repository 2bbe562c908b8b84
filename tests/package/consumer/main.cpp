// What a user of the installed library writes: the order of two pages' contents.
#include <ksmsim/content/content.h>

#include <cstddef>
#include <cstring>
#include <iostream>

int main() {
  using namespace ksmsim;
  std::byte zero[kPageSize], random[kPageSize];
  content_fill(Content(), PageBytes(zero));
  content_fill(Content::make(ContentKind::random, 7), PageBytes(random));
  const bool ordered = std::memcmp(zero, random, kPageSize) < 0;
  std::cout << (ordered ? "zeros come first\n" : "zeros do not come first\n");
  return ordered ? 0 : 1;
}
