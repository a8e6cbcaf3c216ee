// SPDX-License-Identifier: MIT
#include "writing/member_edit.hpp"

#include <algorithm>

#include "events/previous_values.hpp"
#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "records/tokens.hpp"

namespace rlmdb::writing {

MemberEdit::MemberEdit(TaskWriter& writer, const records::TaskHead& head)
    : m_writer(writer),
      m_head(head),
      m_before(writer.texts().find(head.id, 0)),
      m_members(members_of(m_before)),
      m_state(head.state.value_or("")) {}

const std::string* MemberEdit::find(std::string_view raw_name) const {
  const auto place = std::find_if(m_members.begin(), m_members.end(),
                                  [&](const NamedJson& member) { return member.first == raw_name; });
  return place == m_members.end() ? nullptr : &place->second;
}

void MemberEdit::put(const std::string& raw_name, std::string value) {
  for (NamedJson& member : m_members) {
    if (member.first != raw_name) continue;
    member.second = std::move(value);
    return;
  }
  m_members.emplace_back(raw_name, std::move(value));
}

void MemberEdit::set_state(TaskState state) {
  m_state = records::to_text(state);
}

ChangeResult MemberEdit::write(const Cause& cause) {
  return write(cause, [this](std::int64_t seq) {
    events::keep_previous_values(m_writer.events(), seq, m_head.id, m_before,
                                 m_writer.texts().find(m_head.id, 0));
  });
}

ChangeResult MemberEdit::write(const Cause& cause,
                               const std::function<void(std::int64_t event_seq)>& keep_previous) {
  const std::int64_t seq = m_writer.note(m_head, m_state, cause);
  m_writer.node_counts().forget();  // the members may move it to another tree
  m_writer.records().replace(m_writer.texts().record(), text(), {.event_seq = seq});
  if (m_head.state != m_state) m_writer.heads().drop_claim(m_head.id);
  keep_previous(seq);
  return {TaskId{m_head.legacy_id}, m_state, m_head.version + 1, seq, std::nullopt};
}

std::vector<MemberEdit::NamedJson> MemberEdit::members_of(const std::string& record) {
  std::vector<json::Member> spans;
  json::split_members(record, spans);
  std::vector<NamedJson> members;
  for (const json::Member& span : spans) {
    members.emplace_back(span.raw_name, "");
    json::append_compact(members.back().second, span.raw_value);
  }
  return members;
}

std::string MemberEdit::text() const {
  std::string json = "{";
  for (const auto& [name, value] : m_members) {
    if (json.size() > 1) json += ',';
    json.append(name).append(":").append(value);
  }
  return json + "}";
}

}  // namespace rlmdb::writing
