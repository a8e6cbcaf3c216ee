# SPDX-License-Identifier: MIT
# cpack writes scripts that call ldconfig into the package of a library. Its trigger does that, and Debian wants no such scripts.
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(package MATCHES "/librlmdb[0-9]+_[^/]*$")
    set(root "${CPACK_TEMPORARY_DIRECTORY}/drop_maintainer_scripts")
    execute_process(COMMAND dpkg-deb --raw-extract "${package}" "${root}" COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE "${root}/DEBIAN/postinst" "${root}/DEBIAN/postrm")
    execute_process(COMMAND dpkg-deb --root-owner-group -Zxz --build "${root}" "${package}" COMMAND_ERROR_IS_FATAL ANY)
    file(REMOVE_RECURSE "${root}")
  endif()
endforeach()
