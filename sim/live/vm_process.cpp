#include "vm_process.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstring>

#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kHugePage = 2 << 20;
constexpr std::size_t kMostWrites = 250;  // a request stays close to a page

void* pointer(std::uint64_t address) { return reinterpret_cast<void*>(address); }

std::int64_t outcome(int result) { return result == 0 ? 0 : -errno; }

std::int64_t reserve_here(std::uint64_t bytes) {
  void* const got = mmap(nullptr, bytes + kHugePage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) return -errno;
  const auto address = reinterpret_cast<std::uint64_t>(got);
  return static_cast<std::int64_t>((address + kHugePage - 1) / kHugePage * kHugePage);
}

std::int64_t map_here(std::uint64_t address, std::uint64_t bytes, bool huge_pages) {
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
  if (mmap(pointer(address), bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0) == MAP_FAILED) return -errno;
  madvise(pointer(address), bytes, huge_pages ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);  // EINVAL: a kernel without them
  return 0;
}

/// MADV_COLD empties the CPU's LRU batch before it does anything else.
std::int64_t drain_here() {
  void* const scratch = mmap(nullptr, kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (scratch == MAP_FAILED) return -errno;
  const int result = madvise(scratch, kPageSize, MADV_COLD);
  const std::int64_t failed = outcome(result);
  munmap(scratch, kPageSize);
  return failed;
}

}  // namespace

struct VmProcess::Request {
  enum class What : std::uint32_t { reserve, map, write, advise, unmap, drain_lru } what;
  std::int32_t advice = 0;  ///< of map: huge pages or not
  std::uint64_t address = 0, pages = 0;
  std::array<PageWrite, kMostWrites> writes;
};

/// What the process does for a request: no memory of its own is asked for on the way.
std::int64_t VmProcess::obey(const Request& request) {
  const std::uint64_t bytes = request.pages * kPageSize;
  switch (request.what) {
    case Request::What::reserve:
      return reserve_here(bytes);
    case Request::What::map:
      return map_here(request.address, bytes, request.advice != 0);
    case Request::What::write:
      for (const PageWrite& w : std::span(request.writes).first(request.pages)) {
        content_fill(w.content, PageBytes(static_cast<std::byte*>(pointer(w.address)), kPageSize));
      }
      return 0;
    case Request::What::advise:
      return outcome(madvise(pointer(request.address), bytes, request.advice));
    case Request::What::unmap:
      return outcome(munmap(pointer(request.address), bytes));
    case Request::What::drain_lru:
      return drain_here();
  }
  return -EINVAL;
}

void VmProcess::serve(int socket, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
#ifdef PR_SET_MEMORY_MERGE
  prctl(PR_SET_MEMORY_MERGE, 0, 0, 0, 0);
#endif
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);  // those are for the parent
  Request request{};
  while (recv(socket, &request, sizeof request, 0) > 0) {
    const std::int64_t reply = obey(request);
    if (send(socket, &reply, sizeof reply, MSG_NOSIGNAL) < 0) break;
  }
  _exit(0);
}

VmProcess::VmProcess() {
  writes_.reserve(kMostWrites);
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) throw Error("no socket for a VM");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    serve(ends[1], parent);
  }
  close(ends[1]);
  socket_ = ends[0];
  if (process_ < 0) {
    close(socket_);
    throw Error("no process for a VM");
  }
}

VmProcess::~VmProcess() {
  kill();
  close(socket_);
}

void VmProcess::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  writes_.clear();
}

std::int64_t VmProcess::ask(const Request& request) {
  flush();
  return send_request(request);
}

std::int64_t VmProcess::send_request(const Request& request) {
  const std::size_t writes = request.what == Request::What::write ? request.pages : 0;
  const std::size_t size = offsetof(Request, writes) + writes * sizeof(PageWrite);
  std::int64_t reply = 0;
  const bool done = send(socket_, &request, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size) &&
                    recv(socket_, &reply, sizeof reply, 0) == static_cast<ssize_t>(sizeof reply);
  if (!done) throw Error("a VM's process has died (is there memory enough?)");
  return reply;
}

std::uint64_t VmProcess::reserve(std::uint64_t bytes) {
  const std::int64_t reply = ask({Request::What::reserve, 0, 0, (bytes + kPageSize - 1) / kPageSize, {}});
  if (reply < 0) throw Error("no address space for a VM: " + errno_name(static_cast<Errno>(-reply)));
  return static_cast<std::uint64_t>(reply);
}

void VmProcess::map(std::uint64_t address, std::uint64_t pages, bool huge_pages) {
  if (ask({Request::What::map, huge_pages ? 1 : 0, address, pages, {}}) != 0) throw Error("no memory for a VM");
}

void VmProcess::write(std::uint64_t address, Content content) {
  writes_.push_back({address, content});
  if (writes_.size() == kMostWrites) flush();
}

void VmProcess::flush() {
  if (writes_.empty()) return;
  Request request{Request::What::write, 0, 0, writes_.size(), {}};
  std::copy(writes_.begin(), writes_.end(), request.writes.begin());
  writes_.clear();
  send_request(request);
}

Errno VmProcess::advise(std::uint64_t address, std::uint64_t pages, int advice) {
  return static_cast<Errno>(-ask({Request::What::advise, advice, address, pages, {}}));
}

Errno VmProcess::unmap(std::uint64_t address, std::uint64_t pages) {
  return static_cast<Errno>(-ask({Request::What::unmap, 0, address, pages, {}}));
}

void VmProcess::drain_lru() { ask({Request::What::drain_lru, 0, 0, 0, {}}); }

}  // namespace ksmsim
