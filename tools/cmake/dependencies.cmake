# Libraries of the distribution, found once. Each has one home in the tree (tools/dev/check_layers checks it).
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(yaml-cpp REQUIRED)
if(NOT TARGET yaml-cpp AND TARGET yaml-cpp::yaml-cpp)
  add_library(yaml-cpp ALIAS yaml-cpp::yaml-cpp)  # 0.8 and later
endif()
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
find_package(ZLIB REQUIRED)
find_package(SQLite3 REQUIRED)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
pkg_check_modules(SNAPPY REQUIRED IMPORTED_TARGET snappy)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
find_library(HIGHWAYHASH_LIBRARY highwayhash REQUIRED)      # no pkg-config file, no CMake config
find_path(HIGHWAYHASH_INCLUDE_DIR highwayhash/c_bindings.h REQUIRED)
find_path(WYHASH_INCLUDE_DIR wyhash.h PATH_SUFFIXES wyhash REQUIRED)
find_path(BOOST_GRAPH_INCLUDE_DIR boost/graph/connected_components.hpp REQUIRED)  # headers only
