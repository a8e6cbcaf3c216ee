// SPDX-License-Identifier: MIT
/// A queue that everything happens to: a source that is imported again and again, every verb, edits in a
/// shell.
#pragma once

#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "rlmdb/recover.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/tree_settings.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// Whether the steps are also edits past the program, after which `verify` finds what they part.
enum class ShellEdits { some, none };

class QueuePlace {
 public:
  using Json = nlohmann::ordered_json;

  explicit QueuePlace(unsigned seed, ShellEdits edits = ShellEdits::some) : m_random(seed), m_edits(edits) {
    for (std::size_t i = 0, size = 6 + below(20); i < size; ++i) m_records.push_back(new_record());
    import();
    m_store = Store::open(database(), Access::read_write, quick().store);
  }

  [[nodiscard]] Store& store() { return *m_store; }
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "a.db"; }

  /// One thing that may happen, drawn at random. Returns what it was.
  std::string step() {
    switch (below(8)) {
      case 0:
      case 1:
        return import_again();
      case 2:
      case 3:
        return m_edits == ShellEdits::some ? edit() : change();
      case 4:
        return import_document();
      case 5:
        return add();
      default:
        return change();
    }
  }

  std::size_t below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
  }

 private:
  std::string any(std::initializer_list<const char*> texts) { return *(texts.begin() + below(texts.size())); }
  std::string any_id() { return "task-" + std::to_string(1001 + below(m_last_id)); }
  std::string any_strategy() {
    return any({"parallel", "sequential", "conditional", "map-reduce", "map-reduce", "sequential"});
  }
  std::string any_tree() { return any({"tree-aaaaaaaa", "tree-bbbbbbbb"}); }

  Json new_record() {
    ++m_last_id;
    Json record = {{"id", "task-" + std::to_string(1000 + m_last_id)}, {"prompt", "work"}};
    record["agent"] = nullptr;
    record["priority"] = below(3);
    record["state"] = any({"queued", "queued", "queued", "queued", "completed", "failed", "cancelled"});
    record["createdAt"] = "2026-01-01T00:00:00.000Z";
    record["metadata"] = new_metadata();
    return record;
  }

  Json new_metadata() {
    Json metadata = Json::object();
    if (below(4) == 0) metadata["depends_on"] = Json::array({any_id()});
    if (below(8) == 0) return metadata;
    metadata["tree_id"] = any_tree();
    metadata["node_id"] = "node-" + std::to_string(below(30));
    metadata["parent_id"] = below(6) == 0 ? Json(nullptr) : Json(below(8) == 0 ? "n" + any_id() : any_id());
    metadata["depth"] = 0;
    metadata["decomposition_strategy"] = any_strategy();
    return metadata;
  }

  void import() {
    Json document = {{"version", "1.0.0"}, {"updatedAt", "2026-01-01T00:00:00.000Z"}, {"tasks", m_records}};
    write_all(m_dir / "tasks.json", document.dump(2));
    ImportOptions options = quick();
    options.on_conflict = OnConflict::replace;
    (void)import_one(database(), m_dir / "tasks.json", options);
  }

  /// The source grows, shrinks, is put in another order, or its records change.
  std::string import_again() {
    const auto place = [&] {
      return m_records.begin() + static_cast<std::ptrdiff_t>(below(m_records.size()));
    };
    const std::size_t what = below(5);
    if (what == 0) m_records.insert(place(), new_record());
    if (what == 1) std::iter_swap(place(), place());
    if (what == 2) (*place())["metadata"] = new_metadata();
    if (what == 3) (*place())["state"] = any({"queued", "completed", "failed", "cancelled"});
    if (what == 4) std::rotate(m_records.begin(), place(), m_records.end());
    import();
    return "import " + std::to_string(what);
  }

  /// A tree document: its nodes have no store ids, or are the tasks that are there.
  std::string import_document() {
    Json nodes = Json::array();
    const std::string tree = any_tree();
    // No node id stands for two loose nodes: those could not be named.
    const auto node_id = [&](std::size_t i) { return "doc-" + tree.substr(5, 1) + std::to_string(i); };
    const std::size_t size = 1 + below(6);
    for (std::size_t i = 0; i < size; ++i) {
      Json node = {{"node_id", node_id(i)}, {"prompt", "loose"}};
      node["parent_id"] = i == 0 ? Json(nullptr) : Json(node_id(below(size)));
      node["status"] = "pending";
      node["decomposition_strategy"] = any_strategy();
      nodes.push_back(node);
    }
    const Json document = {{"tree_id", tree}, {"nodes", nodes}};
    std::filesystem::create_directories(m_dir / "trees");
    write_all(m_dir / "trees" / (tree + ".json"), document.dump(2));
    ImportOptions options = quick();
    options.on_conflict = OnConflict::replace;
    options.after_refusal = AfterRefusal::keep_going;
    (void)import_files(database(), {m_dir / "trees" / (tree + ".json")}, options);
    return "document";
  }

  std::string edit() {
    const std::string task = " WHERE id = " + std::to_string(1 + below(m_last_id));
    const std::string node = " WHERE task_id = " + std::to_string(1 + below(m_last_id)) +
                             " AND EXISTS (SELECT 1 FROM tasks WHERE id = task_id AND legacy_id IS NOT NULL)";
    const std::string other = std::to_string(1 + below(m_last_id));
    std::string sql;
    switch (below(12)) {
      case 0:
        sql = "UPDATE tasks SET state = '" + any({"queued", "running", "completed", "failed"}) + "'" + task;
        break;
      case 1:
        sql = "UPDATE tasks SET position = " + other + " + 0.5" + task;
        break;
      case 2:
        sql =
            "UPDATE tasks SET residue = json_set(coalesce(residue, '{\"metadata\":{}}'), "
            "'$.metadata.depends_on', json_array('" +
            any_id() + "'))" + task;
        break;
      case 3:
        sql = "UPDATE tasks SET residue = json_remove(residue, '$.metadata.depends_on')" + task;
        break;
      case 4:
        sql = "UPDATE tree_nodes SET decomposition_strategy = '" + any_strategy() + "'" + node;
        break;
      case 5:
        sql = "UPDATE tree_nodes SET parent_ref = '" + any_id() + "'" + node;
        break;
      case 6:
        sql = "UPDATE tree_nodes SET tree_id = '" + any_tree() + "'" + node;
        break;
      case 7:
        sql = "DELETE FROM tree_nodes" + node;
        break;
      case 8:
        sql = "PRAGMA foreign_keys=ON; DELETE FROM tasks" + task;
        break;
      case 9:
        sql =
            "INSERT OR IGNORE INTO tree_nodes (task_id, tree_id, node_id, parent_ref, "
            "decomposition_strategy) "
            "SELECT id, '" +
            any_tree() + "', 'node-5', '" + any_id() + "', '" + any_strategy() + "' FROM tasks" + task +
            " AND legacy_id IS NOT NULL";
        break;
      case 10:
        sql =
            "UPDATE OR IGNORE tasks SET legacy_id = '" + any_id() + "'" + task + " AND legacy_id IS NOT NULL";
        break;
      default:
        sql = "UPDATE tree_nodes SET node_id = 'node-" + other + "'" + node;
    }
    edit_in_shell(database(), sql);
    return sql;
  }

  std::string add() {
    NewTask task;
    task.prompt = std::string("more");
    if (below(2) == 0) task.priority = JsonText{std::to_string(below(3))};
    if (below(3) == 0) task.depends_on = {TaskId{any_id()}};
    if (below(3) > 0) task.parent = TaskId{any_id()};
    if (task.parent) task.decomposition_strategy = any_strategy();
    return done("add", {{}, task, {}});
  }

  std::string change() {
    const TaskId id{any_id()};
    Precondition forced;
    forced.force = Force::yes;
    switch (below(9)) {
      case 0:
        return done("start", {id, StartTask{}, forced});
      case 1:
      case 2:
        return done("complete", {id, CompleteTask{}, forced});
      case 3:
        return done("fail", {id, FailTask{"no"}, forced});
      case 4:
        return done("cancel", {id, CancelTask{}, forced});
      case 5:
        return done("retry", {id, RetryTask{}, forced});
      case 6:
        return done("set", {id, SetMembers{{{"metadata", JsonText{new_metadata().dump()}}}}, forced});
      case 7:
        (void)recover(*m_store, std::nullopt);
        return "recover";
      default:
        (void)set_tree_budget(*m_store, TreeId{any_tree()},
                              below(2) == 0 ? std::optional(0.0) : std::nullopt);
        return "budget";
    }
  }

  /// What is refused changes nothing, which is as good a step as another.
  std::string done(const std::string& what, const TaskChange& change) {
    try {
      (void)m_store->change(change);
    } catch (const Error&) {
      return what + " " + change.id.text + " (refused)";
    }
    return what + " " + change.id.text;
  }

  TestDir m_dir;
  std::mt19937 m_random;
  ShellEdits m_edits;
  std::vector<Json> m_records;
  std::size_t m_last_id = 0;
  std::optional<Store> m_store;
};

}  // namespace rlmdb::test
