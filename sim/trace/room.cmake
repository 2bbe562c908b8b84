file(GLOB formats CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/formats/*.cpp)
target_sources(ksmsim_core PRIVATE
  ${formats} trace/input_file.cpp trace/memory_image.cpp trace/temporary_file.cpp trace/unpack.cpp)
target_link_libraries(ksmsim_core PRIVATE PkgConfig::ZSTD ZLIB::ZLIB)
