file(GLOB hashes CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.cpp)
target_sources(ksmsim_core PRIVATE ${hashes})
target_include_directories(ksmsim_core SYSTEM PRIVATE ${HIGHWAYHASH_INCLUDE_DIR} ${WYHASH_INCLUDE_DIR})
target_link_libraries(ksmsim_core PRIVATE PkgConfig::XXHASH OpenSSL::Crypto ${HIGHWAYHASH_LIBRARY} ${CMAKE_DL_LIBS})
