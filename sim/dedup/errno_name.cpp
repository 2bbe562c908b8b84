#include <cerrno>

#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

std::string errno_name(Errno e) {
  switch (e) {
    case 0:
      return "";
    case EINVAL:
      return "EINVAL";
    case EBUSY:
      return "EBUSY";
    case ENOENT:
      return "ENOENT";
    case ESRCH:
      return "ESRCH";
    case ENOMEM:
      return "ENOMEM";
    default:
      return "errno " + std::to_string(e);
  }
}

}  // namespace ksmsim
