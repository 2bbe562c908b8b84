#pragma once
// The commands of `ksmsim sweep`.
#include <memory>

#include "verb.h"

namespace ksmsim {

std::unique_ptr<Verb> make_sweep_plan();
std::unique_ptr<Verb> make_sweep_merge();
std::unique_ptr<Verb> make_sweep_emit();

}  // namespace ksmsim
