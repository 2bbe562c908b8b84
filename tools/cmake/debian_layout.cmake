# Run by cpack over what it is about to pack: what Debian's policy wants in another form than cmake --install gives it.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
file(GLOB pages ${usr}/share/man/man*/*.[1-9])
find_program(gzip gzip REQUIRED)
foreach(page ${pages})
  execute_process(COMMAND ${gzip} -9n ${page} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(RENAME ${usr}/share/doc/ksmsim/LICENSE ${usr}/share/doc/ksmsim/copyright)
