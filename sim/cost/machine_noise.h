#pragma once
// What else the machine did meanwhile, as far as Linux tells.
#include <cstdint>
#include <optional>

namespace ksmsim {

/// Times the kernel put another task in this thread's place.
std::uint64_t times_preempted();

class MachineNoise {
 public:
  MachineNoise();  ///< from now on
  /// Of all CPUs' time, taken by the hypervisor; nothing where /proc/stat does not tell.
  std::optional<double> steal_percent() const;
  /// Of one CPU's time, used by other programs.
  std::optional<double> others_percent() const;

 private:
  struct Ticks {
    std::uint64_t busy = 0, idle = 0, steal = 0;  ///< of all CPUs
    std::uint64_t own = 0;                        ///< busy in this process
  };
  static std::optional<Ticks> now();
  static std::optional<Ticks> since(const std::optional<Ticks>& start);

  std::optional<Ticks> start_;
};

}  // namespace ksmsim
