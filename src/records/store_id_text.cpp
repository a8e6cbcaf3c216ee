// SPDX-License-Identifier: MIT
#include "records/store_id_text.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_string.hpp"

namespace rlmdb::records {

namespace {

/// Members whose strings are store ids, or lists of them.
constexpr std::array<std::string_view, 6> k_reference_names = {"parent_id",    "parent_task_id", "depends_on",
                                                               "dependencies", "children",       "child_ids"};

void add_references(std::string_view object_text, std::vector<std::string_view>& found) {
  if (object_text.empty() || json::kind_of(object_text) != json::JsonKind::object) return;
  for (const std::string_view name : k_reference_names) {
    const std::string_view raw = json::find_member(object_text, name);
    if (!raw.empty()) found.push_back(raw);
  }
}

/// Behind the string that begins at `begin`.
std::size_t end_of_string(std::string_view raw, std::size_t begin) {
  std::size_t end = begin + 1;
  while (raw[end] != '"') end += raw[end] == '\\' ? 2U : 1U;
  return end + 1;
}

}  // namespace

std::string with_store_id(std::string_view record_text, std::string_view legacy_id) {
  std::vector<json::Member> members;
  json::split_members(record_text, members);
  const std::string_view old_id = json::find_member(members, "id");
  const std::size_t begin = static_cast<std::size_t>(old_id.data() - record_text.data());
  std::string text(record_text.substr(0, begin));
  text += json::quoted(legacy_id);
  return text += record_text.substr(begin + old_id.size());
}

void FollowedIds::add(std::string_view old_id, std::string_view new_id) {
  if (!m_seen.emplace(old_id).second) {
    m_followed.erase(std::string(old_id));
  } else if (old_id != new_id) {
    m_followed.emplace(old_id, new_id);
  }
}

std::string_view FollowedIds::find(std::string_view old_id) const {
  const auto followed = m_followed.find(std::string(old_id));
  return followed == m_followed.end() ? std::string_view() : followed->second;
}

std::string FollowedIds::text(std::string record) const {
  if (m_followed.empty()) return record;
  const std::string_view record_text = record;
  std::vector<std::string_view> references;
  add_references(record_text, references);
  add_references(json::find_member(record_text, "metadata"), references);
  std::sort(references.begin(), references.end(),
            [](std::string_view left, std::string_view right) { return left.data() < right.data(); });
  std::string text;
  const char* rest = record_text.data();
  for (const std::string_view raw : references) {
    text.append(rest, raw.data());
    text += with_new_ids(raw);
    rest = raw.data() + raw.size();
  }
  return text.append(rest, record_text.data() + record_text.size());
}

/// One look at each string, so that an id that is new for one and old for another is not followed twice.
std::string FollowedIds::with_new_ids(std::string_view raw_value) const {
  std::string text;
  for (std::size_t at = 0; at < raw_value.size();) {
    if (raw_value[at] != '"') {
      text += raw_value[at++];
      continue;
    }
    const std::size_t end = end_of_string(raw_value, at);
    const std::string_view raw = raw_value.substr(at, end - at);
    const std::string_view new_id = find(json::text_of(raw).value_or(""));
    text += new_id.empty() ? std::string(raw) : json::quoted(new_id);
    at = end;
  }
  return text;
}

}  // namespace rlmdb::records
