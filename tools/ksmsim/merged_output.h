#pragma once
// What a sweep's stores tell, to files and to a table.
#include <string>
#include <vector>

#include "result_files.h"
#include "verb.h"

namespace ksmsim {

/// The files, and a table if none of them is stdout. `command`: what gives the same result.
void open_merged(Outputs& outputs, const ResultFiles& files, const std::string& command, const Session& session);
/// Reads and writes; says which points are missing or failed, and returns the exit code.
int write_merged(const std::vector<std::string>& folders, Outputs& outputs, const InterruptWatch& watch,
                 Session& session);

}  // namespace ksmsim
