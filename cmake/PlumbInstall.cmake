# What `cmake --install build/release` puts where, and the Debian package that `cpack --preset deb` makes
# of it. A wheel has rules of its own, in bindings/python.
#
#   component program   programs, manual pages and completions, below any prefix
#   component debian    what belongs to the package alone: the service, its settings, the papers
include(GNUInstallDirs)

install(TARGETS plumb RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
if(PLUMB_LLAMA)
  # Beside bin/, where src/chat/worker_programs.cc looks for them.
  foreach(set IN LISTS PLUMB_LLAMA_SETS)
    install(TARGETS plumb-llama-${set} RUNTIME DESTINATION libexec/plumb COMPONENT program)
  endforeach()
endif()

# The program describes itself. Neither the builder's settings nor the hour may show in that, hence the
# bare environment and the date of the last release.
file(STRINGS "${PROJECT_SOURCE_DIR}/packaging/debian/changelog" released REGEX "^ -- " LIMIT_COUNT 1)
string(REGEX REPLACE "^ -- .*>  " "" released "${released}")
set(share "${CMAKE_BINARY_DIR}/share")
configure_file("${CMAKE_CURRENT_LIST_DIR}/write_share.cmake.in" "${CMAKE_BINARY_DIR}/write_share.cmake" @ONLY)
install(CODE "set(plumb_program \"$<TARGET_FILE:plumb>\")" COMPONENT program)
install(SCRIPT "${CMAKE_BINARY_DIR}/write_share.cmake" COMPONENT program)
install(DIRECTORY "${share}/" DESTINATION "${CMAKE_INSTALL_DATADIR}" COMPONENT program)

install(FILES "${PROJECT_SOURCE_DIR}/packaging/plumb.service"
  DESTINATION lib/systemd/system COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/default"
  DESTINATION etc/default RENAME plumb COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/copyright"
  DESTINATION usr/share/doc/plumb COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES "${PROJECT_SOURCE_DIR}/packaging/debian/lintian-overrides"
  DESTINATION usr/share/lintian/overrides RENAME plumb COMPONENT debian EXCLUDE_FROM_ALL)
install(DIRECTORY "${CMAKE_BINARY_DIR}/doc/"
  DESTINATION usr/share/doc/plumb COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME plumb)
set(CPACK_PACKAGE_VENDOR "Plumb")
set(CPACK_PACKAGE_CONTACT "Plumb maintainers <maintainers@plumb.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "measures the drift of language models and agents")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Plumb measures how far a language model or an agent has moved from what was
asked, from what it did before, or from what it may say: by the texts, on this
machine, with p-values and gates for continuous integration.

The package has the command plumb, the programs of embedded chat models, and a
service with a REST API and a dashboard, which is not started by itself. Models
are fetched by plumb model fetch.")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser")
# Certificates for plumb model fetch, letters for charts.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, fonts-dejavu-core")
# pip for the address of the package index that models come from; the other source is the hub.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "postgresql, python3-pip")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(debian "${PROJECT_SOURCE_DIR}/packaging/debian")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  "${debian}/postinst" "${debian}/prerm" "${debian}/postrm" "${debian}/conffiles")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY "${CMAKE_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX "/")
set(CPACK_INSTALL_CMAKE_PROJECTS
  "${CMAKE_BINARY_DIR}" plumb program /usr
  "${CMAKE_BINARY_DIR}" plumb debian /)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
include(CPack)
