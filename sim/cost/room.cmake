target_sources(ksmsim_core PRIVATE
  cost/bench_trust.cpp cost/cold_memory.cpp cost/cold_pages.cpp cost/compare_time.cpp cost/cost_fit.cpp
  cost/cost_profile.cpp cost/cost_rounds.cpp cost/cpu_model.cpp cost/hash_bench.cpp cost/host_profile.cpp cost/known_cpus.cpp
  cost/lap_clock.cpp cost/lookup_time.cpp cost/machine_noise.cpp cost/measured_checksums.cpp cost/word_size.cpp)
