file(GLOB formats CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/formats/*.cpp)
target_sources(ksmsim_core PRIVATE
  ${formats} trace/capture.cpp trace/content_order.cpp trace/content_table.cpp trace/elf64.cpp
  trace/flattened_file.cpp trace/image_runs.cpp trace/input_file.cpp trace/layered_image.cpp
  trace/load_trace.cpp trace/memory_image.cpp trace/merged_ranks.cpp trace/page_coding.cpp
  trace/page_digests.cpp trace/page_kinds.cpp trace/page_unpacker.cpp trace/process_maps.cpp
  trace/ram_blocks.cpp trace/records.cpp trace/stopped_process.cpp trace/temporary_file.cpp
  trace/text_list.cpp trace/trace.cpp trace/trace_builder.cpp trace/trace_summary.cpp
  trace/unpack.cpp trace/vm_history.cpp trace/write_trace.cpp)
target_link_libraries(ksmsim_core PRIVATE
  PkgConfig::ZSTD ZLIB::ZLIB nlohmann_json::nlohmann_json PkgConfig::SNAPPY)
