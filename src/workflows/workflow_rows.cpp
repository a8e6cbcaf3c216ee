// SPDX-License-Identifier: MIT
#include "workflows/workflow_rows.hpp"

#include "db/sql_text.hpp"
#include "records/cell_columns.hpp"
#include "workflow_rows.sql.hpp"

namespace rlmdb::workflows {

namespace {

WorkflowHead read_head(const db::Statement& row) {
  WorkflowHead head;
  head.id = row.column_int64(0);
  head.place = row.column_text(1);
  head.kind = row.column_text(2);
  head.owner = row.column_text(3);
  head.source_path = records::read_optional_text(row, 4);
  head.import_id = row.column_optional_int64(5);
  head.event_seq = row.column_optional_int64(6);
  head.compression = row.column_text(7);
  head.payload_sha256 = row.column_text(8);
  head.payload_bytes = row.column_int64(9);
  head.content_id = row.column_optional_int64(10);
  head.defect = records::read_optional_text(row, 11);
  head.checkpoint_id = records::read_optional_text(row, 12);
  head.workflow_id = records::read_optional_text(row, 13);
  head.loop_id = records::read_optional_text(row, 14);
  head.workflow_type = records::read_optional_text(row, 15);
  head.created_at = records::read_optional_text(row, 16);
  head.trigger = records::read_optional_text(row, 17);
  head.phase = records::read_optional_text(row, 18);
  head.step = records::read_optional_text(row, 19);
  head.iteration = row.column_optional_int64(20);
  head.percentage = row.column_optional_double(21);
  head.retention_days = row.column_optional_int64(22);
  head.tags = records::read_optional_text(row, 23);
  head.schema_version = records::read_optional_text(row, 24);
  return head;
}

std::vector<WorkflowHead> read_heads(db::Statement& statement) {
  std::vector<WorkflowHead> heads;
  db::for_each_row(statement, [&](const db::Statement& row) { heads.push_back(read_head(row)); });
  return heads;
}

WorkflowState read_state(const db::Statement& row) {
  return {std::string(row.column_text(0)),     row.column_int64(1),
          std::string(row.column_text(2)),     row.column_int64(3),
          records::read_optional_text(row, 4), records::read_optional_text(row, 5),
          row.column_optional_int64(6),        records::read_optional_text(row, 7),
          records::read_optional_text(row, 8)};
}

}  // namespace

std::optional<WorkflowHead> WorkflowRows::find(std::int64_t id) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_checkpoint")).bind_all(id),
      read_head);
}

std::optional<WorkflowHead> WorkflowRows::find_by_source(std::string_view source_path) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_checkpoint_by_source"))
          .bind_all(source_path),
      read_head);
}

std::optional<WorkflowHead> WorkflowRows::find_at(std::string_view owner, std::string_view place) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_checkpoint_at"))
          .bind_all(owner, place),
      read_head);
}

std::vector<WorkflowHead> WorkflowRows::find_by_checkpoint(std::string_view checkpoint_id) {
  return read_heads(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_checkpoints_named"))
          .bind_all(checkpoint_id));
}

std::vector<WorkflowHead> WorkflowRows::of_owner(std::string_view owner) {
  return read_heads(m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_checkpoints_of"))
                        .bind_all(owner));
}

std::vector<WorkflowHead> WorkflowRows::all() {
  return read_heads(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_all_workflow_checkpoints")));
}

std::int64_t WorkflowRows::put(const WorkflowHead& head, std::string_view compact) {
  const bool is_loop_state = head.kind == "loop-state";
  std::optional<std::int64_t> id;
  if (head.id != 0) id = head.id;
  std::optional<std::string> time;
  std::optional<std::int64_t> iteration;
  // A document of nothing is that of a damaged file, whose name alone says when it was taken.
  if (is_loop_state || compact == "{}") {
    time = head.created_at;
    iteration = head.iteration;
  }
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "put_workflow_checkpoint"))
      .bind_all(id, head.place, head.kind, head.owner, head.source_path, head.import_id, head.event_seq,
                head.compression, head.payload_sha256, head.payload_bytes, head.content_id, compact, time,
                iteration, head.defect)
      .run();
  const std::int64_t row = id ? *id : m_connection.last_insert_rowid();
  const std::vector<WorkflowArtifact> before = artifacts(row);
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "delete_workflow_artifacts")).bind_all(row).run();
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "insert_workflow_artifacts"))
      .bind_all(row, compact)
      .run();
  for (const WorkflowArtifact& artifact : before)
    if (artifact.content_id)
      keep_copy(row, artifact.path, artifact.hash, *artifact.content_id, artifact.mode.value_or(0));
  return row;
}

void WorkflowRows::remove(std::int64_t id) {
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "delete_workflow_artifacts")).bind_all(id).run();
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "delete_workflow_state_of_checkpoint"))
      .bind_all(id)
      .run();
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "delete_workflow_checkpoint")).bind_all(id).run();
}

std::optional<std::string> WorkflowRows::packed(std::int64_t id) {
  return find_blob(db::sql_named(k_workflow_rows_sql, "select_packed"), id);
}

void WorkflowRows::pack(std::int64_t id, std::string_view gzip) {
  set_blob(db::sql_named(k_workflow_rows_sql, "pack_workflow_checkpoint"), id, gzip);
}

std::optional<std::string> WorkflowRows::file_bytes(std::int64_t id) {
  return find_blob(db::sql_named(k_workflow_rows_sql, "select_file_bytes"), id);
}

void WorkflowRows::keep_packing(std::int64_t id, std::string_view bytes, const WorkflowHead& of_import) {
  db::Statement& statement = m_connection.cached(db::sql_named(k_workflow_rows_sql, "keep_packing"));
  statement.bind_int64(1, id);
  statement.bind_blob(2, bytes);
  statement.bind_text(3, of_import.compression);
  statement.bind_int64(4, of_import.import_id.value());
  statement.run();
}

std::optional<std::string> WorkflowRows::find_blob(std::string_view sql, std::int64_t id) {
  return db::get_maybe(m_connection.cached(sql).bind_all(id),
                       [](const db::Statement& row) { return std::string(row.column_blob(0)); });
}

void WorkflowRows::set_blob(std::string_view sql, std::int64_t id, std::string_view blob) {
  db::Statement& statement = m_connection.cached(sql);
  statement.bind_int64(1, id);
  statement.bind_blob(2, blob);
  statement.run();
}

std::vector<WorkflowArtifact> WorkflowRows::artifacts(std::int64_t id) {
  std::vector<WorkflowArtifact> artifacts;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_artifacts")).bind_all(id),
      [&](const db::Statement& row) {
        artifacts.push_back({std::string(row.column_text(0)), std::string(row.column_text(1)),
                             std::string(row.column_text(2)), row.column_int64(3),
                             row.column_optional_int64(4), row.column_optional_int64(5),
                             records::read_optional_text(row, 6)});
      });
  return artifacts;
}

std::int64_t WorkflowRows::count_copies(std::int64_t id) {
  return db::get_int64(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "count_workflow_copies")).bind_all(id));
}

void WorkflowRows::keep_copy(std::int64_t id, std::string_view path, std::string_view hash,
                             std::int64_t content_id, std::int64_t mode) {
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "keep_workflow_copy"))
      .bind_all(id, path, hash, content_id, mode)
      .run();
}

std::optional<WorkflowState> WorkflowRows::state_of(std::string_view owner) {
  return db::get_maybe(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_workflow_state")).bind_all(owner),
      read_state);
}

void WorkflowRows::put_state(const WorkflowState& state) {
  m_connection.cached(db::sql_named(k_workflow_rows_sql, "put_workflow_state"))
      .bind_all(state.owner, state.checkpoint, state.restored_at, state.event_seq, state.phase, state.step,
                state.iteration, state.variables, state.agent_state)
      .run();
}

std::vector<OpenRegression> WorkflowRows::open_critical(std::int64_t loop) {
  std::vector<OpenRegression> regressions;
  db::for_each_row(
      m_connection.cached(db::sql_named(k_workflow_rows_sql, "select_open_critical")).bind_all(loop),
      [&](const db::Statement& row) {
        regressions.push_back({row.column_optional_int64(0), records::read_optional_text(row, 1),
                               records::read_optional_text(row, 2)});
      });
  return regressions;
}

}  // namespace rlmdb::workflows
