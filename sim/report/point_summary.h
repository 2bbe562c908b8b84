#pragma once
// Blocks about one point.
#include <span>
#include <string>
#include <vector>

#include "ksmsim/experiment/run_result.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

/// "modelled, profile NAME: SOURCE" or "measured on this machine, IMPLEMENTATION (p50 .., p99 ..)".
std::string checksum_source(const ChecksumResult& checksum);
/// Why these points have their hashes, and which plug-ins these are of; nothing of what is as written, and ours.
std::vector<Fact> hash_facts(std::span<const PointResult> points);
/// Ours against the published figure, in per cent.
double deviation_percent(double ours, double published);

Block checksum_block(const PointResult& point, const ReferenceSpec& reference);
/// Time, counters and savings; the first fact is the simulated time.
Block memory_block(const PointResult& point, const std::string& heading);
Fact ksmd_cpu(const PointResult& point);
/// What it went to; empty unless the profile knows terms of a visit.
Block cpu_block(const PointResult& point);
Block vm_block(const PointResult& point);
/// Events that the kernel would refuse; an empty block if there are none.
Block refused_block(const PointResult& point);

}  // namespace ksmsim
