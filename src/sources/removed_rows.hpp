// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "db/connection.hpp"

namespace rlmdb::sources {

/// A file whose content went with its tree, with the task that it is a checkpoint of, or as a checkpoint that
/// was pruned.
struct RemovedSource {
  std::string sha256;
  std::string tree_id;
  std::string removed_at;  ///< UTC
};

/// The files of a tree that are kept whole lie below this place, and before the next.
struct PlaceRange {
  std::string first;  ///< ".aiwg/rlm/trees/ID/"
  std::string end;    ///< ".aiwg/rlm/trees/ID0"
};

/// The writer of `removed_records` and `removed_sources`: what was removed here, so that an import knows it
/// again.
class RemovedRows {
 public:
  explicit RemovedRows(db::Connection& connection) : m_connection(connection) {}

  /// Whether any record is remembered at all.
  [[nodiscard]] bool has_records();
  /// The task is still there; one without store id is not remembered.
  void remember(std::int64_t task_id, std::string_view removed_at, std::int64_t event_seq);
  /// When the task with that store id and that time was removed, UTC; nullopt: it was not. `created_at` is ""
  /// for a record without one.
  [[nodiscard]] std::optional<std::string> removed_at(std::string_view legacy_id,
                                                      std::string_view created_at);
  void forget(std::string_view legacy_id, std::string_view created_at);

  /// The files that documents, the state document and kept files of the tree came from; all of them are still
  /// there.
  void remember_sources(std::string_view tree_id, const PlaceRange& files, std::string_view removed_at,
                        std::int64_t event_seq);
  /// The file that the checkpoint came from, which is still there; `tree_id`: "" for one that counts to no
  /// tree.
  void remember_checkpoint(std::int64_t snapshot, std::string_view tree_id, std::string_view removed_at,
                           std::int64_t event_seq);
  [[nodiscard]] std::optional<RemovedSource> find_source(std::string_view source_path);
  /// Whether such a file lay at that place of some project.
  [[nodiscard]] bool is_place_removed(std::string_view place);
  void forget_source(std::string_view source_path);
  /// All that is remembered of these, and of what their events tell. JSON arrays: store ids, owners of
  /// events, trees.
  void forget_all(std::string_view names_json, std::string_view owners_json, std::string_view trees_json);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::sources
