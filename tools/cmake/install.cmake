# cmake --install: the command, the library with its headers, and a package that find_package(ksmsim) finds.
install(TARGETS ksmsim_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/scenarios/ DESTINATION ${CMAKE_INSTALL_DATADIR}/ksmsim/scenarios)
