# Manual pages, made by the command that was just built (tools/man/make_pages). Without Python, when crossing over to
# another machine, or with sanitizers there are none.
find_package(Python3 COMPONENTS Interpreter)
add_custom_target(man_pages ALL)
if(NOT Python3_Interpreter_FOUND OR CMAKE_CROSSCOMPILING OR KSMSIM_SANITIZE)
  return()
endif()
set(man_dir ${CMAKE_CURRENT_BINARY_DIR}/man)
set(man_source ${CMAKE_CURRENT_SOURCE_DIR}/tools/man)
add_custom_command(OUTPUT ${man_dir}/ksmsim.1 ${man_dir}/ksmsim-scenario.5 ${man_dir}/ksmsim-trace.5
  COMMAND Python3::Interpreter ${man_source}/make_pages --ksmsim $<TARGET_FILE:ksmsim_command> --output ${man_dir}
  DEPENDS ksmsim_command ${man_source}/make_pages ${man_source}/help_text.py ${man_source}/roff.py
    ${man_source}/scenario.md ${CMAKE_CURRENT_SOURCE_DIR}/TRACE.md
  COMMENT "Writing manual pages" VERBATIM)
add_custom_target(man_pages_written DEPENDS ${man_dir}/ksmsim.1)
add_dependencies(man_pages man_pages_written)
install(FILES ${man_dir}/ksmsim.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${man_dir}/ksmsim-scenario.5 ${man_dir}/ksmsim-trace.5 DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
