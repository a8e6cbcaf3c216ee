# SPDX-License-Identifier: MIT
set(RLMDB_SANITIZE "" CACHE STRING "Comma-separated -fsanitize= list, e.g. address,undefined or thread")
if(RLMDB_SANITIZE)
  add_compile_options(-fsanitize=${RLMDB_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RLMDB_SANITIZE})
endif()
