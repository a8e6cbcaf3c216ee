// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "grid/grid_rows.hpp"
#include "grid/mission_directory.hpp"
#include "sources/document_import.hpp"
#include "sources/grid_place.hpp"

namespace rlmdb::grid {

/// A file of a `.grid` directory on its way into the database: its text whole, and what it says as JSON. The
/// first file of a directory also tells of those that came in once and are gone from it: a CHECKPOINT.md that
/// was dealt with must not stay.
class GridImport final : public sources::DocumentImport {
 public:
  GridImport(db::Connection& connection, const sources::SourceFile& source, const ImportOptions& options);

  void write() override;

 private:
  [[nodiscard]] std::string bytes_of_rows() override;
  void find_grid();
  void take(const std::optional<FileVersion>& here, const std::string& text, const std::string& sha256);
  [[nodiscard]] bool is_taken(const FileVersion& here, ChangedBy changed);
  void keep_both(const FileVersion& here, const std::string& text, const std::string& sha256);
  void put(const std::string& text, const std::string& sha256);
  void remove_absent();

  GridRows m_rows;
  sources::GridPlace m_place;
  GridHead m_grid;
  std::int64_t m_modified_ns;
  bool m_is_held = true;
};

/// Whether what the file brought is here just so, its time too; nullopt: nothing of that path is.
[[nodiscard]] std::optional<bool> has_grid_file(db::Connection& connection, const std::string& path);

}  // namespace rlmdb::grid
