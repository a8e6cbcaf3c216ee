// SPDX-License-Identifier: MIT
// A statement that walks a table from end to end takes longer with every task. Those that must are listed
// here with their reason; a listed one that no longer does is an error too, so that the list stays true.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <string>

#include "named_statements.hpp"
#include "schema_fixture.hpp"
#include "tasks/list_rows.hpp"

using namespace rlmdb;
using rlmdb::test::SqlStatement;

namespace {

/// All others grow with what is imported and done.
const std::set<std::string> k_small = {"meta", "schema_migrations"};

std::set<std::string> growing_tables(db::Connection& connection) {
  std::set<std::string> tables;
  db::Statement all(connection,
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  while (all.step()) {
    const std::string name(all.column_text(0));
    if (!k_small.contains(name)) tables.insert(name);
  }
  return tables;
}

const std::map<std::string, std::string> k_walks = {
    {"select_latest_imports", "one row a run of import, once a run"},
    {"select_top_level", "walks backwards and stops at the first row"},
    {"select_due", "backoffs that end in more than an hour, of which there are none but by a wrong clock"},
    {"select_last_change_time", "walks backwards and stops at the first change"},
    {"select_standing_rejects", "every record that was rejected, once an export"},
    {"select_candidates", "those that are noted to wait for an id that no task had; they are few"},
    {"list_all", "every task is an answer; in the order of an index, so that a limit ends it early"},
    {"select_searched_tasks", "every task is looked at; in the order of an index"},
    {"select_searched_states", "every state document is looked at"},
    {"list_where", "the user's own condition"},
    {"has_positions", "stops at the first row of an index that holds odd rows alone"},
    {"select_tasks_with_lists", "every list of checkpoints is an answer"},
    {"select_all_trees", "every node of every tree is an answer"},
    {"select_all_outside", "every task that is in no tree is an answer"},
    {"select_finished_nodes", "every node of every tree without work left counts"},
    {"select_unfinished_tree_ids", "what is not completed; along an index that has nothing else"},
    {"has_outside", "counts every task and every node, along indexes"},
    {"select_trees_that_may_be_stuck", "every budget; trees that have one are few"},
    {"select_times_of_all_trees", "every node of every tree is an answer"},
    {"select_newest_times", "walks backwards and stops after so many nodes"},
    {"select_records_by_id", "an export: every record from an id on"},
    {"select_records_by_position", "an export: every record from an id on"},
    {"select_variables_from", "runs beside an export, and stops where its reader does"},
    {"select_checkpoints_from", "runs beside an export, and stops where its reader does"},
    {"count_tasks_of_source", "once an import of a source that came before"},
    {"count_lost_tasks", "once an import of the same bytes: imports, and tasks, of which it counts each"},
    {"count_tasks_by_state", "every task that is not completed counts; along an index"},
    {"count_tasks", "every task counts; along an index"},
    {"select_chunks_from", "runs beside an export, and stops where its reader does"},
    {"select_events", "those from one number to another, of which each is an answer but for its kind"},
    {"select_newest_by", "walks backwards and stops at the first row of that time"},
    {"select_import_events", "the history of tasks, of which imports are a part"},
    {"select_newest_time", "walks backwards and stops at the first row"},
    {"select_newest_time_before",
     "walks back over the last day and stops at the first row before it, once a run"},
    {"select_all_snapshots", "every checkpoint is an answer"},
    {"select_all_loops", "every loop is an answer"},
    {"select_loops_shown", "every loop is an answer"},
    {"count_active_loops", "a project has few loops; once a start of one"},
    {"select_all_workflow_checkpoints", "an export of a project: every checkpoint is an answer"},
    {"select_pruned", "an export of a project: every checkpoint that a list names is looked at"},
    {"select_all_files", "an export of a project: every file is an answer"},
    {"count_events_before", "cleanup counts what goes, once a run"},
    {"select_first_since", "walks from the oldest event on and stops at the first that is young enough"},
    {"select_undated", "cleanup looks at all tasks, once a run"},
    {"select_retention_settings", "a database has seven settings at most"},
    {"mark_settings_listed", "a database has seven settings at most"},
    {"select_times_to_come", "cleanup looks at all tasks, once a batch"},
    {"select_needs", "cleanup looks at all that is unfinished, once a batch"},
    {"select_described_elsewhere", "cleanup looks at all nodes of documents, once a batch"},
    {"select_pins", "cleanup looks at all checkpoints, once a batch"},
    {"select_left_below", "a removal looks at all nodes, once a level of what is below"},
    {"select_left_waiting", "a removal looks at all that is unfinished, once a call"},
    {"delete_changes_before", "cleanup, from the oldest event on, in batches"},
    {"delete_events_before", "cleanup, from the oldest event on, in batches"},
    {"delete_unused_contents", "cleanup looks at all large values, once a run"},
    {"count_requests_before", "every request before a time counts; along an index"},
    {"delete_requests_before", "every request before a time goes; along an index"},
    {"select_tree_ids", "verify reads the whole file anyway; along an index"},
    {"move_events", "once an import that finds out that a document's nodes are tasks of a store"},
    {"move_changes", "once an import that finds out that a document's nodes are tasks of a store"},
    {"select_all_states", "an export or a cleanup: every state document is an answer"},
    {"select_trees_made_here", "an export of a project: every tree is looked at"},
    {"select_ids_with_document_values", "a purge: every value of every row is looked at"},
    {"select_nodes_of_the_store",
     "once an import of tasks beside documents: every node may be one of theirs"},
    {"select_parents_by_node_id",
     "once an import of tasks beside documents: every node may have a child of theirs"},
    {"select_documents_of_tasks_of",
     "once an import of tasks beside documents: every node of theirs may be one of its tasks"},
    {"has_changed_since_import", "an export of a project, of a report.md that came in: events have no index"},
    {"select_nodes_without_file", "an export of a project: every tree is looked at"},
    {"select_references", "an export of a project: every variable is looked at"},
    {"select_all_source_texts", "verify reads the whole file anyway"},
    {"has_documents", "stops at the first row"},
    {"is_any_held", "stops at the first row"},
    {"has_removed_records", "stops at the first row"},
    {"has_source_records", "stops at the first row"},
    {"select_source_records", "verify reads the whole file anyway"},
    {"has_value_files", "stops at the first row"},
    {"select_tree", "whether any document is there stops at the first row"},
    {"select_tree_progress", "whether any document is there stops at the first row"},
    {"select_spent", "whether any document is there stops at the first row"},
    {"count_without_cost", "whether any document is there stops at the first row"},
    {"select_value_files_to_go", "files that rlmdb wrote and has to remove: gone with the next change"},
    {"select_all_value_files", "one row a large value: what an export writes, an import compares"},
    {"is_referred_to", "where a copy would take the place of a file that came in"},
    {"select_newest_tasks_source", "from the newest import on, once an export of a project"},
    {"has_reissued_ids", "stops at the first row"},
    {"select_all_documents", "an export of a project: every document is an answer"},
    {"select_outlines", "verify reads the whole file anyway"},
    {"select_documented_nodes", "verify reads the whole file anyway"},
    {"count_lost_tasks", "verify reads the whole file anyway"},
    {"put_workflow_checkpoint", "a workflow or loop has one state, and there are few of them"},
    {"delete_workflow_checkpoint", "a workflow or loop has one state, and there are few of them"},
    {"delete_workflow_state_of_checkpoint", "a workflow or loop has one state, and there are few of them"},
    {"select_old_tasks", "cleanup looks at all tasks, once a run"},
    {"select_all_task_keys", "restore compares the whole database with the backup"},
    {"select_all_event_marks", "restore compares the whole database with the backup"},
    {"delete_changes_of", "a purge looks at every row anyway"},
    {"blank_events", "a purge looks at every row anyway"},
    {"select_outputs", "a purge looks at every row anyway"},
    {"select_source_paths", "a purge looks at every row anyway"},
    {"count_rows", "a purge looks at every row anyway"},
    {"select_children_left", "a purge looks at every row anyway"},
    {"select_needed", "a purge looks at every row anyway"},
    {"delete_removed_records_of", "a purge looks at every row anyway"},
    {"delete_removed_sources_of", "a purge looks at every row anyway"},
    {"delete_requests_naming", "a purge looks at every row anyway"},
    {"select_all_grids", "every mission is an answer; a project has few"},
    {"select_tasks_with_variable_history",
     "an export names what it leaves out: every change is looked at once"},
    {"select_holds", "a row an owner: as many as there are daemons"},
    {"select_trees_with_settings", "an export names every tree that has settings"},
    {"select_all_versions", "verify and purge look at every version of every file"},
    {"delete_old_versions", "cleanup, from the oldest event on"},
    {"select_open_dependencies", "what nothing ends: every unfinished task, along an index of these"},
    {"unblock_all", "once an import: every note of who waits for whom; along an index"},
};

const std::map<std::string, std::string> k_view_walks = {
    {"checkpoints", "what a state document names is known once its list is read"},
    {"stuck_tasks", "what is held up is known once all that holds up was followed"},
    {"task_states", "asks stuck_tasks, and once"},
};

/// The tables by the names that a plan shows: SQLite's plan names aliases.
std::map<std::string, std::string> names_in(const std::set<std::string>& growing, const std::string& sql) {
  std::map<std::string, std::string> names;
  for (const std::string& table : growing) names[table] = table;
  const std::regex use(R"(\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+(?:AS\s+)?(\w+))?)", std::regex::icase);
  static const std::set<std::string> k_words = {"WHERE", "ON",    "JOIN", "LEFT",  "ORDER",
                                                "GROUP", "LIMIT", "SET",  "VALUES"};
  for (std::sregex_iterator match(sql.begin(), sql.end(), use), end; match != end; ++match) {
    const std::string table = (*match)[1];
    const std::string alias = (*match)[2];
    if (!growing.contains(table)) continue;
    if (!alias.empty() && !k_words.contains(alias)) names[alias] = table;
  }
  return names;
}

/// The tables that `sql` walks: scanned, or searched by nothing but one open end of an
/// index, or from one number to another.
std::string walked_tables(db::Connection& connection, const std::string& sql, const std::string& names_from) {
  const std::map<std::string, std::string> names = names_in(growing_tables(connection), names_from);
  std::string walked;
  const std::regex walk(
      R"(^(?:SCAN (\w+)(?! VIRTUAL)\b|SEARCH (\w+) .*\((?:\w+[<>]\?|rowid>\? AND rowid<\?)\)$))");
  db::Statement plan(connection, "EXPLAIN QUERY PLAN " + sql);
  while (plan.step()) {
    const std::string detail(plan.column_text(3));
    std::smatch match;
    if (!std::regex_search(detail, match, walk)) continue;
    const auto name = names.find(match[1].matched ? match[1] : match[2]);
    if (name != names.end()) walked += detail + "; ";
  }
  return walked;
}

const std::set<std::string> k_loop_views = {"loop_progress", "loop_quality", "best_iterations",
                                            "open_regressions", "baseline_metrics"};

/// What a person would ask a view for.
std::string column_of_view(const std::string& name) {
  if (k_loop_views.contains(name)) return "loop_id";
  if (name == "task_times") return "id";
  if (name == "missions" || name.starts_with("grid_")) return "grid";
  if (name == "iteration_artifacts" || name == "recovery_steps") return "loop";
  static const std::set<std::string> k_task_views = {
      "task_outputs",       "node_parents",          "variable_values", "node_parts",
      "context_documents",  "context_file_patterns", "result_errors",   "result_artifacts",
      "resume_checkpoints", "open_dependencies",     "sibling_order",   "turns"};
  return k_task_views.contains(name) ? "task_id" : "tree_id";
}

/// Its steps one after the other, each with a semicolon behind it.
std::string plan(db::Connection& connection, const std::string& sql) {
  std::string steps;
  db::Statement statement(connection, "EXPLAIN QUERY PLAN " + sql);
  while (statement.step()) steps.append(statement.column_text(3)).append(";");
  return steps;
}

/// The view's definition, and those of the views that it names.
std::string definitions_for(const std::map<std::string, std::string>& views, const std::string& name) {
  std::string all = views.at(name);
  for (const auto& [other, definition] : views)
    if (other != name && std::regex_search(views.at(name), std::regex("\\b(FROM|JOIN) " + other + "\\b")))
      all += definitions_for(views, other);
  return all;
}

void check_against(const std::map<std::string, std::string>& listed, const std::string& name,
                   const std::string& walked) {
  CAPTURE(name);
  if (listed.contains(name)) {
    CHECK_MESSAGE(!walked.empty(), "is listed as walking a table and does not; take it off the list");
  } else {
    CHECK_MESSAGE(walked.empty(), walked);
  }
}

}  // namespace

TEST_SUITE("sql::query_plans") {
  TEST_CASE("a planted walk is seen") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    for (const char* sql : {"SELECT * FROM tasks WHERE agent = ?1", "SELECT e.kind FROM events AS e",
                            "SELECT * FROM tree_nodes x WHERE x.tree_id > ?1",
                            "SELECT * FROM events e WHERE e.seq > ?1 AND e.seq <= ?2"})
      CHECK_FALSE(walked_tables(connection, sql, sql).empty());
    for (const char* sql : {"SELECT * FROM tasks WHERE id = ?1", "SELECT * FROM meta",
                            "SELECT * FROM tree_nodes x WHERE x.tree_id = ?1"})
      CHECK(walked_tables(connection, sql, sql).empty());
  }

  TEST_CASE("no statement walks a growing table without a reason") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    std::set<std::string> names;
    for (const SqlStatement& statement : test::statements_of_schema()) {
      names.insert(statement.name);
      // verify reads the whole file anyway, table by table.
      if (statement.file.filename().string().starts_with("verify")) continue;
      check_against(k_walks, statement.name, walked_tables(connection, statement.text, statement.text));
    }
    for (const auto& walk : k_walks)
      CHECK_MESSAGE(names.contains(walk.first), walk.first, " is listed and gone");
  }

  TEST_CASE("no view walks a growing table when it is asked for one tree, task or mission") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    db::Statement all(connection, "SELECT name, sql FROM sqlite_schema WHERE type = 'view'");
    std::map<std::string, std::string> views;
    while (all.step()) views.emplace(all.column_text(0), all.column_text(1));
    CHECK(views.size() == 44);
    for (const auto& [name, definition] : views) {
      const std::string question = "SELECT * FROM " + name + " WHERE " + column_of_view(name) + " = ?1";
      check_against(k_view_walks, name, walked_tables(connection, question, definitions_for(views, name)));
    }
  }

  TEST_CASE("a list is in the order of an index, of all tasks or of those in a state, or goes by its tree") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    const auto plan_of = [&](const TaskFilter& filter, tasks::Behind behind) {
      return plan(connection, tasks::list_sql(filter, behind));
    };
    const auto check_all = [&](const TaskFilter& filter, std::string_view range) {
      for (const std::string_view where : {"", "priority > 1"}) {
        CAPTURE(where);
        TaskFilter all = filter;
        if (!where.empty()) all.where = where;
        const std::string by = all.created.is_all() ? "" : "created_at_ms>? AND created_at_ms<?";
        CHECK(plan_of(all, tasks::Behind::nothing)
                  .starts_with(by.empty() ? "SCAN t USING INDEX tasks_by_created;"
                                          : "SEARCH t USING INDEX tasks_by_created (" + by + ");"));
        CHECK(plan_of(all, tasks::Behind::dated)
                  .starts_with("SEARCH t USING INDEX tasks_by_created (created_at_ms" + std::string(range)));
        for (const char* state : {"queued", "running", "failed", "cancelled", "unknown", "waiting"}) {
          CAPTURE(state);
          all.state = state;
          CHECK(plan_of(all, tasks::Behind::nothing)
                    .starts_with("SEARCH t USING INDEX tasks_by_state (state=?" +
                                 (by.empty() ? "" : " AND " + by) + ");"));
          CHECK(plan_of(all, tasks::Behind::dated)
                    .starts_with("SEARCH t USING INDEX tasks_by_state (state=? AND created_at_ms" +
                                 std::string(range)));
          CHECK(plan_of(all, tasks::Behind::nothing).find("TEMP B-TREE") == std::string::npos);
          all.tree = TreeId{"tree-00000001"};
          CHECK(plan_of(all, tasks::Behind::nothing)
                    .starts_with("SEARCH n USING INDEX tree_nodes_by_tree (tree_id=?);"));
          all.tree.reset();
        }
      }
    };
    TaskFilter filter;
    check_all(filter, "<?");
    filter.order = TaskOrder::oldest;
    check_all(filter, ">?");
    filter.created = {1, 2};
    check_all(filter, ">? AND created_at_ms<?");
  }

  TEST_CASE("a question of a person goes by the state, or by the tree where it names one too") {
    const test::TestDir dir;
    db::Connection connection = test::make_schema_database(dir / "a.db");
    CHECK(plan(connection, "SELECT * FROM tasks WHERE state = 'running'") ==
          "SEARCH tasks USING INDEX tasks_by_state (state=?);");
    CHECK(
        plan(connection,
             "SELECT * FROM tree_nodes n JOIN tasks t ON t.id = n.task_id "
             "WHERE n.tree_id = ?1 AND t.state = 'running'") ==
        "SEARCH n USING INDEX tree_nodes_by_tree (tree_id=?);SEARCH t USING INTEGER PRIMARY KEY (rowid=?);");
  }
}
