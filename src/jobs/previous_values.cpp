// SPDX-License-Identifier: MIT
#include "jobs/previous_values.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "legacy/json_layout.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_scan.hpp"
#include "legacy/json_string.hpp"

namespace rlmdb::jobs {

namespace {

using Members = std::vector<legacy::Member>;

Members::const_iterator find(const Members& members, std::string_view raw_name) {
  return std::find_if(members.begin(), members.end(),
                      [&](const legacy::Member& member) { return member.raw_name == raw_name; });
}

std::string pointer_of(std::string_view raw_name) {
  std::string name;
  std::string pointer;
  legacy::decode_string(raw_name, name);
  legacy::append_pointer_name(pointer, name);
  return pointer;
}

}  // namespace

std::uint64_t keep_previous_values(store::EventRows& events, std::int64_t event_seq, std::int64_t task_id,
                                   const std::string& before, const std::string& after) {
  Members old_members;
  Members new_members;
  legacy::split_members(before, old_members);
  legacy::split_members(after, new_members);
  std::uint64_t count = 0;
  std::string compact;
  for (const legacy::Member& member : old_members) {
    const auto now = find(new_members, member.raw_name);
    if (now != new_members.end() && now->raw_value == member.raw_value) continue;
    compact.clear();
    legacy::append_compact(compact, member.raw_value);
    events.insert_change(event_seq, task_id, pointer_of(member.raw_name), compact);
    ++count;
  }
  for (const legacy::Member& member : new_members) {
    if (find(old_members, member.raw_name) != old_members.end()) continue;
    events.insert_change(event_seq, task_id, pointer_of(member.raw_name), std::nullopt);
    ++count;
  }
  return count;
}

}  // namespace rlmdb::jobs
