target_sources(ksmsim_core PRIVATE
  config/check.cpp config/condition.cpp config/explain.cpp config/keys.cpp config/load.cpp config/overrides.cpp config/page_list.cpp
  config/problems.cpp config/quantity.cpp config/read_cpu.cpp config/read_events.cpp config/read_file.cpp config/read_plugin.cpp config/read_scenario.cpp
  config/range.cpp config/read_sweep.cpp config/read_vms.cpp config/resolve.cpp config/schema.cpp config/stored_scenario.cpp config/sweep_points.cpp config/text.cpp
  config/yaml_node.cpp config/yaml_reader.cpp config/yaml_source.cpp config/yaml_writer.cpp)
# A PUBLIC dependency, since an object library's libraries are linked where it is used.
target_link_libraries(ksmsim_core PUBLIC yaml-cpp)
