#pragma once
// What goes wrong, as exceptions. The library throws these and nothing else on purpose; it never prints or exits.
#include <stdexcept>
#include <string>

namespace ksmsim {

/// Base of all our errors; a bare Error is an internal or I/O failure (exit 1).
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The user asked for something that cannot be (exit 2). One line, ready to print.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Somebody else is at it; try again later (exit 75).
class Busy : public Error {
 public:
  using Error::Error;
};

}  // namespace ksmsim
