// SPDX-License-Identifier: MIT
/// The `report.md` of a tree, which the legacy programs leave for people (decision 043).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "rlmdb/export.hpp"
#include "sources/file_rows.hpp"

namespace rlmdb::exports {

inline constexpr std::string_view k_report_name = "/report.md";

/// What writes the report of the tree, sealed. REQUIRES: `connection` while it is called.
[[nodiscard]] std::function<ExportReport(const ByteSink&)> report_writer(
    db::Connection& connection, const std::function<std::string(const TreeReport&)>& text,
    const std::string& tree);

/// The tree whose report, written by rlmdb and changed by nobody, came in with the file and has grown old.
[[nodiscard]] std::optional<std::string> tree_of_old_report(db::Connection& connection,
                                                            const sources::FileHead& file);

}  // namespace rlmdb::exports
