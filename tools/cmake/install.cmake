# cmake --install: the command with its manual pages and completion, the library with its headers, and a package that
# find_package(ksmsim) finds.
#
# The installed library is shared: all its objects are in it, so no linker drops the plug-ins that register themselves
# before main, and its users need none of the libraries behind it. The command is linked from the same objects and
# does not need it.
include(CMakePackageConfigHelpers)
set_target_properties(ksmsim_core PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_compile_options(ksmsim_core PRIVATE -fno-semantic-interposition)  # calls within a file stay inlinable

add_library(ksmsim SHARED)
add_library(ksmsim::ksmsim ALIAS ksmsim)
target_link_libraries(ksmsim PRIVATE ksmsim_core ksmsim_flags)
target_compile_features(ksmsim PUBLIC cxx_std_20)
target_include_directories(ksmsim INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
# While the major version is 0, each minor version may change the ABI.
set_target_properties(ksmsim PROPERTIES LINKER_LANGUAGE CXX VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ksmsim)
install(TARGETS ksmsim_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS ksmsim EXPORT ksmsim-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT ksmsim-targets NAMESPACE ksmsim:: DESTINATION ${package_dir})
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/ksmsim DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ksmsim/scenarios OPTIONAL)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/LICENSE ${CMAKE_CURRENT_SOURCE_DIR}/README.md ${CMAKE_CURRENT_SOURCE_DIR}/TRACE.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
include(man_pages)
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/tools/completion/ksmsim.bash RENAME ksmsim
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)

file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/ksmsim-config.cmake
  "include(\${CMAKE_CURRENT_LIST_DIR}/ksmsim-targets.cmake)\n")
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/ksmsim-config-version.cmake
  COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH pkgconfig_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(${CMAKE_CURRENT_LIST_DIR}/ksmsim.pc.in ${CMAKE_CURRENT_BINARY_DIR}/ksmsim.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ksmsim-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/ksmsim-config-version.cmake
  DESTINATION ${package_dir})
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/ksmsim.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
