// SPDX-License-Identifier: MIT
// 1. Which tasks, trees and state documents, and does anything that stays need one of them?
// 2. What is remembered of them goes: events keep their place and say nothing, answers and removals go.
// 3. The rows go, and the large values that only they named.
#include "purging/take_records_out.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "checkpoints/snapshot_rows.hpp"
#include "db/meta_rows.hpp"
#include "events/event_rows.hpp"
#include "json/json_string.hpp"
#include "purging/purge_rows.hpp"
#include "records/content_rows.hpp"
#include "records/task_head.hpp"
#include "records/task_lookup.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/error.hpp"
#include "sources/file_rows.hpp"
#include "sources/import_rows.hpp"
#include "sources/removed_rows.hpp"
#include "sources/rlm_place.hpp"
#include "trees/tree_parts.hpp"
#include "variables/state_rows.hpp"
#include "variables/value_file_rows.hpp"
#include "writing/given_json.hpp"
#include "writing/request_rows.hpp"

namespace rlmdb::purging {

namespace {

/// What goes.
struct Records {
  std::vector<std::int64_t> tasks;
  std::vector<std::int64_t> removed;  ///< tasks.id of those that were removed before
  std::vector<std::int64_t> states;
  std::vector<std::string> trees;
  std::vector<std::string> names;  ///< store ids and node ids of all these tasks
  std::vector<std::int64_t> snapshots;
  std::vector<std::int64_t> imports;             ///< of the documents
  std::vector<std::int64_t> imports_of_tasks;    ///< that wrote the tasks
  std::vector<sources::PlaceRange> directories;  ///< whose kept files go

  [[nodiscard]] PurgeSets sets() const {
    std::vector<std::int64_t> owners = tasks;
    owners.insert(owners.end(), removed.begin(), removed.end());
    owners.insert(owners.end(), states.begin(), states.end());
    return {writing::json_array(owners), writing::json_array(names), writing::json_array(trees),
            writing::json_array(snapshots)};
  }
};

class Choice {
 public:
  Choice(db::Connection& connection, const PurgeOptions& options)
      : m_connection(connection), m_rows(connection), m_options(options) {}

  Records choose() {
    for (const TaskId& task : m_options.tasks) add_task(task.text);
    if (m_options.tree_id) {
      if (!trees::is_tree_there(trees::parts_of_tree(m_connection, m_options.tree_id->text)))
        throw records::no_such_tree(m_options.tree_id->text);
      add_tree(m_options.tree_id->text);
    }
    if (m_options.session) add_session(*m_options.session);
    take_descendants();
    require_nobody_needs_them();
    add_what_names_them();
    return std::move(m_records);
  }

 private:
  void add_task(const std::string& name) {
    if (const auto id = records::find_task(m_connection, name)) {
      if (!contains(*id)) m_records.tasks.push_back(*id);
    } else if (const auto removed = m_rows.removed_owner(name)) {
      m_records.removed.push_back(*removed);
      m_records.names.push_back(name);
    } else {
      throw records::no_such_task(name);
    }
  }

  void add_tree(const std::string& tree_id) {
    const trees::TreeParts parts = trees::parts_of_tree(m_connection, tree_id);
    m_records.trees.push_back(tree_id);
    for (const tree_documents::TreeMember& node : parts.nodes)
      if (!contains(node.task_id)) m_records.tasks.push_back(node.task_id);
    if (parts.state) m_records.states.push_back(parts.state->id);
    m_records.directories.push_back(trees::files_of_tree(tree_id));
  }

  void add_session(const std::string& session) {
    const auto state = variables::StateRows(m_connection).find("session", session);
    const std::vector<std::string> trees = m_rows.trees_of_session(session);
    if (!state && trees.empty())
      throw Error(ErrorCode::not_found, "there is no session " + session, {},
                  "neither a state document nor a tree is of it; `rlmdb trees` shows the sessions of trees");
    if (state) m_records.states.push_back(state->id);
    for (const std::string& tree : trees) add_tree(tree);
    const std::string directory = sources::directory_of(StateName{StateScope::session, session});
    m_records.directories.push_back({directory + '/', directory + static_cast<char>('/' + 1)});
  }

  void take_descendants() {
    for (;;) {
      const std::vector<ChildName> children = m_rows.children(writing::json_array(m_records.tasks));
      if (children.empty()) return;
      if (m_options.descendants == Descendants::refuse)
        throw Error(ErrorCode::conflict, children.front().name + " lies below what would go", "--task",
                    "take the nodes below with it (--with-children), or the whole tree (--tree)");
      for (const ChildName& child : children) m_records.tasks.push_back(child.id);
    }
  }

  void require_nothing_running(const std::string& tasks) {
    const auto running = m_rows.find_running(tasks);
    if (!running) return;
    const auto claim = records::TaskHeads(m_connection).claim(running->id);
    throw Error(
        ErrorCode::conflict,
        running->name + (claim ? " is claimed by " + records::words_of_claim(*claim, util::Machine::here())
                               : " is running"),
        {}, "end it first, cancel it, or take it all the same (--force)");
  }

  void require_nobody_needs_them() {
    const std::string tasks = writing::json_array(m_records.tasks);
    if (m_options.force == Force::no) require_nothing_running(tasks);
    if (const auto needed = m_rows.find_needed(tasks))
      throw Error(ErrorCode::conflict, needed->second + " is not finished and depends on " + needed->first,
                  {}, "finish that first, or take the dependency out of its metadata.depends_on");
    if (const auto described = m_rows.find_described(tasks, writing::json_array(m_records.trees)))
      throw Error(ErrorCode::conflict,
                  "the document of tree " + described->second + " describes " + described->first, {},
                  "without it the document could not be written again; the tree goes as a whole (--tree)");
  }

  void add_what_names_them() {
    const std::string tasks = writing::json_array(m_records.tasks);
    for (const TaskNames& task : m_rows.names_of(tasks)) {
      for (const auto& name : {task.store_id, task.node_id})
        if (name) m_records.names.push_back(*name);
      if (task.import_id) m_records.imports_of_tasks.push_back(*task.import_id);
    }
    const std::string trees = writing::json_array(m_records.trees);
    m_records.snapshots = m_rows.snapshots(tasks, trees, m_options.session.value_or(""));
    m_records.imports = m_rows.imports_of_documents(writing::json_array(m_records.states), trees,
                                                    writing::json_array(m_records.snapshots));
  }

  [[nodiscard]] bool contains(std::int64_t task) const {
    return std::find(m_records.tasks.begin(), m_records.tasks.end(), task) != m_records.tasks.end();
  }

  db::Connection& m_connection;
  PurgeRows m_rows;
  const PurgeOptions& m_options;
  Records m_records;
};

void count(db::Connection& connection, const Records& records, PurgeReport& report) {
  report.values = PurgeRows(connection).count_rows(records.sets());
  std::int64_t files = 0;
  for (const sources::PlaceRange& places : records.directories)
    files += sources::FileRows(connection).count_between(places.first, places.end);
  if (files > 0) report.values.push_back({"files", {}, files});
  std::sort(report.values.begin(), report.values.end(),
            [](const PurgedValues& a, const PurgedValues& b) { return a.table < b.table; });
  report.records = static_cast<std::int64_t>(records.tasks.size() + records.states.size());
}

void forget(db::Connection& connection, const Records& records) {
  const PurgeSets sets = records.sets();
  writing::RequestRows(connection).remove_naming(sets.names);
  sources::RemovedRows(connection).forget_all(sets.names, sets.owners, sets.trees);
  events::EventRows(connection).blank(sets.owners, sets.trees);
  sources::ImportRows imports(connection);
  imports.blank_top_levels(writing::json_array(records.imports));
  imports.blank_losses(writing::json_array(records.imports));
  imports.blank_losses(writing::json_array(records.imports_of_tasks));
}

void remove(db::Connection& connection, const Records& records) {
  checkpoints::SnapshotRows snapshots(connection);
  for (const std::int64_t snapshot : records.snapshots) snapshots.remove(snapshot);
  for (const std::string& tree : records.trees)
    trees::remove_around_nodes(connection, trees::parts_of_tree(connection, tree));
  for (const sources::PlaceRange& places : records.directories)
    sources::FileRows(connection).remove_between(places.first, places.end);
  variables::StateRows states(connection);
  for (const std::int64_t state : records.states) states.remove(state);
  variables::ValueFileRows(connection).remove_of(records.sets().owners);
  records::TaskRows tasks(connection);
  tasks.use_ids(tasks.last_id() + 1);
  for (const std::int64_t task : records.tasks) tasks.remove(task);
  records::ContentRows(connection).remove_unused();
  db::MetaRows meta(connection);
  constexpr std::string_view k_removed = "removed_imported_tasks";
  meta.raise_counter(k_removed,
                     meta.counter(k_removed) + static_cast<std::int64_t>(records.imports_of_tasks.size()));
}

}  // namespace

std::vector<std::string> plan_records(db::Connection& connection, const PurgeOptions& options,
                                      PurgeReport& report) {
  const Records records = Choice(connection, options).choose();
  count(connection, records, report);
  std::vector<std::int64_t> imports = records.imports;
  imports.insert(imports.end(), records.imports_of_tasks.begin(), records.imports_of_tasks.end());
  return PurgeRows(connection).source_paths(writing::json_array(imports));
}

void take_records_out(db::Connection& connection, const PurgeOptions& options, PurgeReport& report) {
  const Records records = Choice(connection, options).choose();
  count(connection, records, report);
  forget(connection, records);
  remove(connection, records);
}

}  // namespace rlmdb::purging
