# SPDX-License-Identifier: MIT
# In: SOURCE_DIR, BUILD_DIR (complete), WORK_DIR, CONSUMER_DIR, GENERATOR, CXX, NM, FLAGS, LIBDIR, PROGRAM_PARTS, VERSION.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}\nexit status ${status}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Runs the words behind `expected`, which must print exactly that.
function(run_prints expected)
  run(${ARGN})
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${ARGN} printed:\n${output}instead of:\n${expected}")
  endif()
endfunction()

separate_arguments(flags UNIX_COMMAND "${FLAGS}")
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${WORK_DIR}")

# Each component by itself is the whole, and the whole may be moved.
foreach(component IN ITEMS runtime dev)
  run(${CMAKE_COMMAND} --install "${BUILD_DIR}" --prefix "${WORK_DIR}/first" --component ${component})
endforeach()
set(prefix "${WORK_DIR}/moved")
file(RENAME "${WORK_DIR}/first" "${prefix}")

run("${prefix}/bin/rlmdb" --version)
if(NOT output MATCHES "${VERSION}")
  message(FATAL_ERROR "bin/rlmdb --version printed: ${output}")
endif()

foreach(file share/man/man1/rlmdb.1 share/man/man1/rlmdb-import.1 share/man/man5/rlmdb-format.5
             share/bash-completion/completions/rlmdb share/zsh/site-functions/_rlmdb share/fish/vendor_completions.d/rlmdb.fish
             ${LIBDIR}/librlmdb.a ${LIBDIR}/librlmdb.so ${LIBDIR}/librlmdb.so.1)
  if(NOT EXISTS "${prefix}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()

# What finds the library names no place of this machine.
file(GLOB_RECURSE finders "${prefix}/*.cmake" "${prefix}/*.pc")
foreach(file IN LISTS finders)
  file(READ "${file}" text)
  foreach(place IN ITEMS "${BUILD_DIR}" "${SOURCE_DIR}" "${WORK_DIR}")
    string(FIND "${text}" "${place}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} names ${place}")
    endif()
  endforeach()
  if(text MATCHES "[;:\"](/[^;\"]*[.](a|so)[^;\"]*)")
    message(FATAL_ERROR "${file} names ${CMAKE_MATCH_1}")
  endif()
endforeach()

# The shared library shows what stands in the namespace rlmdb itself: no room (lower case, a colon behind), no other library.
set(library "${prefix}/${LIBDIR}/librlmdb.so")
run(${NM} -DC --defined-only "${library}")
string(REGEX MATCHALL "[^\n]+" symbols "${output}")
foreach(symbol IN LISTS symbols)
  if(NOT symbol MATCHES "^[0-9a-f]+ . (typeinfo for |typeinfo name for |vtable for )?rlmdb::([A-Z]|[a-z_]+(\\[abi:cxx11])?[(])")
    message(FATAL_ERROR "librlmdb.so exports ${symbol}")
  endif()
endforeach()
# And it shows enough: the program, which knows the public headers alone, links with it.
run(${CXX} ${flags} -o "${WORK_DIR}/rlmdb" ${PROGRAM_PARTS} "${library}" -lfmt -lutf8proc "-Wl,-rpath,${prefix}/${LIBDIR}")
run("${WORK_DIR}/rlmdb" --db "${WORK_DIR}/program.db" init)

# With CMake: a program and a shared object, each with the shared library and with the archive.
set(build "${WORK_DIR}/consumer")
run(${CMAKE_COMMAND} -G ${GENERATOR} -S "${CONSUMER_DIR}" -B "${build}" -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build "${build}")
set(said "0 tasks, rlmdb ${VERSION}\nconflict\n")
run_prints("${said}" "${build}/consumer" "${WORK_DIR}/shared.db")
run_prints("${said}" "${build}/consumer_static" "${WORK_DIR}/static.db")
run_prints("0 tasks\n" "${build}/host_rlmdb" "${WORK_DIR}/host_shared.db")
run_prints("0 tasks\n" "${build}/host_rlmdb_static" "${WORK_DIR}/host_static.db")
run(ldd "${build}/consumer")
if(NOT output MATCHES "librlmdb\\.so\\.1 => ${prefix}/")
  message(FATAL_ERROR "the consumer does not load librlmdb.so.1 of ${prefix}:\n${output}")
endif()

# With pkg-config.
set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
run(pkg-config --cflags --libs rlmdb)
separate_arguments(words UNIX_COMMAND "${output}")
run(${CXX} -std=c++20 ${flags} "${CONSUMER_DIR}/main.cpp" -o "${WORK_DIR}/by_pkg_config" ${words} "-Wl,-rpath,${prefix}/${LIBDIR}")
run_prints("${said}" "${WORK_DIR}/by_pkg_config" "${WORK_DIR}/by_pkg_config.db")
run(pkg-config --static --libs rlmdb)
string(REPLACE "-lrlmdb" "-l:librlmdb.a" output "${output}")
separate_arguments(words UNIX_COMMAND "${output}")
file(GLOB main "${build}/CMakeFiles/main.dir/*.o")
run(${CXX} ${flags} ${main} -o "${WORK_DIR}/by_pkg_config_static" ${words})
run_prints("${said}" "${WORK_DIR}/by_pkg_config_static" "${WORK_DIR}/by_pkg_config_static.db")
file(REMOVE_RECURSE "${WORK_DIR}")
