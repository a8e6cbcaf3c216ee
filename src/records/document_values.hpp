// SPDX-License-Identifier: MIT
/// What documents say of a node where its record is silent stands in the node's columns, so that whoever reads
/// rows knows it (docs/decisions/042). Such a column is marked in residue, under "documents", with a digest of
/// the value; as long as it has that value, the record's text says nothing of the member. Any other value was
/// put there since, and is the record's own. Pure.
#pragma once

#include <string_view>

#include "records/record.hpp"
#include "records/text_arena.hpp"

namespace rlmdb::records {

/// What a record has in metadata.withdrawn, a text with the names of the members that a verb took away though
/// documents have them: "result, error".
inline constexpr std::string_view k_withdrawn = "withdrawn";

/// Whether a record may be silent on a member of that name, and documents say it.
[[nodiscard]] bool may_be_withdrawn(std::string_view name) noexcept;

/// Whether the residue marks any column.
[[nodiscard]] bool has_document_values(std::string_view residue) noexcept;

/// Empties the columns that have what documents say, and takes the mark away.
void drop_document_values(TaskRecord& record, TextArena& arena);

/// `said`: what the documents say, as a record. Every member on which `record` is silent gets its value. A
/// queued or running task has no end, whatever documents say. REQUIRES: no column is marked.
void put_document_values(TaskRecord& record, const TaskRecord& said, TextArena& arena);

/// The values that `before` has from documents, for a new content of the same row where it is still silent.
void keep_document_values(const TaskRecord& before, TaskRecord& record, TextArena& arena);

}  // namespace rlmdb::records
