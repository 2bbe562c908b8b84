#include "known_cpus.h"

#include <string>
#include <string_view>

namespace ksmsim {
namespace {

/// ns for a page at a throughput published in MB/s, MB being 2^20 bytes.
constexpr double page_ns(double mb_per_second) { return 4096 * 1e9 / (mb_per_second * 0x1p20); }

constexpr std::string_view kPatch = "patch series \"ksm: replace jhash2 with xxhash\", 2017-2018";

/// What fits the E5-2420 v2's throughputs to the times seen in ksmd on an E5-2620 v3, all four to
/// within 4 %.
constexpr double kScale = 1.94;
constexpr double kMissNs = 498;

CostProfile e5_2420v2() {
  CostProfile cpu;
  cpu.name = "xeon-e5-2420v2";
  cpu.source = "throughputs over one hot page on a Xeon E5-2420 v2 at 2.2 GHz (" + std::string(kPatch) +
               "); one scale and one miss time for all hashes, fitted to four times published for "
               "ksmd on an E5-2620 v3; the rest of a visit is what ksmd's published CPU shares on "
               "an E5-2420 imply, some 6 us";
  cpu.kind = "modelled";
  cpu.scale = kScale;
  cpu.miss_ns = kMissNs;
  cpu.rest.visit = 6000;
  cpu.hot_ns = {{"crc32c", page_ns(12081)}, {"crc32c-hw", page_ns(12081)}, {"crc32c-intel", page_ns(12081)},
                {"xxhash", page_ns(8770)},  {"xxh64", page_ns(8770)},      {"xxh32", page_ns(4529)},
                {"jhash2", page_ns(1569)}};
  return cpu;
}

CostProfile e5_2620v3() {
  CostProfile cpu;
  cpu.name = "xeon-e5-2620v3";
  cpu.source =
      "mean times of one checksum published for ksmd on a Xeon E5-2620 v3, Linux 4.14, "
      "4 VMs of 4 GB (" +
      std::string(kPatch) +
      "); hot is what they leave after a miss time of 498 ns, so this profile repeats "
      "those figures and does not predict them; the rest of a visit is not known";
  cpu.kind = "fitted";
  cpu.miss_ns = kMissNs;
  cpu.hot_ns = {{"crc32c", 1084.10 - kMissNs},    {"crc32c-hw", 1084.10 - kMissNs}, {"crc32c-intel", 1084.10 - kMissNs},
                {"crc32c-sw", 7012.51 - kMissNs}, {"xxhash", 1413.16 - kMissNs},    {"xxh64", 1413.16 - kMissNs},
                {"xxh32", 2227.75 - kMissNs},     {"jhash2", 5128.30 - kMissNs}};
  return cpu;
}

/// Linux 6.18 wrote down ksmd's CPU time of every batch over four real guests. `ksmsim calibrate --recording` makes
/// these figures from them again; its command stands in the README.
CostProfile amd_epyc() {
  CostProfile cpu;
  cpu.name = "amd-epyc";
  cpu.source =
      "hashes and comparisons over hot pages in user space on an AMD EPYC (Zen 4); miss time and the rest of a visit "
      "fitted to ksmd's CPU time on an AMD EPYC, Linux 6.18, over four stopped guests: five recordings, 26 full scans, "
      "half of them within 6 % and all within 15 %; searches by checksum timed in user space over records of 2 GiB of "
      "guests; splitting a huge page is not known";
  cpu.kind = "fitted";
  cpu.miss_ns = 235.097;
  cpu.rest.visit = 247.584;
  cpu.rest.skip = 318.786;
  cpu.rest.merged = 75.988;
  cpu.rest.stable_step = 247.261;
  cpu.rest.unstable_step = 116.542;
  cpu.rest.join = 1034.248;
  cpu.rest.pair = 5596.159;
  cpu.rest.zero_merge = 2329.26;
  cpu.rest.batch = 95735.333;
  cpu.rest.checksum_step = 36.4;
  cpu.rest.table_lookup = 120;
  cpu.rest.compare = 149;
  cpu.rest.compare_bytewise = 1131;
  cpu.hot_ns = {{"crc32c", 410}, {"crc32c-hw", 410}, {"crc32c-sw", 1629}, {"xxhash", 395},
                {"xxh64", 395},  {"xxh32", 562},     {"jhash2", 1304}};
  return cpu;
}

/// Two free figures, scale and visit, are fitted to four published shares; miss is the E5-2620 v3's.
CostProfile e5_2420() {
  CostProfile cpu;
  cpu.name = "xeon-e5-2420";
  cpu.source = "throughputs over one hot page on a Xeon E5-2420 at 1.9 GHz (" + std::string(kPatch) +
               "); one scale, and one time for the rest of a visit, fitted to the four shares of a CPU published for "
               "ksmd there (defaults and sleep_millisecs 1, jhash2 and xxh64); miss time as of xeon-e5-2620v3";
  cpu.kind = "fitted";
  cpu.scale = 1.61;
  cpu.miss_ns = kMissNs;
  cpu.rest.visit = 6790;
  cpu.hot_ns = {
      {"xxhash", page_ns(5918.0)}, {"xxh64", page_ns(5918.0)}, {"xxh32", page_ns(3629.1)}, {"jhash2", page_ns(1153.9)}};
  return cpu;
}

}  // namespace

std::vector<KnownCpu> known_cpus() {
  return {{"AMD EPYC: fitted to ksmd's time over real guests, Linux 6.18", amd_epyc()},
          {"Intel Xeon E5-2420: throughputs, fitted to four published CPU shares", e5_2420()},
          {"Intel Xeon E5-2420 v2: published throughputs, scaled, and one miss time", e5_2420v2()},
          {"Intel Xeon E5-2620 v3: fitted to the five times published for ksmd", e5_2620v3()}};
}

}  // namespace ksmsim
