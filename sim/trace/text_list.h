#pragma once
#include "ksmsim/trace/input_file.h"
#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// A text page list. TraceError "FILE:LINE: why".
Trace read_text_list(const InputFile& file);

}  // namespace ksmsim
