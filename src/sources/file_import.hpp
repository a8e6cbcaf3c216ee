// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "sources/document_import.hpp"
#include "sources/file_rows.hpp"

namespace rlmdb::sources {

/// A file that a state or a loop has beside it, on its way into the database: the value of a variable, a
/// history.jsonl, or any other. It is kept whole; nothing changes it here, so a changed file replaces what is
/// known of it.
class FileImport : public DocumentImport {
 public:
  FileImport(db::Connection& connection, const SourceFile& source, const ImportOptions& options,
             SourceKind kind);

  void write() final;

 private:
  /// Whether what the file says now is taken; `compact`: its content. False: what is known of it stays.
  [[nodiscard]] virtual bool takes(const std::string& /*compact*/) { return true; }
  [[nodiscard]] std::string bytes_of_rows() final;

  SourceKind m_kind;
  FileRows m_files;
};

/// Keeps the file whole: `content` is its compact JSON, or for other kinds its text.
void keep_file(db::Connection& connection, const SourceFile& source, SourceKind kind, std::int64_t import_id,
               const std::string& content);

/// The canonical bytes of such a file.
[[nodiscard]] std::string bytes_of(db::Connection& connection, const FileHead& file);
/// The compact text of such a file that is JSON.
[[nodiscard]] std::string compact_of(db::Connection& connection, const FileHead& file);

}  // namespace rlmdb::sources
