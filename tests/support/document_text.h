#pragma once
// A document as people read it, in a string.
#include <sstream>
#include <string>

#include "ksmsim/report/document.h"

namespace ksmsim {

inline std::string text_of(const Document& document, TextStyle style = {}) {
  std::ostringstream out;
  write_text(document, out, style);
  return out.str();
}

}  // namespace ksmsim
