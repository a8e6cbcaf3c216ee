// SPDX-License-Identifier: MIT
#include "writing/member_edit.hpp"

#include <algorithm>

#include "events/previous_values.hpp"
#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "records/tokens.hpp"

namespace rlmdb::writing {

MemberEdit::MemberEdit(TaskWriter& writer, const records::TaskHead& head)
    : m_writer(writer), m_head(head), m_state(head.state.value_or("")) {
  json::append_compact(m_record, writer.texts().take(head.id, 0));
  read();
}

void MemberEdit::read() {
  std::vector<json::Member> spans;
  json::split_members(m_record, spans);
  for (const json::Member& span : spans) m_members.push_back({std::string(span.raw_name), span.raw_value});
}

std::optional<std::string_view> MemberEdit::find(std::string_view raw_name) const {
  const auto place = std::find_if(m_members.begin(), m_members.end(),
                                  [&](const Member& member) { return member.raw_name == raw_name; });
  return place == m_members.end() ? std::nullopt : std::optional(place->value());
}

void MemberEdit::put(const std::string& raw_name, std::string value) {
  for (Member& member : m_members) {
    if (member.raw_name != raw_name) continue;
    member.put = std::move(value);
    return;
  }
  m_members.push_back({raw_name, {}, std::move(value)});
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
  m_text = text();
  m_writer.records().replace(before(), m_text, {.event_seq = seq});
  if (m_head.state != m_state) m_writer.heads().drop_claim(m_head.id);
  keep_previous(seq);
  return {TaskId{m_head.legacy_id}, m_state, m_head.version + 1, seq};
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
