#pragma once
// --attach, of verbs that drive this machine's kernel.
#include <CLI/CLI.hpp>

#include "ksmsim/live/live.h"

namespace ksmsim {

inline CLI::Option* add_attach(CLI::App& verb, LiveOptions& live) {
  return verb.add_option("--attach", live.attach, "Processes that are the VMs, in file order")
      ->type_name("PID,...")
      ->delimiter(',')
      ->allow_extra_args(false);
}

}  // namespace ksmsim
