#pragma once
// Catch2 version 2 (Debian 12) and 3 (elsewhere) under one name.
#ifdef KSMSIM_CATCH2_V3
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
