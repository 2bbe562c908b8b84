include(${CMAKE_CURRENT_LIST_DIR}/../../../tools/cmake/html_assets.cmake)
target_sources(ksmsim_core PRIVATE ${html_assets}
  report/html/axes.cpp report/html/blocks.cpp report/html/cells.cpp report/html/chart.cpp report/html/checksum_bars.cpp
  report/html/checksum_histogram.cpp report/html/drawing.cpp report/html/heat_maps.cpp report/html/lead.cpp
  report/html/line_chart.cpp report/html/markup.cpp report/html/page.cpp report/html/pareto.cpp report/html/points.cpp
  report/html/scale.cpp report/html/sharing_matrix.cpp report/html/sources.cpp report/html/thin.cpp
  report/html/timelines.cpp report/html/values.cpp report/html/vm_bars.cpp)
