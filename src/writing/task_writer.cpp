// SPDX-License-Identifier: MIT
// Most rows say in their columns all that a change of state changes, and then the previous values are those
// of the columns. Any other record is put together before and after the change, and the two are compared.
#include "writing/task_writer.hpp"

#include "events/previous_values.hpp"
#include "records/tokens.hpp"
#include "util/clock.hpp"
#include "writing/given_json.hpp"
#include "writing/transitions.hpp"

namespace rlmdb::writing {

namespace {

std::string json_or_null(const std::optional<std::string>& text) {
  return text ? json_string(*text) : "null";
}

bool same(const std::optional<std::string>& before, const std::optional<std::string_view>& after) {
  return before.has_value() == after.has_value() && (!before || *before == *after);
}

bool has_end(const records::TaskHead& head, records::EndMember member) {
  return (member == records::EndMember::result && head.has_result) ||
         (member == records::EndMember::error && head.has_error);
}

bool same(const records::EndValue& before, const records::NewState& after) {
  const bool is_null = after.end_value.is_null();
  return before.text.has_value() != is_null && before.text.value_or("") == after.end_value.text &&
         before.is_json == !after.end_type.is_null();
}

bool has_ended(std::string_view state) {
  const auto known = records::find_task_state(state);
  return known && is_ended(*known);
}

}  // namespace

TaskWriter::TaskWriter(db::Connection& connection)
    : m_connection(connection),
      m_heads(connection),
      m_events(connection),
      m_outputs(connection),
      m_node_counts(connection),
      m_node_ids(connection),
      m_time(util::now()),
      m_now(util::utc_text(m_time)) {}

records::RecordEdit& TaskWriter::records() {
  if (!m_records) m_records.emplace(m_connection);
  return *m_records;
}

records::RecordTextFinder& TaskWriter::texts() {
  if (!m_texts) m_texts.emplace(m_connection);
  return *m_texts;
}

std::string TaskWriter::later(std::chrono::milliseconds duration) const {
  return util::utc_text(m_time + duration);
}

std::int64_t TaskWriter::note(const records::TaskHead& before, std::string_view new_state,
                              const Cause& cause) {
  m_heads.keep_output_apart(before);
  events::NewEvent event{.at = m_now, .kind = cause.kind};
  event.task_id = before.id;
  event.tree_id = before.tree_id;
  if (before.state) event.old_state = *before.state;
  event.new_state = new_state;
  event.token = cause.token;
  event.reason = cause.reason;
  event.prev_seq = before.last_event_seq;
  return m_events.insert(event);
}

std::int64_t TaskWriter::note(const variables::StateHead& before, const Cause& cause) {
  events::NewEvent event{.at = m_now, .kind = cause.kind};
  event.state_id = before.id;
  if (before.scope == "tree") event.tree_id = before.name;
  event.reason = cause.reason;
  event.prev_seq = before.last_event_seq.value_or(0);
  event.node_id = m_node_id;
  return m_events.insert(event);
}

std::int64_t TaskWriter::change_state(const records::TaskHead& before, const records::NewState& given,
                                      const Cause& cause) {
  m_heads.keep_output_apart(before);
  records::NewState next = given;
  if (!has_ended(next.state)) next.completed_at.reset();
  std::string old_text;
  records::EndValue old_end;
  if (!before.is_in_columns) {
    old_text = texts().find(before.id, 0, records::Chunks::left_out);
  } else if (has_end(before, next.end)) {
    old_end = m_heads.end_value(before.id, next.end);
  }
  const std::int64_t seq = note(before, next.state, cause);
  m_heads.update(before, next, seq);
  if (before.is_in_columns) {
    note_columns(seq, before, next, old_end);
  } else {
    events::keep_previous_values(m_events, seq, before.id, old_text,
                                 texts().find(before.id, 0, records::Chunks::left_out));
  }
  if (has_ended(next.state)) m_heads.fold_output(before.id);
  return seq;
}

void TaskWriter::note_columns(std::int64_t seq, const records::TaskHead& before,
                              const records::NewState& next, const records::EndValue& old_end) {
  const auto change = [&](std::string_view member, const std::string& old_json) {
    m_events.insert_change(seq, before.id, member, old_json);
  };
  if (before.state != next.state) change("/state", json_or_null(before.state));
  if (!same(before.started_at, next.started_at)) change("/startedAt", json_or_null(before.started_at));
  if (!same(before.completed_at, next.completed_at))
    change("/completedAt", json_or_null(before.completed_at));
  if (before.pid != next.pid) change("/pid", before.pid ? std::to_string(*before.pid) : "null");
  // A record with residue notes an end only where it is another one, as those whose texts are compared.
  if (next.end == records::EndMember::none || (!before.is_plain && same(old_end, next))) return;
  change(next.end == records::EndMember::result ? "/result" : "/error",
         old_end.is_json ? *old_end.text : json_or_null(old_end.text));
}

records::NewState unchanged(const records::TaskHead& head) {
  records::NewState next;
  if (head.state) next.state = *head.state;
  if (head.started_at) next.started_at = *head.started_at;
  if (head.completed_at) next.completed_at = *head.completed_at;
  next.attempts = head.attempts;
  if (head.not_before && head.not_before->is_scheduled) next.not_before = head.not_before;
  return next;
}

}  // namespace rlmdb::writing
