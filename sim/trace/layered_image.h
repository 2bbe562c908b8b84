#pragma once
// Two images in one: what the upper one lacks is in the lower.
#include <memory>
#include <vector>

#include "ksmsim/trace/memory_image.h"

namespace ksmsim {

/// `lower_runs` are the runs of `lower` that show through; they must not overlap with those of `upper`.
std::unique_ptr<MemoryImage> layered_image(std::unique_ptr<MemoryImage> upper, std::unique_ptr<MemoryImage> lower,
                                           const std::vector<ImageRun>& lower_runs);
/// All of `lower` shows through where `upper` has nothing.
std::unique_ptr<MemoryImage> layered_image(std::unique_ptr<MemoryImage> upper, std::unique_ptr<MemoryImage> lower);

}  // namespace ksmsim
