#pragma once
// A process whose threads stand still while the object lives. By ptrace: should we be killed, the kernel lets them go
// on.
#include <sys/types.h>

#include <string>
#include <vector>

namespace ksmsim {

class StoppedProcess {
 public:
  explicit StoppedProcess(int pid);
  ~StoppedProcess();
  StoppedProcess(const StoppedProcess&) = delete;
  StoppedProcess& operator=(const StoppedProcess&) = delete;
  /// Empty if all threads stand still, else why not.
  const std::string& fault() const { return fault_; }

 private:
  bool stop(pid_t thread);
  std::vector<pid_t> threads_;
  std::string fault_;
};

}  // namespace ksmsim
