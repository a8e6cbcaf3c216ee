// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::variables {

/// A `states` row.
struct StateHead {
  std::int64_t id = 0;
  std::string scope;  ///< global, session, tree, temporary, state
  std::string name;   ///< "" for the global one
  std::optional<std::string> source_path;
  std::optional<std::int64_t> import_id;
  std::int64_t version = 1;
  std::optional<std::int64_t> source_version;
  std::optional<std::int64_t> last_event_seq;
  std::string outline;
  std::string source_sha256;  ///< of the bytes that were imported; "": made here
};

/// The writer of `states`, `state_mutations` and `state_checkpoints`.
class StateRows {
 public:
  explicit StateRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<StateHead> find(std::string_view scope, std::string_view name);
  [[nodiscard]] std::optional<StateHead> find_by_source(std::string_view source_path);
  /// By scope and name.
  [[nodiscard]] std::vector<StateHead> all();
  void insert(const StateHead& head);
  /// Everything but id, scope and name.
  void update(const StateHead& head);
  /// With its variables, its log and its list of checkpoints; its events stay.
  void remove(std::int64_t id);

  /// Oldest first.
  [[nodiscard]] std::vector<std::string> mutations(std::int64_t id);
  void replace_mutations(std::int64_t id, const std::vector<std::string>& mutations);

  /// Elements of history.checkpoints that stand behind those of the outline, oldest first.
  [[nodiscard]] std::vector<std::string> checkpoints(std::int64_t id);
  void append_checkpoint(std::int64_t id, std::string_view json);
  void remove_checkpoints(std::int64_t id);

 private:
  [[nodiscard]] std::vector<std::string> texts(std::string_view statement, std::int64_t id);

  db::Connection& m_connection;
};

}  // namespace rlmdb::variables
