file(GLOB hashes CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
target_sources(ksmsim_core PRIVATE ${hashes})
