#pragma once
// Who shares with whom and where to put whom: as text, as JSON, and as graphs for other programs.
#include <iosfwd>

#include "ksmsim/analysis/placement.h"
#include "ksmsim/analysis/sharing_graph.h"
#include "ksmsim/config/tree.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

Document graph_document(const SharingGraph& graph, const PlacementStudy& study);
Tree graph_tree(const SharingGraph& graph, const PlacementStudy& study);

/// Vertices: the host and its VMs. Edges: what two VMs both hold; to the host, a VM's pages that are merged.
void write_dot(const SharingGraph& graph, std::ostream& out);
void write_graphml(const SharingGraph& graph, std::ostream& out);

}  // namespace ksmsim
