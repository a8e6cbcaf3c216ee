# SPDX-License-Identifier: MIT
# In: BUILD_DIR (complete), WORK_DIR, CONSUMER_DIR, CXX, FLAGS, VERSION.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\n${output}\nexit status ${status}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${WORK_DIR}")
set(prefix "${WORK_DIR}/prefix")
run(${CMAKE_COMMAND} --install "${BUILD_DIR}" --prefix "${prefix}")

run("${prefix}/bin/rlmdb" --version)
if(NOT output MATCHES "${VERSION}")
  message(FATAL_ERROR "bin/rlmdb --version printed: ${output}")
endif()

foreach(file man/man1/rlmdb.1 man/man1/rlmdb-import.1 man/man5/rlmdb-format.5 bash-completion/completions/rlmdb
             zsh/site-functions/_rlmdb fish/vendor_completions.d/rlmdb.fish)
  if(NOT EXISTS "${prefix}/share/${file}")
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()

run(${CMAKE_COMMAND} -S "${CONSUMER_DIR}" -B "${WORK_DIR}/consumer" -DCMAKE_PREFIX_PATH=${prefix}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_CXX_FLAGS=${FLAGS})
run(${CMAKE_COMMAND} --build "${WORK_DIR}/consumer")
run("${WORK_DIR}/consumer/consumer" "${WORK_DIR}/empty.db")
if(NOT output STREQUAL "0 tasks, rlmdb ${VERSION}\n")
  message(FATAL_ERROR "the consumer printed: ${output}")
endif()
file(REMOVE_RECURSE "${WORK_DIR}")
