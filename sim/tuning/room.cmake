target_sources(ksmsim_core PRIVATE tuning/scan_time_advisor.cpp)
