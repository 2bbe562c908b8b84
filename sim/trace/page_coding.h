#pragma once
// Pages of a trace as bytes: each number is the difference to the one before; equal differences in a row, such as of
// pages that are all absent, or that hold contents 7, 8, 9 ..., are counted.
#include <cstdint>
#include <span>
#include <vector>

#include "coding.h"
#include "ksmsim/trace/trace.h"

namespace ksmsim {

void put_pages(ByteWriter& out, std::span<const TracePage> pages);
/// `count` pages appended to `pages`; false if the bytes are not those of so many.
bool take_pages(ByteReader& in, std::uint64_t count, std::vector<TracePage>& pages);

}  // namespace ksmsim
