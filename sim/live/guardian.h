#pragma once
// A process that puts things right when we are gone, however we went.
#include <sys/types.h>

#include <functional>

namespace ksmsim {

class Guardian {
 public:
  /// `restore` runs in a process of its own, once this object or its process has ended.
  explicit Guardian(std::function<void()> restore);
  /// Waits until it is done; does it here if that process is gone.
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

 private:
  std::function<void()> restore_;
  pid_t process_ = -1;
  int alive_ = -1;  ///< closed when we end
};

}  // namespace ksmsim
