# SPDX-License-Identifier: MIT
option(RLMDB_WARNINGS_AS_ERRORS "Fail the build on any compiler warning" OFF)

add_library(rlmdb_warnings INTERFACE)
# GCC 12 reports null dereferences and overlaps inside its own <string> and <streambuf>, so those two stay off.
# Clang wants braces around the only member of an aggregate, an id, which nothing else asks for.
target_compile_options(rlmdb_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wdouble-promotion -Wimplicit-fallthrough
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  $<$<CXX_COMPILER_ID:Clang>:-Wno-missing-braces>
  $<$<BOOL:${RLMDB_WARNINGS_AS_ERRORS}>:-Werror>)
