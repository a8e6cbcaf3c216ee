// SPDX-License-Identifier: MIT
/// Values of a query, as they are printed.
#pragma once

#include <string>
#include <vector>

#include "rlmdb/store.hpp"
#include "terminal/text_table.hpp"

namespace rlmdb::cli {

/// A cell of the table, and a field of a CSV line.
[[nodiscard]] TableCell table_cell(const SqlValue& value);
[[nodiscard]] std::string csv_field(const SqlValue& value);

/// A list of strings as a JSON array.
[[nodiscard]] std::string json_strings(const std::vector<std::string>& strings);
/// One row of a query as a JSON object. Blobs become {"$base64":true,"encoded":"…"}.
[[nodiscard]] std::string json_row(const std::vector<std::string>& names, const std::vector<SqlValue>& row);

}  // namespace rlmdb::cli
