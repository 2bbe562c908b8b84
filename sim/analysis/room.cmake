target_sources(ksmsim_core PRIVATE
  analysis/exact_placement.cpp
  analysis/figures.cpp analysis/ranking.cpp
  analysis/host_frames.cpp
  analysis/pairing.cpp
  analysis/placement.cpp
  analysis/placing.cpp
  analysis/searched_placement.cpp
  analysis/settling.cpp
  analysis/sharing_graph.cpp)
target_include_directories(ksmsim_core SYSTEM PRIVATE ${BOOST_GRAPH_INCLUDE_DIR})
