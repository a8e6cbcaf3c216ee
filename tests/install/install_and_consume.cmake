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
foreach(component IN ITEMS runtime library dev doc python)
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
             lib/systemd/user/rlmdb-maintain@.timer share/doc/rlmdb/README.md share/doc/rlmdb/FORMAT.md share/doc/rlmdb/cli.md
             share/doc/rlmdb/work.md share/doc/rlmdb/schema/import.json share/doc/rlmdb/decisions/052-a-library-to-link.md
             ${LIBDIR}/librlmdb.a ${LIBDIR}/librlmdb.so ${LIBDIR}/librlmdb.so.1)
  if(NOT EXISTS "${prefix}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()

file(GLOB examples RELATIVE "${SOURCE_DIR}/docs" "${SOURCE_DIR}/docs/examples/*.cpp")
foreach(example IN LISTS examples)
  if(NOT EXISTS "${prefix}/share/doc/rlmdb/${example}")
    message(FATAL_ERROR "${example} is not installed")
  endif()
endforeach()

# What the program and the pages cite is installed: nothing by its place in the sources, and each manual page.
file(GLOB pages "${prefix}/share/man/man?/*" "${prefix}/share/doc/rlmdb/cli.md" "${prefix}/share/doc/rlmdb/FORMAT.md"
                "${prefix}/share/doc/rlmdb/work.md" "${prefix}/share/doc/rlmdb/serve.md" "${prefix}/share/doc/rlmdb/mcp.md")
foreach(file IN LISTS pages ITEMS "${prefix}/bin/rlmdb")
  file(STRINGS "${file}" cites REGEX "docs/[a-zA-Z]|rlmdb[-a-z\\]*[(][15][)]")
  foreach(line IN LISTS cites)
    string(REPLACE "\\-" "-" line "${line}")
    if(line MATCHES "docs/[a-zA-Z]")
      message(FATAL_ERROR "${file} cites what is not installed: ${line}")
    endif()
    string(REGEX MATCHALL "rlmdb(-[a-z]+)?[(][15]" names "${line}")
    foreach(name IN LISTS names)
      string(REGEX REPLACE "(.*)[(](.)" "share/man/man\\2/\\1.\\2" page "${name}")
      if(NOT EXISTS "${prefix}/${page}")
        message(FATAL_ERROR "${file} cites ${page}, which is not installed: ${line}")
      endif()
    endforeach()
  endforeach()
endforeach()

# The client in Python finds the program that was installed.
find_program(PYTHON python3 REQUIRED)
run_prints("${VERSION}\n" ${CMAKE_COMMAND} -E env --unset=RLMDB "PATH=${prefix}/bin:$ENV{PATH}" PYTHONDONTWRITEBYTECODE=1
           "PYTHONPATH=${prefix}/lib/python3/dist-packages" ${PYTHON} -c "print(__import__('rlmdb').open().server['program'])")

# Units are checked with the program where it is here: systemd looks for it beneath /usr alone.
find_program(SYSTEMD_ANALYZE systemd-analyze)
if(SYSTEMD_ANALYZE)
  foreach(kind IN ITEMS service timer)
    file(READ "${prefix}/lib/systemd/user/rlmdb-maintain@.${kind}" unit)
    string(REPLACE "ExecStart=rlmdb " "ExecStart=${prefix}/bin/rlmdb " unit "${unit}")
    file(WRITE "${WORK_DIR}/rlmdb-maintain@.${kind}" "${unit}")
  endforeach()
  set(ENV{XDG_RUNTIME_DIR} "${WORK_DIR}")
  run(${SYSTEMD_ANALYZE} --user verify "${WORK_DIR}/rlmdb-maintain@.service" "${WORK_DIR}/rlmdb-maintain@.timer")
endif()

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
    -DCMAKE_CXX_FLAGS=${FLAGS} -DEXAMPLES=${SOURCE_DIR}/docs/examples)
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

# The examples, one after the other on one database.
set(tasks "${SOURCE_DIR}/data/legacy/tasks-small.json")
foreach(example IN ITEMS import recover worker)
  set(${example} "${build}/example_${example}" "${WORK_DIR}/examples.db")
endforeach()
run_prints("${tasks}: 15 records, identical
task-0005\tCheck idle timeout of sessions
task-0006\tCheck session fixation on login
task-0014\tWrite tests
" ${import} "${tasks}")
run(${recover} tree-12345678)
if(NOT output MATCHES "\ntask-0004\tresume\t[^\n]*\ntask-0005\tready\tready to run\n.*\n1 changed\n$")
  message(FATAL_ERROR "the example recover printed:\n${output}")
endif()
run_prints("task-0005\tcompleted\ntask-0006\tcompleted\ntask-0004\tcompleted\n" ${worker})

# With pkg-config.
set(ENV{PKG_CONFIG_PATH} "${prefix}/${LIBDIR}/pkgconfig")
# Whoever links the shared library gets its place and nothing of other libraries, which need not be there.
run(${CMAKE_COMMAND} -E env --unset=PKG_CONFIG_PATH "PKG_CONFIG_LIBDIR=${prefix}/${LIBDIR}/pkgconfig" pkg-config --cflags rlmdb)
string(STRIP "${output}" output)
if(NOT output MATCHES "^-I[^ ]+/include$")
  message(FATAL_ERROR "pkg-config --cflags rlmdb printed: ${output}")
endif()
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
