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
  cpu.visit_ns = 6000;
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

}  // namespace

std::vector<KnownCpu> known_cpus() {
  return {{"Intel Xeon E5-2420 v2: published throughputs, scaled, and one miss time", e5_2420v2()},
          {"Intel Xeon E5-2620 v3: fitted to the five times published for ksmd", e5_2620v3()}};
}

}  // namespace ksmsim
