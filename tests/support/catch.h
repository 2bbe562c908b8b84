#pragma once
// Catch2 version 2 (Debian 12) and 3 (elsewhere) under one name.
#include <iostream>
#include <string>
#ifdef KSMSIM_CATCH2_V3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif

/// Matcher: the text contains `part`. For CHECK_THAT.
inline auto contains_text(const std::string& part) {
#ifdef KSMSIM_CATCH2_V3
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

/// Leaves the test case; it counts as skipped, with `reason` in the summary. (Version 2 has no
/// SKIP.)
#define SKIP_TEST(reason)                         \
  do {                                            \
    std::cout << "SKIPPED: " << (reason) << '\n'; \
    SUCCEED();                                    \
    return;                                       \
  } while (false)
