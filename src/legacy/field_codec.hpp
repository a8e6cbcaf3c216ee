// SPDX-License-Identifier: MIT
/// One member's value as a column and back: the only place that says when a column gives back the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"
#include "model/cell.hpp"
#include "model/fields.hpp"
#include "model/text_arena.hpp"

namespace rlmdb::legacy {

/// What a JSON value is in a column. `exact`: append_cell gives the value's canonical bytes back; otherwise
/// the raw value belongs into residue and the cell is the best typed stand-in.
struct DecodedField {
  model::Cell cell;
  model::Cell type;  ///< of FieldKind::any only: NULL or "json"
  Exactness exactness = Exactness::exact;
};

/// Decodes `raw_value`. Texts are views of it where possible, else kept in `arena`.
[[nodiscard]] DecodedField decode_field(model::FieldKind kind, std::string_view raw_value,
                                        model::TextArena& arena);

/// The text that stands for a name or id in a column with a unique key: the decoded string, or, where UTF-8
/// text cannot hold it, that with U+FFFD in place plus "~" and a digest, so that two of them never meet.
[[nodiscard]] std::string_view column_key(std::string_view raw_string, model::TextArena& arena,
                                          Exactness& exactness);

/// Appends the JSON text of a column's value, laid out for `depth`. `type` is the second cell of
/// FieldKind::any. A value of a type that rlmdb does not write there (an edit) is written as what it is.
void append_cell(std::string& out, model::FieldKind kind, const model::Cell& cell, const model::Cell& type,
                 unsigned depth);

}  // namespace rlmdb::legacy
