// SPDX-License-Identifier: MIT
// verify, what one statement each can tell. A statement gives the names of rows that are wrong, and what is
// wrong.
#include <array>
#include <string>
#include <string_view>

#include "checks/verify_parts.hpp"
#include "db/lost_commits.hpp"
#include "db/meta_rows.hpp"
#include "db/sql_text.hpp"
#include "verify.sql.hpp"

namespace rlmdb::checks {

namespace {

struct Check {
  std::string_view code;
  std::string_view sql;
};

constexpr std::string_view k_reference = "reference_broken";
constexpr std::string_view k_count = "count_differs";
constexpr std::string_view k_order = "order_broken";
constexpr std::string_view k_text = "text_broken";

constexpr std::array k_checks = {
    Check{k_reference, db::sql_named(k_verify_sql, "contents_no_row_names")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_changes")},
    Check{k_reference, db::sql_named(k_verify_sql, "changes_of_others")},
    Check{k_reference, db::sql_named(k_verify_sql, "changes_of_no_record")},
    Check{k_reference, db::sql_named(k_verify_sql, "events_of_no_record")},
    Check{k_order, db::sql_named(k_verify_sql, "broken_event_chains")},
    Check{k_order, db::sql_named(k_verify_sql, "events_outside_chains")},
    Check{k_order, db::sql_named(k_verify_sql, "broken_last_events")},
    Check{k_reference, db::sql_named(k_verify_sql, "events_of_lost_imports")},
    Check{k_order, db::sql_named(k_verify_sql, "events_that_skip")},
    Check{k_count, db::sql_named(k_verify_sql, "versions_without_events")},
    Check{k_count, db::sql_named(k_verify_sql, "versions_of_documents")},
    Check{k_count, db::sql_named(k_verify_sql, "versions_beside_events")},
    Check{k_reference, db::sql_named(k_verify_sql, "sources_of_rows")},
    Check{k_reference, db::sql_named(k_verify_sql, "sources_of_tasks")},
    Check{k_text, db::sql_named(k_verify_sql, "half_digests")},
    Check{k_count, db::sql_named(k_verify_sql, "broken_import_sums")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_import_texts")},
    Check{"rejects_missing", db::sql_named(k_verify_sql, "lost_rejects")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_kept_texts")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "lost_documents")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "lost_files")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "lost_tree_documents")},
    Check{k_reference, db::sql_named(k_verify_sql, "sources_of_grid_versions")},
    Check{k_reference, db::sql_named(k_verify_sql, "events_of_grid_versions")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "lost_grid_versions")},
    Check{k_text, db::sql_named(k_verify_sql, "snapshots_of_no_scope")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_layouts")},
    Check{k_reference, db::sql_named(k_verify_sql, "layouts_of_other_objects")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "nodes_without_row")},
    Check{k_count, db::sql_named(k_verify_sql, "broken_chunks")},
    Check{k_order, db::sql_named(k_verify_sql, "same_places")},
    Check{k_order, db::sql_named(k_verify_sql, "negative_places")},
    Check{k_order, db::sql_named(k_verify_sql, "gaps_in_lists")},
    Check{k_order, db::sql_named(k_verify_sql, "nodes_without_parent")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "documents_without_nodes")},
    Check{k_reference, db::sql_named(k_verify_sql, "nodes_of_other_tasks")},
    Check{k_reference, db::sql_named(k_verify_sql, "trees_of_documents")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "lost_entries_of_loops")},
    Check{k_reference, db::sql_named(k_verify_sql, "rests_of_removed_trees")},
    Check{k_reference, db::sql_named(k_verify_sql, "takings_of_checkpoints")},
    Check{k_reference, db::sql_named(k_verify_sql, "checkpoints_from_nowhere")},
    Check{k_reference, db::sql_named(k_verify_sql, "owners_of_workflow_states")},
    Check{"columns_differ", db::sql_named(k_verify_sql, "workflow_states_unlike_checkpoints")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_requests")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_counters")},
    Check{"rows_missing", db::sql_named(k_verify_sql, "missing_counters")},
    Check{k_count, db::sql_named(k_verify_sql, "counters_behind")},
    Check{k_order, db::sql_named(k_verify_sql, "broken_steps")},
    Check{k_reference, db::sql_named(k_verify_sql, "removals_without_event")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_removed_sources")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_value_files")},
    Check{"columns_differ", db::sql_named(k_verify_sql, "texts_of_other_sources")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_reviews")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_retention")},
    Check{k_count, db::sql_named(k_verify_sql, "broken_limits")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_holds")},
    Check{k_text, db::sql_named(k_verify_sql, "broken_json")},
};

/// Imported tasks that are gone, though no cleanup removed them.
void verify_imported_tasks(db::Connection& connection, VerifyNotes& notes) {
  const std::int64_t expected =
      db::get_int64(connection.cached(db::sql_named(k_verify_sql, "sum_imported_new")));
  const std::int64_t present =
      db::get_int64(connection.cached(db::sql_named(k_verify_sql, "count_imported_tasks")));
  const std::int64_t removed = db::MetaRows(connection).counter("removed_imported_tasks");
  if (present + removed >= expected) return;
  notes.add("tasks", "rows_missing",
            std::to_string(expected) + " tasks were imported, " + std::to_string(present) + " are there" +
                (removed > 0 ? " and " + std::to_string(removed) + " were removed" : ""));
}

}  // namespace

void verify_commits(db::Connection& connection, VerifyNotes& notes) {
  if (connection.witness() == nullptr || !connection.witness()->lost()) return;
  const db::LostCommits& lost = *connection.witness()->lost();
  if (lost.is_allowed) return;
  notes.add("events", "commits_lost",
            lost.words() +
                ": committed, and not here; its -wal was lost or damaged, or an older file was put in "
                "its place");
}

void verify_checks(db::Connection& connection, VerifyNotes& notes) {
  for (const Check& check : k_checks) {
    notes.guarded("the database", [&] {
      db::for_each_row(connection.cached(check.sql), [&](const db::Statement& row) {
        notes.add(std::string(row.column_text(0)), check.code, std::string(row.column_text(1)));
      });
    });
  }
  notes.guarded("tasks", [&] { verify_imported_tasks(connection, notes); });
}

}  // namespace rlmdb::checks
