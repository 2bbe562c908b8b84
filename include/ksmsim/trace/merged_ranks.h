#pragma once
// Contents of several traces in one order. Each trace knows the memcmp order of its own contents; contents that two
// traces share (by fingerprint) tie their orders together. Between those, which of two contents of different traces
// comes first is not known, and is chosen; it decides the shape of the trees, and not what is equal.
#include <cstdint>
#include <vector>

#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// For each trace, for each of its contents, its place in the common order: equal contents of different traces have
/// equal places. Zeros, wherever they are, have place 0, and nothing else has. TraceError if two traces contradict each
/// other. Contents without fingerprints are equal to no other trace's, but for zeros.
std::vector<std::vector<std::uint64_t>> merged_ranks(const std::vector<const TraceContents*>& traces);

}  // namespace ksmsim
