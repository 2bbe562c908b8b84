#pragma once
// Traces as files: the binary form (.ksmtrace; TRACE.md specifies it) and the text page list of one moment
// (contract.md: `# contents N zero Z`, `region vm=V start=S pages=P [huge=...]`, a line of contents).
#include <ostream>
#include <string>
#include <vector>

#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// `bytes`: whether to read the contents' bytes, if the file has them. TraceError if it is no trace, or a damaged one.
/// Reads a text page list as well, be it packed by zstd or gzip or plain.
Trace load_trace(const std::string& path, bool bytes = false);
void write_trace(const Trace& trace, std::ostream& out);

/// The snapshot number `snapshot` as a text page list. Pages that are not known, or the host's zero page, are written
/// as not present.
void write_text_list(const Trace& trace, std::size_t snapshot, std::ostream& out);

/// Says what is wrong with it, or nothing: ids in range, regions in order, changes within them.
std::string fault_of(const Trace& trace);
/// The VMs with what their pages hold at that snapshot: the first one's with the changes up to there.
std::vector<TraceVm> vms_at(const Trace& trace, std::size_t snapshot);

}  // namespace ksmsim
