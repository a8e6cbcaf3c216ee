// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::retention {

/// Ends before these moments are old enough; ms since 1970 UTC. nullopt: none is.
struct Cutoffs {
  std::optional<std::int64_t> completed_ms{};
  std::optional<std::int64_t> failed_ms{};
  std::optional<std::int64_t> cancelled_ms{};
  bool takes_unreviewed = false;    ///< failed tasks that nobody looked at, too
  bool counts_from_import = false;  ///< what was imported is no older than its import
};

/// A task that is old enough by itself, or a node of a tree whose nodes all are.
struct OldTask {
  std::int64_t id = 0;
  std::string name;           ///< store id, else node id
  bool has_store_id = false;  ///< false: known from tree documents alone
  std::string state;
  std::string completed_at;
  std::string tree_id;  ///< "" outside a tree
  std::int64_t version = 0;
  bool is_imported = false;
  std::int64_t bytes = 0;
};

/// How far a tree is and how old. A node without an end of its own ended when its tree's document says that
/// the tree did, or of a fork when that was made.
struct TreeAge {
  std::string tree_id;
  std::int64_t nodes = 0;
  std::int64_t unfinished = 0;  ///< neither completed nor cancelled, nor failed and reviewed
  std::int64_t unreviewed = 0;  ///< of these, failed ones that nobody reviewed
  std::int64_t old = 0;         ///< ended, failed ones too, and old enough
  std::int64_t forked_ms = 0;   ///< since 1970 UTC, when it was copied from a checkpoint; 0: it was not
};

struct OldFailure {
  std::string name;
  std::string completed_at;
  std::string tree_id;
};

/// A finished task whose age nobody knows: its end is no strict ISO time, and nothing else tells of it.
struct Undated {
  std::string name;
  std::string state;
  std::string completed_at;  ///< as it is written, a number as its digits; "": none
  std::string tree_id;
};

/// A finished task with a time that is not yet.
struct TimeToCome {
  std::int64_t id = 0;
  std::string name;
  std::string tree_id;
  std::string member;  ///< completedAt, startedAt, createdAt
  std::string time;
};

/// A task that another one needs which is not finished, or which is of a tree that is not.
struct Need {
  std::int64_t id = 0;       ///< tasks.id of what is needed
  std::string tree_id;       ///< its tree; "": none
  std::string waiting;       ///< who needs it
  std::string waiting_tree;  ///< and that one's tree; "": none
};

struct ParentOf {
  std::int64_t id = 0;
  std::string tree_id;
};

/// A task that the document of another tree than its own describes, as one of its nodes.
struct Described {
  std::int64_t id = 0;
  std::string tree_id;      ///< its own tree; "": none
  std::string document_of;  ///< the document's
};

/// Something that a removal would leave behind, and what it would miss.
struct Left {
  std::int64_t id = 0;  ///< tasks.id
  std::string name;     ///< of that task
  std::string other;    ///< the other one: a task that goes, or a tree that stays
};

/// A checkpoint that is never pruned.
struct Pin {
  std::string tree_id;  ///< the tree that it counts to; "": none
  std::string task;     ///< store id of the task it is of; "": of none
  std::string checkpoint_id;
};

/// Reads what retention needs to know. Each call scans all tasks, or the nodes of one tree.
class RetentionRows {
 public:
  explicit RetentionRows(db::Connection& connection) : m_connection(connection) {}

  /// All trees; `only`: the one.
  [[nodiscard]] std::vector<TreeAge> tree_ages(const Cutoffs& cutoffs,
                                               const std::optional<std::string_view>& only = {});
  /// Tasks outside trees that ended long enough ago, and every finished node of the trees in `trees_json`, an
  /// array of ids; oldest end first.
  [[nodiscard]] std::vector<OldTask> old_tasks(const Cutoffs& cutoffs, std::string_view trees_json);
  /// Failed tasks that ended before that moment, wherever they are, and that nobody reviewed.
  [[nodiscard]] std::vector<OldFailure> old_failures(std::int64_t before_ms);
  /// Of the states that have a cutoff.
  [[nodiscard]] std::vector<Undated> undated(const Cutoffs& cutoffs);
  [[nodiscard]] std::vector<TimeToCome> times_to_come(std::int64_t now_ms);
  /// By metadata.depends_on, by metadata.parent_id, and outside trees the children of a parent; not what is
  /// of the same tree.
  [[nodiscard]] std::vector<Need> needs();
  [[nodiscard]] std::optional<ParentOf> parent_of(std::int64_t task_id);
  /// Of all nodes of a tree, those outside it.
  [[nodiscard]] std::vector<ParentOf> parents_of_tree(std::string_view tree_id);
  [[nodiscard]] std::vector<Described> described_elsewhere();
  [[nodiscard]] std::vector<Pin> pins();

  // Of tasks that go, by tasks.id as a JSON array.

  /// In that order; their bytes are not counted.
  [[nodiscard]] std::vector<OldTask> going(std::string_view going_json);
  /// Nodes that name one of them as their parent.
  [[nodiscard]] std::vector<Left> left_below(std::string_view going_json);
  /// Unfinished tasks whose metadata.depends_on names one of them.
  [[nodiscard]] std::vector<Left> left_waiting(std::string_view going_json);
  /// The trees of which every node is among them.
  [[nodiscard]] std::vector<std::string> whole_trees(std::string_view going_json);
  /// Those of them that a document describes which is of none of these trees.
  [[nodiscard]] std::vector<Left> left_documents(std::string_view going_json, std::string_view trees_json);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::retention
