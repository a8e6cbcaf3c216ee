// SPDX-License-Identifier: MIT
/// Trees out of a legacy file in a database of their own.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "legacy_fixtures.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "store_files.hpp"

namespace rlmdb::test {

/// Columns by name, NULL as "NULL".
using Row = std::map<std::string, std::string>;

/// A database made from one legacy file; other people's pids in it belong to an earlier boot.
class TreePlace {
 public:
  explicit TreePlace(const std::filesystem::path& source) { (void)import_one(database(), source); }
  /// From the text of a legacy file.
  explicit TreePlace(std::string_view text) {
    write_all(m_dir / "tasks.json", text);
    (void)import_one(database(), m_dir / "tasks.json");
  }

  [[nodiscard]] const TestDir& dir() const { return m_dir; }
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "rlm.db"; }
  [[nodiscard]] Store reader() const { return Store::open(database(), Access::read_only); }
  [[nodiscard]] Store writer() const {
    StoreOptions options;
    options.durability = Durability::normal;
    return Store::open(database(), Access::read_write, options);
  }
  [[nodiscard]] std::vector<std::string> rows(const std::string& sql) const {
    return rows_of(database(), sql);
  }
  void edit(const std::string& sql) const { edit_in_shell(database(), sql); }

  /// One tree's plan, or with an empty id the plans of all.
  RecoveryReport recover(const std::string& tree, RecoverRun run = RecoverRun::apply) const {
    Store store = writer();
    return rlmdb::recover(store, tree.empty() ? std::nullopt : std::optional(TreeId{tree}), run);
  }

  [[nodiscard]] std::vector<std::string> tree_ids() const {
    return rows("SELECT DISTINCT tree_id FROM tree_nodes WHERE tree_id IS NOT NULL ORDER BY tree_id");
  }

  /// Every task with every stored column, by store id.
  [[nodiscard]] std::map<std::string, Row> tasks() const {
    std::string columns;
    const std::vector<std::string> names =
        rows("SELECT name FROM pragma_table_info('tasks') WHERE name <> 'last_event_seq'");
    std::string sql = "SELECT legacy_id";
    for (const std::string& name : names) sql += ", char(31), coalesce(quote(\"" + name + "\"), 'NULL')";
    std::map<std::string, Row> tasks;
    for (const std::string& line : rows(sql + " FROM tasks")) {
      const std::string separator = "|\x1f|";
      std::size_t end = line.find(separator);
      Row& row = tasks[line.substr(0, end)];
      for (const std::string& name : names) {
        const std::size_t begin = end + separator.size();
        end = line.find(separator, begin);
        row[name] = line.substr(begin, end == std::string::npos ? end : end - begin);
      }
    }
    return tasks;
  }

 private:
  TestDir m_dir;
};

/// What differs between two states of the tasks, one "ID.column: old -> new" a line.
inline std::string differences(const std::map<std::string, Row>& before,
                               const std::map<std::string, Row>& after) {
  std::string text;
  if (before.size() != after.size()) text += "another number of tasks\n";
  for (const auto& [id, row] : before) {
    const auto found = after.find(id);
    if (found == after.end()) {
      text += id + " is gone\n";
      continue;
    }
    for (const auto& [column, value] : row) {
      const std::string& now = found->second.at(column);
      if (now != value) text += id + "." + column + ": " + value + " -> " + now + "\n";
    }
  }
  return text;
}

inline std::string joined(const std::vector<std::string>& ids) {
  std::string text;
  for (const std::string& id : ids) text += (text.empty() ? "" : " ") + id;
  return text;
}

inline std::string joined(const std::vector<TaskId>& ids) {
  std::string text;
  for (const TaskId& id : ids) text += (text.empty() ? "" : " ") + id.text;
  return text;
}

/// A plan without its reasons: "DEPTH ID DECISION [from CHECKPOINT] [after ID…]" a line, in the order drawn.
inline std::string decisions(const TreePlan& plan) {
  std::string text;
  for (const NodePlan& node : plan.nodes) {
    text +=
        std::to_string(node.depth) + " " + id_text(node.task_id) + " " + std::string(to_text(node.decision));
    if (!node.checkpoint_id.empty()) text += " from " + node.checkpoint_id;
    if (!node.blocked_by.empty()) text += " after " + joined(node.blocked_by);
    text += "\n";
  }
  return text;
}

inline std::filesystem::path seed_tree(const std::string& name) {
  return tests::fixtures_directory() / "seed-trees" / (name + ".json");
}

}  // namespace rlmdb::test
