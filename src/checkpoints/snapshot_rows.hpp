// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "variables/state_document.hpp"

namespace rlmdb::checkpoints {

/// A `snapshots` row.
struct SnapshotHead {
  std::int64_t id = 0;  ///< 0: not written yet
  std::string scope;    ///< task, tree; global, session, temporary, state: of a state document
  std::string owner;    ///< store id, tree id, states.name
  std::string checkpoint_id;
  std::optional<std::string> name;
  std::optional<std::string> timestamp;
  std::optional<std::string> description;
  std::optional<std::string> tree_id;  ///< the tree that it counts to
  std::optional<std::string> source_path;
  std::optional<std::int64_t> import_id;
  std::optional<std::string> outline;
  std::optional<std::int64_t> event_seq;
  bool is_pinned = false;
  std::string last_used_at;   ///< UTC
  std::string source_sha256;  ///< of the bytes that were imported; "": made here. Read only.
};

/// A variable in a checkpoint.
struct SnapshotVariable {
  std::string member;  ///< of a tree the node's store id, else node id; "": the checkpoint's own state
  variables::StoredVariable variable;
};

/// A node in the checkpoint of a tree.
struct SnapshotNode {
  std::string member;
  std::string json;  ///< the record as compact JSON, metadata.rlm_state stands as {}
};

/// How many checkpoints an owner's list names that were pruned.
struct PrunedOf {
  std::string scope;
  std::string owner;
  std::int64_t count = 0;
};

/// The writer of `snapshots`, `snapshot_variables` and `snapshot_nodes`.
class SnapshotRows {
 public:
  explicit SnapshotRows(db::Connection& connection) : m_connection(connection) {}

  /// By snapshots.id.
  [[nodiscard]] std::optional<SnapshotHead> find(std::int64_t id);
  [[nodiscard]] std::optional<SnapshotHead> find_by_source(std::string_view source_path);
  /// All of that checkpoint id, oldest first: files of several owners may say the same one.
  [[nodiscard]] std::vector<SnapshotHead> find_checkpoint(std::string_view checkpoint_id);
  [[nodiscard]] bool has_checkpoint(std::string_view checkpoint_id);
  /// Oldest first.
  [[nodiscard]] std::vector<SnapshotHead> of_owner(std::string_view scope, std::string_view owner);
  /// Those that count to the tree, least recently used first.
  [[nodiscard]] std::vector<SnapshotHead> of_tree(std::string_view tree_id);
  /// Oldest first.
  [[nodiscard]] std::vector<SnapshotHead> all();

  /// Returns snapshots.id; `head.id` is not looked at.
  std::int64_t insert(const SnapshotHead& head);
  /// Everything but id.
  void update(const SnapshotHead& head);
  void touch(std::int64_t id, std::string_view last_used_at);
  void set_pinned(std::int64_t id, bool is_pinned);
  /// With its variables and nodes. What only they named stays in `contents` until it is removed there.
  void remove(std::int64_t id);

  /// In order, those of one member after the other.
  [[nodiscard]] std::vector<SnapshotVariable> variables(std::int64_t id);
  /// Those of one member, in order.
  [[nodiscard]] std::vector<variables::StoredVariable> variables(std::int64_t id, std::string_view member);
  /// Owners whose lists name files of checkpoints that were here and were pruned, with how many.
  [[nodiscard]] std::vector<PrunedOf> pruned();
  /// Costs `count` index entries at most.
  [[nodiscard]] bool has_more_than(std::string_view scope, std::string_view owner, std::int64_t count);
  [[nodiscard]] std::int64_t count_variables(std::int64_t id);
  /// `member` has none yet. A content that is known costs no copy.
  void insert_variables(std::int64_t id, std::string_view member,
                        const std::vector<variables::StoredVariable>& variables);
  /// Its variables and nodes.
  void remove_content(std::int64_t id);

  /// In store order.
  [[nodiscard]] std::vector<SnapshotNode> nodes(std::int64_t id);
  /// The checkpoint has none yet.
  void insert_nodes(std::int64_t id, const std::vector<SnapshotNode>& nodes);

 private:
  /// contents.id of a variable's texts; 0: not known.
  struct Texts {
    std::int64_t json = 0;
    std::int64_t value = 0;
  };
  /// Those of `variables` that the checkpoint of the same owner before `id` has in the same place: comparing
  /// a text costs less than finding it by its hash.
  [[nodiscard]] std::vector<Texts> texts_of_previous(std::int64_t id, std::string_view member,
                                                     const std::vector<variables::StoredVariable>& variables);

  db::Connection& m_connection;
};

}  // namespace rlmdb::checkpoints
