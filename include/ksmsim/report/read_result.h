#pragma once
// Results from files: what write_json() wrote.
#include <iosfwd>
#include <string>
#include <string_view>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct ReadOptions {
  bool samples = true;  ///< else they are passed over
};

/// The result that was written: writing it again gives the same bytes outside `meta`. UsageError `NAME: MEMBER: what
/// was expected` if it is none; members of other names are passed over. No other file is opened: of a cost profile that
/// a sweep took from a file only the name is known.
RunResult read_json(std::istream& in, const std::string& name, ReadOptions options = {});
RunResult read_json(std::string_view text, const std::string& name, ReadOptions options = {});

}  // namespace ksmsim
