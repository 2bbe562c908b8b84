#pragma once
// The commands of `ksmsim hash`.
#include "verb.h"

namespace ksmsim {

std::unique_ptr<Verb> make_hash_bench();
std::unique_ptr<Verb> make_hash_test();

}  // namespace ksmsim
