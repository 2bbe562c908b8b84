target_sources(ksmsim_core PRIVATE host/host_memory.cpp host/host_build.cpp host/host_sharing.cpp)
