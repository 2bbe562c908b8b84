target_sources(ksmsim_core PRIVATE analysis/figures.cpp analysis/settling.cpp)
