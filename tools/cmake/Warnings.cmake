# SPDX-License-Identifier: MIT
option(RLMDB_WARNINGS_AS_ERRORS "Fail the build on any compiler warning" OFF)

add_library(rlmdb_warnings INTERFACE)
target_compile_options(rlmdb_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wnull-dereference -Wdouble-promotion -Wimplicit-fallthrough
  $<$<BOOL:${RLMDB_WARNINGS_AS_ERRORS}>:-Werror>)
