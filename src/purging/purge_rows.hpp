// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/purge.hpp"

namespace rlmdb::purging {

/// Two names of a row that a statement gives.
struct NamePair {
  std::string first;
  std::string second;
};

struct TaskNames {
  std::int64_t id = 0;
  std::optional<std::string> store_id;
  std::optional<std::string> node_id;
  std::optional<std::int64_t> import_id;
};

struct ChildName {
  std::int64_t id = 0;
  std::string name;
};

/// JSON arrays of what goes, as the statements take them.
struct PurgeSets {
  std::string owners;  ///< tasks.id and states.id
  std::string names;   ///< of tasks: store ids and node ids
  std::string trees;
  std::string snapshots;
};

/// What a purge asks of several tables; it writes none of them here.
class PurgeRows {
 public:
  explicit PurgeRows(db::Connection& connection) : m_connection(connection) {}

  /// Each task that has output: tasks.id, all of its output, and whether some of it is in chunks.
  void for_each_output(const std::function<void(std::int64_t, std::string_view, bool)>& use);
  [[nodiscard]] std::optional<std::int64_t> find_content(std::string_view sha256);
  [[nodiscard]] std::string name_of_grid_file(std::int64_t file_id);
  [[nodiscard]] std::string canonical_of_import(std::int64_t import_id);
  [[nodiscard]] std::int64_t import_of_tree_document(std::int64_t document_id);
  /// Of the sources of these imports, a JSON array; nullopt: of every source that was ever imported.
  [[nodiscard]] std::vector<std::string> source_paths(std::optional<std::string_view> imports = std::nullopt);

  // Tasks, trees and so on are given as JSON arrays of their ids.

  /// How many rows of each table go.
  [[nodiscard]] std::vector<PurgedValues> count_rows(const PurgeSets& sets);
  [[nodiscard]] std::vector<TaskNames> names_of(std::string_view tasks);
  /// tasks.id of one that was removed.
  [[nodiscard]] std::optional<std::int64_t> removed_owner(std::string_view store_id);
  /// Children of these that are none of these.
  [[nodiscard]] std::vector<ChildName> children(std::string_view tasks);
  [[nodiscard]] std::optional<ChildName> find_running(std::string_view tasks);
  /// One of these, and an unfinished other task that depends on it.
  [[nodiscard]] std::optional<NamePair> find_needed(std::string_view tasks);
  /// One of these, and another tree whose document describes it.
  [[nodiscard]] std::optional<NamePair> find_described(std::string_view tasks, std::string_view trees);
  [[nodiscard]] std::vector<std::int64_t> snapshots(std::string_view tasks, std::string_view trees,
                                                    std::string_view session);
  [[nodiscard]] std::vector<std::int64_t> imports_of_documents(std::string_view states,
                                                               std::string_view trees,
                                                               std::string_view snapshots);
  [[nodiscard]] std::vector<std::string> trees_of_session(std::string_view session);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::purging
