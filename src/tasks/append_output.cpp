// SPDX-License-Identifier: MIT
#include "json/json_members.hpp"
#include "records/record_rows.hpp"
#include "tasks/set_members.hpp"
#include "tasks/task_changes.hpp"
#include "writing/given_json.hpp"
#include "writing/precondition.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::tasks {

namespace {

/// True where residue or the whole record holds an output that the column only stands for.
bool has_odd_output(writing::TaskWriter& writer, const records::TaskHead& head) {
  if (head.is_in_columns) return false;
  records::RecordFinder finder(writer.connection());
  records::TaskRecord record;
  (void)finder.find(head.id, record, records::Chunks::left_out);
  return !record.verbatim.empty() || record.residue.find("\"output\"") != std::string_view::npos;
}

/// Keeps how long the output was, or that there was none.
void keep_previous(writing::TaskWriter& writer, const records::TaskHead& head, std::int64_t old_bytes,
                   std::int64_t seq) {
  constexpr std::string_view k_output = "/output";
  if (head.row_output_bytes || writer.outputs().has_chunks(head.id)) {
    writer.events().insert_growth(seq, head.id, k_output, old_bytes);
    return;
  }
  const std::string_view before =
      json::find_member(writer.texts().find(head.id, 0, records::Chunks::left_out), "output");
  writer.events().insert_change(seq, head.id, k_output,
                                before.empty() ? std::nullopt : std::optional(before));
}

}  // namespace

ChangeResult append_output(writing::TaskWriter& writer, const records::TaskHead& head,
                           const TaskChange& change, const std::string& where) {
  const std::string& chunk = std::get<AppendOutput>(change.action).chunk;
  writing::require_utf8(chunk, where + ".chunk");
  const std::string state = head.state.value_or("");
  const writing::Cause cause{.kind = writing::event_kind(writing::Verb::append),
                             .token = change.only_if.token.value_or(0)};
  if (chunk.find('\0') != std::string::npos || has_odd_output(writer, head))
    return append_to_record(writer, head, chunk, cause);
  const std::int64_t seq = writer.note(head, state, cause);
  const std::int64_t old_bytes = writer.outputs().output_bytes(head.id);
  keep_previous(writer, head, old_bytes, seq);
  writer.outputs().insert(head.id, old_bytes + static_cast<std::int64_t>(chunk.size()), chunk);
  writer.heads().touch(head.id, seq);
  if (writing::is_ended(writing::state_of(head))) writer.heads().fold_output(head.id);
  return {TaskId{head.legacy_id}, state, head.version + 1, seq};
}

}  // namespace rlmdb::tasks
