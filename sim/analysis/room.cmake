target_sources(ksmsim_core PRIVATE analysis/settling.cpp)
