#pragma once
// What a call says is wrong.
#include <string>

#include "ksmsim/base/error.h"

namespace ksmsim {

/// The text of the Fault that `call` throws; empty if it throws nothing. Other exceptions pass.
template <class Fault = UsageError, class Call>
std::string fault_text(Call call) {
  try {
    call();
  } catch (const Fault& fault) {
    return fault.what();
  }
  return "";
}

}  // namespace ksmsim
