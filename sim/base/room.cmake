target_sources(ksmsim_core PRIVATE base/plugin.cpp)
