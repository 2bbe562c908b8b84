#pragma once
// A scenario as a value: what contract.md's YAML says, checked, with defaults filled in and `count` written out.
// Nothing here knows YAML. Quantities are in their base units; names that are kernel knobs keep the kernel's names and
// units.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/base/param.h"
#include "ksmsim/base/units.h"
#include "ksmsim/config/visit_times.h"

namespace ksmsim {

/// A run of pages in a literal list: `3..9`, `7*30`, `-`, `e1..4`.
struct PageRun {
  enum class Kind : std::uint8_t { absent, random, zero, fill, last_word, first_word };
  Kind kind = Kind::absent;
  std::uint64_t value = 0;  ///< of the run's first page
  std::uint64_t count = 1;
  bool ascending = false;  ///< each page's value is one more than the last's
  friend bool operator==(const PageRun&, const PageRun&) = default;
};

struct RegionSpec {
  std::vector<PageRun> pages;
  bool huge_pages = false;
  std::string text;  ///< as written
  friend bool operator==(const RegionSpec&, const RegionSpec&) = default;
};

/// A plug-in and its parameters, defaults filled in.
struct PluginSpec {
  std::string name;
  Params params;
  friend bool operator==(const PluginSpec&, const PluginSpec&) = default;
};

enum class ChecksumTime : std::uint8_t { modelled, measured };

/// A cost profile of one's own (cost/cost_profile.h says what the figures mean), from the scenario or a file beside it.
struct CpuSpec {
  std::string source;       ///< where the figures are from
  std::uint64_t arch = 64;  ///< word size of the code that they are of
  double scale = 1;
  double miss_ns = 0;
  VisitTimes rest;
  std::map<std::string, double> hot_ns;  ///< by hash
  friend bool operator==(const CpuSpec&, const CpuSpec&) = default;
};

struct HostSpec {
  std::optional<Bytes> memory;
  std::string kernel;
  std::string cpu;                     ///< name of a cost profile, or "host" if it is to be measured here
  std::optional<CpuSpec> cpu_profile;  ///< what that name stands for, if it is none of the known ones
  std::optional<std::uint64_t> arch;   ///< word size, 32 or 64; nothing: 64
  std::uint32_t hz = 250;
  ChecksumTime checksum_time = ChecksumTime::modelled;
  bool lru_batch = true;
  bool has_32_bits() const { return arch == 32; }
  bool measures_cpu() const { return cpu == "host" && !cpu_profile; }
  /// Whether what this machine does at the time of the run is in its result.
  bool measures() const { return checksum_time == ChecksumTime::measured || measures_cpu(); }
  friend bool operator==(const HostSpec&, const HostSpec&) = default;
};

/// /sys/kernel/mm/ksm, as at the start of the run. What is not given has the kernel version's default (empty here).
struct KsmSpec {
  std::vector<std::pair<std::string, std::string>> tunables;  ///< in file order: as written to sysfs
  std::string hash;  ///< empty: the kernel version's own; "fastest": choose_hash()
  std::uint32_t checksum_bits = 32;
  std::string scanner = "ksm";
  friend bool operator==(const KsmSpec&, const KsmSpec&) = default;
};

/// A VM of a trace file (trace/trace.h).
struct TraceSpec {
  std::string file;     ///< where it is
  std::string vm;       ///< its name there, or its number from 0 on
  std::string written;  ///< as written: FILE#VM
  friend bool operator==(const TraceSpec&, const TraceSpec&) = default;
};

struct VmSpec {
  std::string name;
  std::uint32_t vcpus = 1;
  std::optional<Bytes> memory;         ///< with `contents`; else the pages tell
  std::optional<PluginSpec> contents;  ///< a content model …
  std::optional<TraceSpec> trace;      ///< … or captured …
  std::vector<RegionSpec> regions;     ///< … or literal pages
  std::optional<std::uint64_t> start_after_batch;
  Duration start{};  ///< if not after a batch; 0: from the start
  friend bool operator==(const VmSpec&, const VmSpec&) = default;
};

struct EventSpec {
  enum class When : std::uint8_t { at, after_batch, after_full_scan };
  enum class What : std::uint8_t { write, discard, unmap, unmergeable, mergeable, kill, set };
  When when = When::after_batch;
  std::uint64_t count = 0;  ///< batch or full scan
  Duration at{};
  What what = What::write;
  std::uint32_t vm = 0;  ///< index into Scenario::vms
  std::uint32_t region = 0;
  std::uint64_t first_page = 0, last_page = 0;  ///< both included
  PageRun content;                              ///< of write, unless page_offset
  std::optional<std::uint64_t> page_offset;     ///< "page+5000": page n holds random page n + 5000
  std::string tunable, value;                   ///< of set
  std::string text;                             ///< as written, on one line
  friend bool operator==(const EventSpec&, const EventSpec&) = default;
};

struct StopSpec {
  std::optional<std::uint64_t> full_scans, batches;
  std::optional<Duration> time;
  friend bool operator==(const StopSpec&, const StopSpec&) = default;
};

struct SampleSpec {
  enum class Every : std::uint8_t { batch, full_scan, duration };
  Every every = Every::batch;
  Duration duration{};
  friend bool operator==(const SampleSpec&, const SampleSpec&) = default;
};

/// One axis of a sweep: a key and the values it takes, as written.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
  friend bool operator==(const SweepAxis&, const SweepAxis&) = default;
};

struct SweepSpec {
  std::vector<SweepAxis> axes;
  std::vector<std::vector<std::string>> zip;  ///< keys of axes that go in step
  std::vector<std::string> where;             ///< conditions (config/condition.h) that every point meets
  std::uint64_t repeat = 1;                   ///< each point so many times, with seeds from the scenario's on
  bool empty() const { return axes.empty() && repeat == 1; }
  friend bool operator==(const SweepSpec&, const SweepSpec&) = default;
};

/// Published figures to set beside ours. Never an input of the simulation.
struct ReferenceSpec {
  struct Below {
    std::string hash, than;  ///< `hash` takes `percent` per cent less than `than`
    double percent = 0;
    friend bool operator==(const Below&, const Below&) = default;
  };
  std::string source;
  std::map<std::string, double> checksum_ns;
  std::vector<Below> percent_below;
  friend bool operator==(const ReferenceSpec&, const ReferenceSpec&) = default;
};

struct Scenario {
  std::string name, description;
  std::uint64_t seed = 1;
  HostSpec host;
  KsmSpec ksm;
  std::vector<VmSpec> vms;
  std::vector<EventSpec> events;
  StopSpec stop;
  SampleSpec sample;
  SweepSpec sweep;
  ReferenceSpec reference;
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace ksmsim
