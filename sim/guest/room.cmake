target_sources(ksmsim_core PRIVATE guest/trace_replay.cpp)
