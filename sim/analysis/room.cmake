target_sources(ksmsim_core PRIVATE
  analysis/compare.cpp analysis/differences.cpp analysis/exact_placement.cpp analysis/figures.cpp
  analysis/host_frames.cpp analysis/pairing.cpp analysis/placement.cpp analysis/placing.cpp analysis/ranking.cpp
  analysis/searched_placement.cpp analysis/settling.cpp analysis/sharing_graph.cpp analysis/threshold.cpp
  analysis/welch.cpp)
target_include_directories(ksmsim_core SYSTEM PRIVATE ${BOOST_GRAPH_INCLUDE_DIR})
