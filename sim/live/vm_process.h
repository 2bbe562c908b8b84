#pragma once
// A process that maps, fills and advises memory as it is told: a VM's, seen from the host's kernel. It has nothing
// mergeable but what it is told to make so, and dies with the thread that made it.
#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "ksmsim/content/content.h"
#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

class VmProcess {
 public:
  VmProcess();
  ~VmProcess();
  VmProcess(const VmProcess&) = delete;
  VmProcess& operator=(const VmProcess&) = delete;

  pid_t pid() const { return process_; }
  bool alive() const { return process_ > 0; }
  void kill();

  /// Address space for that many bytes, 2 MiB aligned; nothing can be touched there yet.
  std::uint64_t reserve(std::uint64_t bytes);
  /// A mapping of its own at `address`, private and anonymous.
  void map(std::uint64_t address, std::uint64_t pages, bool huge_pages);
  /// Writes a whole page; at the latest before it does anything else, or at flush().
  void write(std::uint64_t address, Content content);
  void flush();
  Errno advise(std::uint64_t address, std::uint64_t pages, int advice);
  Errno unmap(std::uint64_t address, std::uint64_t pages);
  /// Nothing is left in the LRU batch of the CPU on which it runs.
  void drain_lru();

 private:
  struct PageWrite {
    std::uint64_t address = 0;
    Content content;
  };
  struct Request;
  std::int64_t ask(const Request& request);
  std::int64_t send_request(const Request& request);
  static std::int64_t obey(const Request& request);
  [[noreturn]] static void serve(int socket, pid_t parent);

  pid_t process_ = -1;
  int socket_ = -1;
  std::vector<PageWrite> writes_;  ///< still to be done
};

}  // namespace ksmsim
