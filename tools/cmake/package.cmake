# cpack, or tools/dev/package: one Debian package of all that cmake --install installs, for /usr.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME ksmsim)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The ksmsim developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS  # whatever the umask is
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian_layout.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The ksmsim developers <ksmsim@localhost>")  # no address is published
set(CPACK_DEBIAN_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"ksmsim simulates what Linux KSM (memory deduplication) does to the memory of
virtual machines: what it saves, what it costs, and what changes with another
hash or other settings.

This package has the command, its manual pages, scenarios to begin with, and
the library with its headers.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)          # Depends: of what the command and the library are linked with
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)    # for packages that are linked with the library
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
