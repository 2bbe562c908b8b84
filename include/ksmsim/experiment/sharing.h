#pragma once
// Who shares with whom at the end of a run, from the host's pages.
#include <cstddef>
#include <vector>

#include "ksmsim/experiment/run_result.h"
#include "ksmsim/host/host.h"

namespace ksmsim {

/// Holders that the groups of a result have at most; a few VMs never come near it.
inline constexpr std::size_t kMaxSharingHolders = 50'000;

/// The contents that KSM has merged, grouped by what they are and who holds them; those with most (content, VM) pairs
/// first. A content counts once, however many frames it has, and so do zeros, be they a frame or the zero page. What a
/// content model repeats within a VM counts as `image`, too; that VM is its one holder.
///
/// It tells what is mapped now. ksmd's counters go on counting a page that was written to until ksmd comes to it.
///
/// In a group that is one set of holders, each holds every content, so it has at least as many pages as there are
/// contents. Once the groups have `max_holders` holders, what is left is folded into one group for each `what`: its
/// contents and its holders' pages are right, but a holder with fewer pages than contents holds only some of them, and
/// which is not told.
std::vector<SharedContents> shared_contents(const Host& host, std::size_t max_holders = kMaxSharingHolders);

}  // namespace ksmsim
