#pragma once
// The commands of `ksmsim trace`.
#include <memory>

#include "verb.h"

namespace ksmsim {

std::unique_ptr<Verb> make_trace_capture();
std::unique_ptr<Verb> make_trace_import();
std::unique_ptr<Verb> make_trace_info();
std::unique_ptr<Verb> make_trace_export();

}  // namespace ksmsim
