// SPDX-License-Identifier: MIT
/// The parts of verify, each of one subject. Every part goes on after a fault. REQUIRES: a read transaction.
#pragma once

#include "checks/verify_notes.hpp"
#include "checks/verify_twin.hpp"
#include "db/connection.hpp"
#include "records/record.hpp"

namespace rlmdb::checks {

/// SQLite's own checks of the file and of its foreign keys; a damaged table is named. What an index of others
/// computes gets ten seconds.
void verify_file(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes);
/// Commits that its witness knows of and the file lacks (decision 045).
void verify_commits(db::Connection& connection, VerifyNotes& notes);
/// The schema against what the migrations make, and the record of their steps.
void verify_schema(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes);
/// Reads every row of every table, and notes how many there are.
void verify_tables(db::Connection& connection, VerifyNotes& notes);
/// What one statement each can tell: references, counts, chains, places, digests' forms.
void verify_checks(db::Connection& connection, VerifyNotes& notes);
/// Every content against its hash.
void verify_contents(db::Connection& connection, VerifyNotes& notes);
/// How files were written can be read.
void verify_source_texts(db::Connection& connection, VerifyNotes& notes);
/// Every record: it can be put together, and gives the digest of its import where nothing changed it since.
void verify_tasks(db::Connection& connection, VerifyNotes& notes);
/// What a finding calls a record: its store id, else its row.
[[nodiscard]] std::string record_name(const records::TaskRecord& record);

// Documents: the kept texts can be put together, give the digest of their import where nothing changed them
// since, and rows and columns that no generated column makes are those of the text or its place.
void verify_tree_documents(db::Connection& connection, VerifyNotes& notes);
void verify_states(db::Connection& connection, VerifyNotes& notes);
void verify_snapshots(db::Connection& connection, VerifyNotes& notes);
void verify_files(db::Connection& connection, VerifyNotes& notes);
void verify_loops(db::Connection& connection, VerifyNotes& notes);
void verify_grids(db::Connection& connection, VerifyNotes& notes);
void verify_workflows(db::Connection& connection, VerifyTwin& twin, VerifyNotes& notes);

/// A document's canonical bytes against the digest that its import kept.
void verify_canonical(db::Connection& connection, std::int64_t import_id, std::string_view bytes,
                      const std::string& where, VerifyNotes& notes);

}  // namespace rlmdb::checks
