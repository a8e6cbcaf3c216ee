// SPDX-License-Identifier: MIT
#include "events/previous_values.hpp"

#include <optional>

#include "json/json_layout.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "json/member_index.hpp"

namespace rlmdb::events {

std::string pointer_of(std::string_view raw_name) {
  std::string name;
  std::string pointer;
  json::decode_string(raw_name, name);
  json::append_pointer_name(pointer, name);
  return pointer;
}

std::uint64_t keep_previous_values(EventRows& events, std::int64_t event_seq, std::int64_t task_id,
                                   const std::string& before, const std::string& after) {
  const json::MemberIndex old_members(before);
  const json::MemberIndex new_members(after);
  std::uint64_t count = 0;
  std::string compact;
  for (const json::Member& member : old_members.members()) {
    if (new_members.find(member.raw_name) == member.raw_value) continue;
    compact.clear();
    json::append_compact(compact, member.raw_value);
    events.insert_change(event_seq, task_id, pointer_of(member.raw_name), compact);
    ++count;
  }
  for (const json::Member& member : new_members.members()) {
    if (!old_members.find(member.raw_name).empty()) continue;
    events.insert_change(event_seq, task_id, pointer_of(member.raw_name), std::nullopt);
    ++count;
  }
  return count;
}

}  // namespace rlmdb::events
