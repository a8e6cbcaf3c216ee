# SPDX-License-Identifier: MIT
# embed_sql(TARGET file.sql...): each file becomes <build>/embedded/<stem>.sql.hpp, which holds
# `inline constexpr std::string_view k_<stem>_sql`. The text is a raw literal cut into pieces, because a
# compiler need not take a literal of more than 65,536 characters.
function(embed_sql target)
  foreach(file IN LISTS ARGN)
    get_filename_component(absolute "${file}" ABSOLUTE)
    get_filename_component(stem "${file}" NAME_WE)
    set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded/${stem}.sql.hpp")
    add_custom_command(
      OUTPUT "${output}"
      COMMAND ${CMAKE_COMMAND} -DINPUT=${absolute} -DOUTPUT=${output} -DSTEM=${stem}
              -P "${PROJECT_SOURCE_DIR}/tools/cmake/embed_one.cmake"
      DEPENDS "${absolute}" "${PROJECT_SOURCE_DIR}/tools/cmake/embed_one.cmake"
      VERBATIM)
    target_sources(${target} PRIVATE "${output}")
  endforeach()
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/embedded")
endfunction()
