// SPDX-License-Identifier: MIT
// verify, what is kept whole: contents against their hashes, files against the digests of their imports.
#include <string>

#include "checks/verify_parts.hpp"
#include "db/sql_text.hpp"
#include "sources/file_import.hpp"
#include "sources/file_rows.hpp"
#include "sources/rlm_place.hpp"
#include "sources/source_text.hpp"
#include "sources/tasks_text.hpp"
#include "util/sha256.hpp"
#include "verify.sql.hpp"

namespace rlmdb::checks {

void verify_contents(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("contents", [&] {
    db::for_each_row(connection.cached(db::sql_named(k_verify_sql, "select_contents")),
                     [&](const db::Statement& row) {
                       if (util::sha256_hex(row.column_text(2)) == row.column_text(1)) return;
                       notes.add("contents:" + std::string(row.column_text(0)), "content_damaged",
                                 "the value is not what its hash says");
                     });
  });
}

void verify_canonical(db::Connection& connection, std::int64_t import_id, std::string_view bytes,
                      const std::string& where, VerifyNotes& notes) {
  db::Statement& statement = connection.cached(db::sql_named(k_verify_sql, "select_canonical"));
  const auto expected = db::get_maybe(statement.bind_all(import_id), [](const db::Statement& row) {
    return std::string(row.column_text(0));
  });
  if (expected && *expected != util::sha256_hex(bytes))
    notes.add(where, "changed_outside",
              "the document differs from its import though rlmdb did not change it: it was edited in another "
              "tool, or damaged");
}

void verify_files(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("files", [&] {
    for (const sources::FileHead& file : sources::FileRows(connection).all()) {
      const std::string where = "files of " + file.source_path;
      notes.guarded(where, [&] {
        verify_canonical(connection, file.import_id, sources::bytes_of(connection, file), where, notes);
      });
      const auto place = sources::path_in_project(file.source_path);
      if (place && *place != file.place)
        notes.add(where, "columns_differ", "its place in the project is not where its source lies: place");
    }
  });
}

void verify_source_texts(db::Connection& connection, VerifyNotes& notes) {
  notes.guarded("source_texts", [&] {
    for (const std::string& path : sources::SourceTextRows(connection).source_paths()) {
      const std::string where = "source_texts of " + path;
      notes.guarded(where, [&] { sources::require_readable_text(connection, path); });
    }
    notes.guarded("source_records", [&] { sources::require_readable_records(connection); });
  });
}

}  // namespace rlmdb::checks
