# SPDX-License-Identifier: MIT
# Components: runtime (program, manual pages, completions, a timer), library (the shared one), dev (headers, archive, what finds them), doc,
# python (the client; in no Debian package).
include(CMakePackageConfigHelpers)

set(rlmdb_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/rlmdb")

install(TARGETS rlmdb_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT runtime)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT runtime
        FILES_MATCHING PATTERN "*.1")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man5" COMPONENT runtime
        FILES_MATCHING PATTERN "*.5")
install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/rlmdb.bash" COMPONENT runtime
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME rlmdb)
install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/_rlmdb" COMPONENT runtime
        DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/rlmdb.fish" COMPONENT runtime
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
# Not in LIBDIR: systemd looks beneath lib alone.
install(FILES "${PROJECT_SOURCE_DIR}/tools/systemd/rlmdb-maintain@.service" "${PROJECT_SOURCE_DIR}/tools/systemd/rlmdb-maintain@.timer"
        DESTINATION lib/systemd/user COMPONENT runtime)
# Not in LIBDIR: where Debian's Python looks beneath /usr.
install(DIRECTORY "${PROJECT_SOURCE_DIR}/tools/python/rlmdb" DESTINATION lib/python3/dist-packages COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE PATTERN "bin" EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT runtime)

install(TARGETS rlmdb_shared EXPORT rlmdb_targets
        LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT dev)
install(TARGETS rlmdb EXPORT rlmdb_static_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT dev)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rlmdb" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT dev
        FILES_MATCHING PATTERN "*.hpp")

install(EXPORT rlmdb_targets NAMESPACE rlmdb:: DESTINATION "${rlmdb_package_dir}" COMPONENT dev)
install(EXPORT rlmdb_static_targets NAMESPACE rlmdb:: DESTINATION "${rlmdb_package_dir}" COMPONENT dev)
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/tools/cmake/rlmdb-config.cmake.in" "${PROJECT_BINARY_DIR}/rlmdb-config.cmake"
  INSTALL_DESTINATION "${rlmdb_package_dir}" NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor release may change the interface.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/rlmdb-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/rlmdb-config.cmake" "${PROJECT_BINARY_DIR}/rlmdb-config-version.cmake"
        DESTINATION "${rlmdb_package_dir}" COMPONENT dev)

# From its own place to the prefix: an installation may be moved as a whole.
file(RELATIVE_PATH prefix_from_pc "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
configure_file("${PROJECT_SOURCE_DIR}/tools/cmake/rlmdb.pc.in" "${PROJECT_BINARY_DIR}/rlmdb.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/rlmdb.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT dev)

# What users read, each beside the others; the README names them by their place in the sources.
file(READ "${PROJECT_SOURCE_DIR}/README.md" readme)
set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/README.md")
string(REPLACE "`docs/" "`" readme "${readme}")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/README.md" CONTENT "@readme@" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/" DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT doc
        FILES_MATCHING PATTERN "*.md" PATTERN "schema/*.json" PATTERN "examples/*.cpp" PATTERN "man" EXCLUDE)
