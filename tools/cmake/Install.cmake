# SPDX-License-Identifier: MIT
# P/bin/rlmdb, its manual pages and completions, the static library, the public headers, and a package for find_package(rlmdb).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(rlmdb_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/rlmdb")

install(TARGETS rlmdb_program RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" FILES_MATCHING PATTERN "*.1")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/docs/man/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man5" FILES_MATCHING PATTERN "*.5")
install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/rlmdb.bash"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME rlmdb)
install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/_rlmdb" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${PROJECT_SOURCE_DIR}/tools/completions/rlmdb.fish"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
install(TARGETS rlmdb EXPORT rlmdb_targets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/rlmdb" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT rlmdb_targets NAMESPACE rlmdb:: DESTINATION "${rlmdb_package_dir}")
configure_package_config_file(
  "${PROJECT_SOURCE_DIR}/tools/cmake/rlmdb-config.cmake.in" "${PROJECT_BINARY_DIR}/rlmdb-config.cmake"
  INSTALL_DESTINATION "${rlmdb_package_dir}")
# Before 1.0 a minor release may change the interface.
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/rlmdb-config-version.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/rlmdb-config.cmake" "${PROJECT_BINARY_DIR}/rlmdb-config-version.cmake"
        DESTINATION "${rlmdb_package_dir}")
