#pragma once
// A placement study as blocks of text and as JSON.
#include "ksmsim/analysis/placement.h"
#include "ksmsim/analysis/sharing_graph.h"
#include "ksmsim/config/tree.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

void add_placement(const SharingGraph& graph, const PlacementStudy& study, Document& document);
Tree placement_tree(const SharingGraph& graph, const PlacementStudy& study);

/// The VMs' names, separated by spaces; of many, the first and how many more.
std::string names_text(const SharingGraph& graph, const std::vector<std::uint32_t>& vms, std::size_t most);
Tree names_tree(const SharingGraph& graph, const std::vector<std::uint32_t>& vms);

}  // namespace ksmsim
