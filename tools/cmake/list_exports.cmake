# SPDX-License-Identifier: MIT
# In: NM, ARCHIVE, ROOMS, OUTPUT. Writes a version script that exports what ARCHIVE defines in the namespace rlmdb, but not in that of a
# room. Inline functions are not exported: every program has its own. The types of public exceptions are.
execute_process(COMMAND ${NM} -g --defined-only ${ARCHIVE} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
set(of_rooms "")
foreach(room IN LISTS ROOMS)
  string(LENGTH ${room} length)
  list(APPEND of_rooms ${length}${room})
endforeach()
list(JOIN of_rooms "|" of_rooms)
string(REGEX MATCHALL " [TDRB] _ZNK?5rlmdb[^\n]+| V _ZT[ISV]N5rlmdb[^\n]+" symbols "${symbols}")
list(FILTER symbols EXCLUDE REGEX "N(K?)5rlmdb(${of_rooms})")
list(TRANSFORM symbols REPLACE "^ . " "  ")
list(REMOVE_DUPLICATES symbols)
list(SORT symbols)
list(JOIN symbols ";\n" symbols)
file(WRITE ${OUTPUT} "{\nglobal:\n${symbols};\nlocal:\n  *;\n};\n")
