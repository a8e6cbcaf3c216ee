// SPDX-License-Identifier: MIT
/// A document of a project as bytes, and what the export says of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/export.hpp"

namespace rlmdb::exports {

/// In canonical bytes.
ExportReport write_text(const std::string& compact, std::uint64_t records, const ByteSink& sink);

/// Of a document that came in: as its file was written.
ExportReport write_document(db::Connection& connection, const std::string& source_path,
                            const std::string& compact, std::uint64_t records, const ByteSink& sink);

/// As they are.
ExportReport write_bytes(const std::string& bytes, std::uint64_t records, const ByteSink& sink);

/// One entry a line.
[[nodiscard]] std::string lines_of(const std::vector<std::string>& entries);

}  // namespace rlmdb::exports
