// SPDX-License-Identifier: MIT
#include "writing/member_edit.hpp"

#include <algorithm>

#include "events/previous_values.hpp"
#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "records/tokens.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::writing {

namespace {

constexpr std::string_view k_output = "\"output\"";

/// Whether the row alone says what stands before the chunks, in a record that has a place for it.
bool has_output_in_row(const records::TaskRecord& record, bool has_member) {
  return has_member && record.verbatim.empty() && record.residue.find(k_output) == std::string_view::npos;
}

}  // namespace

MemberEdit::MemberEdit(TaskWriter& writer, const records::TaskHead& head)
    : m_writer(writer), m_head(head), m_state(head.state.value_or("")) {
  m_writer.heads().keep_output_apart(head);
  m_has_chunks = m_writer.outputs().has_chunks(head.id);
  read(records::Chunks::left_out);
  if (!m_has_chunks || has_output_in_row(before(), place_of(k_output) != nullptr)) return;
  m_has_chunks = false;
  read(records::Chunks::joined);
}

void MemberEdit::read(records::Chunks chunks) {
  m_record.clear();
  m_members.clear();
  json::append_compact(m_record, m_writer.texts().take(m_head.id, 0, chunks));
  std::vector<json::Member> spans;
  json::split_members(m_record, spans);
  for (const json::Member& span : spans) m_members.push_back({std::string(span.raw_name), span.raw_value});
}

MemberEdit::Member* MemberEdit::place_of(std::string_view raw_name) {
  const auto place = std::find_if(m_members.begin(), m_members.end(),
                                  [&](const Member& member) { return member.raw_name == raw_name; });
  return place == m_members.end() ? nullptr : &*place;
}

void MemberEdit::join_output(Member& output) {
  if (!m_has_chunks) return;
  m_output = json_string(m_writer.outputs().whole(m_head.id));
  output.before = m_output;
  m_has_chunks = false;
}

std::optional<std::string_view> MemberEdit::find(std::string_view raw_name) {
  Member* const member = place_of(raw_name);
  if (member == nullptr) return std::nullopt;
  if (raw_name == k_output) join_output(*member);
  return member->value();
}

void MemberEdit::put(const std::string& raw_name, std::string value) {
  Member* const member = place_of(raw_name);
  if (member == nullptr) {
    m_members.push_back({raw_name, {}, std::move(value)});
    return;
  }
  if (raw_name == k_output) join_output(*member);
  member->put = std::move(value);
}

void MemberEdit::set_state(TaskState state) {
  m_state = to_text(state);
}

ChangeResult MemberEdit::write(const Cause& cause) {
  return write(cause, [this](std::int64_t seq) {
    for (const Member& member : m_members) {
      if (member.before == member.value()) continue;
      m_writer.events().insert_change(
          seq, m_head.id, events::pointer_of(member.raw_name),
          member.before.empty() ? std::nullopt : std::optional<std::string_view>(member.before));
    }
  });
}

ChangeResult MemberEdit::write(const Cause& cause,
                               const std::function<void(std::int64_t event_seq)>& keep_previous) {
  const std::int64_t seq = m_writer.note(m_head, m_state, cause);
  m_writer.node_counts().forget();  // the members may move it to another tree
  replace({.event_seq = seq});
  if (m_head.state != m_state) m_writer.heads().drop_claim(m_head.id);
  keep_previous(seq);
  return {TaskId{m_head.legacy_id}, m_state, m_head.version + 1, seq};
}

void MemberEdit::replace(const records::RecordOrigin& origin) {
  m_text = text();
  if (m_has_chunks) {
    if (m_writer.records().replace_beside_chunks(before(), m_text, origin)) return;
    join_output(*place_of(k_output));
    m_text = text();
  }
  m_writer.records().replace(before(), m_text, origin);
}

std::string MemberEdit::text() const {
  std::string json = "{";
  json::make_room(json, m_record.size());
  for (const Member& member : m_members) {
    if (json.size() > 1) json += ',';
    json.append(member.raw_name).append(":").append(member.value());
  }
  return json += '}';
}

}  // namespace rlmdb::writing
