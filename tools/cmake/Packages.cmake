# SPDX-License-Identifier: MIT
# Debian packages, one a component of Install.cmake; tools/release/make builds what they are made of.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL runtime library dev doc)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# Not a summary for all: it would stand above the one of each package.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)

set(about "Many processes work on the tasks of an agent project at once, in one SQLite
file that is imported from, and exported to, the JSON store of the project
byte for byte. Trees of tasks that a crash interrupted are recovered.")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME rlmdb)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION database)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
if(rlmdb_packs_relocations)
  # What unpacks them; dpkg-shlibdeps knows symbols alone.
  set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libc6 (>= 2.36)")
endif()
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "rlmdb-doc, sqlite3")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "task store for agents in one SQLite file
${about}

This package has the program, its manual pages and a timer that maintains
a database.")

get_target_property(rlmdb_soversion rlmdb_shared SOVERSION)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME librlmdb${rlmdb_soversion})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/tools/release/triggers")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "task store for agents in one SQLite file - shared library
${about}

This package has the library that programs load.")

# Whoever links the archive needs the libraries below it.
set(CPACK_DEBIAN_DEV_PACKAGE_NAME librlmdb-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEV_DEPENDS library)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libfmt-dev, liblz4-dev, libsimdjson-dev, libsqlite3-dev, libsqlitecpp-dev, libssl-dev, \
libutf8proc-dev, libxxhash-dev, libyaml-dev, zlib1g-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "rlmdb-doc")
set(CPACK_COMPONENT_DEV_DESCRIPTION "task store for agents in one SQLite file - development files
${about}

This package has the C++20 headers, the archive, and what CMake and
pkg-config find them by.")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME rlmdb-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_COMPONENT_DOC_DESCRIPTION "task store for agents in one SQLite file - documents
${about}

This package has the contract of the program, the format of the database,
JSON schemas of all answers, and why it is built as it is.")

file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/finish_packages.cmake" @ONLY CONTENT [[
execute_process(COMMAND "@PROJECT_SOURCE_DIR@/tools/release/finish_packages" "${CPACK_TEMPORARY_DIRECTORY}" "@PROJECT_VERSION@"
                        "${CPACK_PACKAGE_CONTACT}" COMMAND_ERROR_IS_FATAL ANY)
]])
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_BINARY_DIR}/finish_packages.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/tools/cmake/drop_maintainer_scripts.cmake")
include(CPack)
