// What 32-bit code costs on a CPU whose figures are of 64-bit code.
#include "ksmsim/cost/cost_profile.h"

namespace ksmsim {
namespace {

// xxHash's README, versions 0.2 to 0.6, measured on a Core i5-3340M at 2.7 GHz: GB/s of 64-bit and of 32-bit code.
constexpr double kXxh64 = 13.8 / 1.9, kXxh32 = 6.8 / 6.0;
/// The crc32 instruction takes 4 bytes in place of 8, and at most one a cycle either way.
constexpr double kCrc32 = 2;

constexpr const char* kHow =
    "; scaled to 32-bit code: xxh64 * 13.8/1.9 and xxh32 * 6.8/6.0 as xxHash's README had measured on a Core i5-3340M, "
    "crc32c in hardware * 2 as the instruction takes 4 bytes in place of 8; jhash2 and crc32c-sw, which work on 32 "
    "bits "
    "anyway, and the miss time as they are";

}  // namespace

CostProfile scaled_to_32_bits(const CostProfile& profile) {
  CostProfile scaled = profile;
  scaled.kind = "scaled";
  scaled.source = profile.source + kHow;
  scaled.hot_ns.clear();
  const auto take = [&](const char* name, const char* from, double factor) {
    const auto known = profile.hot_ns.find(from);
    if (known != profile.hot_ns.end()) scaled.hot_ns[name] = factor * known->second;
  };
  for (const char* name : {"jhash2", "crc32c-sw"}) take(name, name, 1);
  for (const char* name : {"crc32c", "crc32c-hw", "crc32c-intel"}) take(name, name, kCrc32);
  take("xxh64", "xxh64", kXxh64);
  take("xxh32", "xxh32", kXxh32);
  take("xxhash", "xxh32", kXxh32);  // the kernel's name for that of its word size
  return scaled;
}

}  // namespace ksmsim
