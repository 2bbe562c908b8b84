target_sources(ksmsim_core PRIVATE
  sweep/emit.cpp sweep/merge.cpp sweep/plan.cpp sweep/run_sweep.cpp
  sweep/shard.cpp sweep/sqlite_database.cpp sweep/sqlite_file.cpp sweep/store.cpp sweep/store_files.cpp
  sweep/stored_point.cpp)
target_link_libraries(ksmsim_core PRIVATE SQLite::SQLite3)
