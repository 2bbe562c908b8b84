#pragma once
// What memory of VMs held, at one or several moments, as a value: which page held which content. A content is a rank:
// contents are numbered in memcmp order of their bytes, so that ids sort as the bytes do and equal ids are equal bytes.
// The bytes themselves are there only if they were asked for when the trace was made.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/base/error.h"
#include "ksmsim/base/units.h"
#include "ksmsim/hash/fingerprint.h"

namespace ksmsim {

/// A trace or image that cannot be read (exit 5): "FILE: offset N: why", one line.
class TraceError : public Error {
 public:
  using Error::Error;
};

/// A page of a trace: the rank of its content, or one of these.
using TracePage = std::uint32_t;
inline constexpr TracePage kPageAbsent = 0xffffffff;      ///< never touched, or given back
inline constexpr TracePage kPageZeroMapped = 0xfffffffe;  ///< the host's zero page is mapped there: KSM passes it by
inline constexpr TracePage kPageUnreadable = 0xfffffffd;  ///< there is something, but it could not be read
inline constexpr TracePage kMostContents = 0xfffffff0;

struct TraceContents {
  std::uint32_t count = 0;
  std::optional<TracePage> zero;          ///< the all-zero page
  std::vector<Fingerprint> fingerprints;  ///< one a content, or none at all: not known
  std::vector<std::byte> bytes;           ///< kPageSize a content, or none at all
  friend bool operator==(const TraceContents&, const TraceContents&) = default;
};

/// One mapping of a VM that KSM would scan, or one range of a guest's memory.
struct TraceRegion {
  std::uint64_t start = 0;          ///< page number
  std::vector<TracePage> pages;     ///< at the first snapshot
  std::vector<std::uint32_t> huge;  ///< first page of each 2 MiB block that a huge page backs
  friend bool operator==(const TraceRegion&, const TraceRegion&) = default;
};

struct TraceVm {
  std::string name;
  std::vector<TraceRegion> regions;  ///< in ascending address, not overlapping
  friend bool operator==(const TraceVm&, const TraceVm&) = default;
};

struct TraceChange {
  std::uint32_t vm = 0, region = 0, page = 0;
  TracePage now = kPageAbsent;
  friend bool operator==(const TraceChange&, const TraceChange&) = default;
};

struct TraceSnapshot {
  Duration time{};                   ///< since the first snapshot
  std::vector<TraceChange> changes;  ///< against the snapshot before, by (vm, region, page); none in the first
  friend bool operator==(const TraceSnapshot&, const TraceSnapshot&) = default;
};

struct Trace {
  TraceContents contents;
  std::vector<TraceVm> vms;
  std::vector<TraceSnapshot> snapshots{TraceSnapshot{}};
  friend bool operator==(const Trace&, const Trace&) = default;
};

/// Pages of all its VMs' regions, present or not.
std::uint64_t page_count(const Trace& trace);

}  // namespace ksmsim
