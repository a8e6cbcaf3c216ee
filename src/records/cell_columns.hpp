// SPDX-License-Identifier: MIT
/// Cells of the model as parameters and columns of a statement.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "db/statement.hpp"
#include "records/record.hpp"

namespace rlmdb::records {

void bind_cell(db::Statement& statement, int parameter, const Cell& cell);

/// Binds cells to `first`, `first` + 1, …; returns the parameter after the last.
int bind_cells(db::Statement& statement, int first, std::span<const Cell> cells);

/// An empty text binds NULL: residue, verbatim and digests are absent, never empty.
void bind_text_or_null(db::Statement& statement, int parameter, std::string_view text);
void bind_blob_or_null(db::Statement& statement, int parameter, std::string_view bytes);
/// 0 binds NULL: no id is 0.
void bind_id_or_null(db::Statement& statement, int parameter, std::int64_t id);

/// Views live as long as the statement's row.
[[nodiscard]] Cell read_cell(const db::Statement& statement, int column);
/// The text of a column as a value of its own; nullopt for NULL.
[[nodiscard]] std::optional<std::string> read_optional_text(const db::Statement& statement, int column);
/// Reads columns `first`, `first` + 1, …; returns the column after the last.
int read_cells(const db::Statement& statement, int first, std::span<Cell> cells);

}  // namespace rlmdb::records
