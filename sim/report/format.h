#pragma once
// Figures as people read them.
#include <cstdint>
#include <string>

#include "ksmsim/base/units.h"

namespace ksmsim {

/// "4.88 MiB", "-16 KiB", "512 B": three figures.
std::string bytes_text(std::int64_t bytes);
/// The same of a number of 4 KiB pages.
std::string pages_text(std::uint64_t pages);
/// "2 h 19 min 49 s", "12.5 s", "3.2 ms".
std::string duration_text(double seconds);
/// The same, with three decimals where those of duration_text() would be fewer: "5.927 s".
std::string exact_duration_text(double seconds);
/// "12.5 million", "340".
std::string rough_text(double number);
/// Fixed decimals, never "-0.00".
std::string fixed_text(double value, int decimals);
/// The same with its sign: "+3.20", "0.00".
std::string signed_text(double value, int decimals);
/// A share in per cent with one decimal: "12.5"; "-" of nothing.
std::string share_text(std::uint64_t part, std::uint64_t whole);
/// "1 VM", "4 VMs".
std::string counted(std::uint64_t n, const std::string& noun);

}  // namespace ksmsim
