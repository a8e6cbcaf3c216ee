// SPDX-License-Identifier: MIT
/// What stands in each column that can hold a text: so that a purge knows where a text can be in it.
#pragma once

#include <optional>
#include <string_view>

namespace rlmdb::purging {

enum class ColumnForm {
  text,          ///< a text, or bytes, as given
  json,          ///< JSON text
  json_inside,   ///< the inside of a JSON string, without its quotes
  json_or_text,  ///< either, as the value itself says
  typed,         ///< JSON text where the row's value_type or result_type is json, else a text
  earlier,       ///< an earlier value, in the form that the row's old_form says
  packed,        ///< JSON text in gzip
  packed_file,   ///< a packed file as it came in, which goes when its document changes
  content,       ///< of `contents`, whose digest changes with it
  meta,          ///< of `meta`: the path of the home project, else what rlmdb itself says
  own,           ///< what rlmdb itself says: times, digests, words of a closed list
};

/// nullopt: nobody has said yet what stands in it.
[[nodiscard]] std::optional<ColumnForm> form_of_column(std::string_view table, std::string_view column);

}  // namespace rlmdb::purging
