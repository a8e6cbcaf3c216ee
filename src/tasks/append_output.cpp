// SPDX-License-Identifier: MIT
#include "records/record_rows.hpp"
#include "tasks/set_members.hpp"
#include "tasks/task_changes.hpp"
#include "writing/given_json.hpp"
#include "writing/precondition.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::tasks {

namespace {

/// Every change of a row writes the whole row: an output longer than this leaves it while the task is given
/// more.
constexpr std::int64_t k_largest_output_in_row_bytes = 4096;

/// True where residue or the whole record holds an output that the column only stands for.
bool has_odd_output(writing::TaskWriter& writer, const records::TaskHead& head) {
  if (head.is_in_columns) return false;
  records::RecordFinder finder(writer.connection());
  records::TaskRecord record;
  (void)finder.find(head.id, record);
  return !record.verbatim.empty() || record.residue.find("\"output\"") != std::string_view::npos;
}

/// Returns the length of the output before the chunk.
std::int64_t insert_chunk(writing::TaskWriter& writer, const records::TaskHead& head,
                          const std::string& chunk) {
  records::OutputRows& outputs = writer.outputs();
  const std::int64_t old_bytes = outputs.output_bytes(head.id);
  if (old_bytes > k_largest_output_in_row_bytes && !outputs.has_chunks(head.id))
    outputs.insert(head.id, old_bytes, writer.heads().unfold_output(head.id));
  outputs.insert(head.id, old_bytes + static_cast<std::int64_t>(chunk.size()), chunk);
  return old_bytes;
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
  const std::int64_t old_bytes = insert_chunk(writer, head, chunk);
  const std::int64_t seq = writer.note(head, state, cause);
  writer.heads().touch(head.id, seq);
  writer.events().insert_growth(seq, head.id, "/output", old_bytes);
  if (writing::is_ended(writing::state_of(head))) writer.fold_output(head.id);
  return {TaskId{head.legacy_id}, state, head.version + 1, seq};
}

}  // namespace rlmdb::tasks
