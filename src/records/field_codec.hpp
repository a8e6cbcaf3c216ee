// SPDX-License-Identifier: MIT
/// One member's value as a column and back: the only place that says when a column gives back the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/cell.hpp"
#include "records/fields.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// What a JSON value is in a column. `exact`: append_cell gives the value's canonical bytes back; otherwise
/// the raw value belongs into residue and the cell is the best typed stand-in.
struct DecodedField {
  Cell cell;
  Cell type;  ///< of FieldKind::any only: NULL or "json"
  json::Exactness exactness = json::Exactness::exact;
};

/// Decodes `raw_value`. Texts are views of it where possible, else kept in `arena`.
[[nodiscard]] DecodedField decode_field(FieldKind kind, std::string_view raw_value, TextArena& arena);

/// The text that stands for a name or id in a column with a unique key: the decoded string, or, where UTF-8
/// text cannot hold it, that with U+FFFD in place plus "~" and a digest, so that two of them never meet.
[[nodiscard]] std::string_view column_key(std::string_view raw_string, TextArena& arena,
                                          json::Exactness& exactness);

/// Appends the JSON text of a column's value, laid out for `depth`. `type` is the second cell of
/// FieldKind::any. A value of a type that rlmdb does not write there (an edit) is written as what it is.
void append_cell(std::string& out, FieldKind kind, const Cell& cell, const Cell& type, unsigned depth);

}  // namespace rlmdb::records
