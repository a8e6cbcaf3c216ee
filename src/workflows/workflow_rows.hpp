// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::workflows {

/// A `workflow_checkpoints` row. What the document says, from checkpoint_id on, is read out of it by put().
struct WorkflowHead {
  std::int64_t id = 0;
  std::string place;
  std::string kind;  ///< workflow, loop-state
  std::string owner;
  std::optional<std::string> source_path;
  std::optional<std::int64_t> import_id;
  std::optional<std::int64_t> event_seq;
  std::string compression;  ///< none, gzip, lz4
  std::string payload_sha256;
  std::int64_t payload_bytes = 0;
  std::optional<std::int64_t> content_id;  ///< nullopt: it is packed
  std::optional<std::string> defect;
  std::optional<std::string> checkpoint_id;
  std::optional<std::string> workflow_id;
  std::optional<std::string> loop_id;
  std::optional<std::string> workflow_type;
  std::optional<std::string> created_at;
  std::optional<std::string> trigger;
  std::optional<std::string> phase;
  std::optional<std::string> step;
  std::optional<std::int64_t> iteration;
  std::optional<double> percentage;
  std::optional<std::int64_t> retention_days;
  std::optional<std::string> tags;
  std::optional<std::string> schema_version;
};

struct WorkflowArtifact {
  std::string path;
  std::string hash;
  std::string status;
  std::int64_t position = 0;
  std::optional<std::int64_t> content_id;  ///< nullopt: no copy is kept
  std::optional<std::int64_t> mode;        ///< of the copy: its permissions
  std::optional<std::string> copy_sha256;  ///< of the copy
};

/// A regression of a loop that nothing has put right.
struct OpenRegression {
  std::optional<std::int64_t> iteration;
  std::optional<std::string> timestamp;
  std::optional<std::string> type;
};

/// A `workflow_states` row.
struct WorkflowState {
  std::string owner;
  std::int64_t checkpoint = 0;
  std::string restored_at;
  std::int64_t event_seq = 0;
  std::optional<std::string> phase;
  std::optional<std::string> step;
  std::optional<std::int64_t> iteration;
  std::optional<std::string> variables;
  std::optional<std::string> agent_state;
};

/// The writer of `workflow_checkpoints`, `workflow_artifacts` and `workflow_states`.
class WorkflowRows {
 public:
  explicit WorkflowRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<WorkflowHead> find(std::int64_t id);
  [[nodiscard]] std::optional<WorkflowHead> find_by_source(std::string_view source_path);
  /// The owner's checkpoint at that place, of several the oldest.
  [[nodiscard]] std::optional<WorkflowHead> find_at(std::string_view owner, std::string_view place);
  [[nodiscard]] std::vector<WorkflowHead> find_by_checkpoint(std::string_view checkpoint_id);
  /// Oldest first: by created_at, then by id.
  [[nodiscard]] std::vector<WorkflowHead> of_owner(std::string_view owner);
  /// By place.
  [[nodiscard]] std::vector<WorkflowHead> all();
  /// Inserts the checkpoint, or where its id is not 0 replaces that row. `compact` is the document, whose
  /// content is head.content_id. For the kind loop-state, created_at and iteration of `head` count. Its
  /// artifacts become the document's; a copy of one that stays the same stays. Returns its id.
  std::int64_t put(const WorkflowHead& head, std::string_view compact);
  void remove(std::int64_t id);

  /// Compact JSON in gzip; nullopt: it is not packed.
  [[nodiscard]] std::optional<std::string> packed(std::int64_t id);
  /// The content gives way to that blob.
  void pack(std::int64_t id, std::string_view gzip);
  /// The packed file as it came in; nullopt: packing the document again gives it. put() forgets it.
  [[nodiscard]] std::optional<std::string> file_bytes(std::int64_t id);
  /// How the file of an import is packed; "": packing the document gives it. The document is what it was.
  void keep_packing(std::int64_t id, std::string_view bytes, const WorkflowHead& of_import);
  [[nodiscard]] std::vector<WorkflowArtifact> artifacts(std::int64_t id);

  [[nodiscard]] std::int64_t count_copies(std::int64_t id);
  /// The copy of the artifact of that path and hash.
  void keep_copy(std::int64_t id, std::string_view path, std::string_view hash, std::int64_t content_id,
                 std::int64_t mode);

  [[nodiscard]] std::optional<WorkflowState> state_of(std::string_view owner);
  void put_state(const WorkflowState& state);

  /// The open critical regressions of the loop, loops.id.
  [[nodiscard]] std::vector<OpenRegression> open_critical(std::int64_t loop);

 private:
  std::optional<std::string> find_blob(std::string_view sql, std::int64_t id);
  void set_blob(std::string_view sql, std::int64_t id, std::string_view blob);

  db::Connection& m_connection;
};

}  // namespace rlmdb::workflows
