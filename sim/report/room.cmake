target_sources(ksmsim_core PRIVATE
  report/comparison.cpp report/csv.cpp report/document_markdown.cpp report/document_text.cpp
  report/estimate_report.cpp report/format.cpp report/graph_files.cpp report/graph_report.cpp report/hash_report.cpp report/hash_test_report.cpp report/json.cpp report/json_builder.cpp report/json_member.cpp report/lines.cpp report/memory.cpp report/placement_summary.cpp report/point_summary.cpp
  report/read_point.cpp report/read_result.cpp
  report/result_parser.cpp report/result_schema.cpp report/sample_rows.cpp report/settings.cpp report/setup.cpp report/summary.cpp report/trace_report.cpp report/tree_json.cpp)
target_link_libraries(ksmsim_core PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
include(${CMAKE_CURRENT_LIST_DIR}/html/room.cmake)
