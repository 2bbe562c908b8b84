#pragma once
// Unaligned words of a page in the machine's byte order, which is the kernel's too.
#include <cstddef>
#include <cstring>

#include "ksmsim/base/page_bytes.h"

namespace ksmsim {

template <class Word>
Word page_word(PageView page, std::size_t index) {
  Word word;
  std::memcpy(&word, page.data() + index * sizeof word, sizeof word);
  return word;
}

}  // namespace ksmsim
