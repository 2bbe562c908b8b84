target_sources(ksmsim_core PRIVATE
  experiment/batch_cost.cpp
  experiment/build_host.cpp
  experiment/choose_hash.cpp
  experiment/run.cpp
  experiment/scenario_traces.cpp
  experiment/set_tunables.cpp
  experiment/settings_label.cpp
  experiment/sharing.cpp
  experiment/simulation.cpp
  experiment/simulation_events.cpp
  experiment/timeline.cpp
  experiment/trace_store.cpp
  experiment/visit_work.cpp)
