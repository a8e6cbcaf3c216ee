// SPDX-License-Identifier: MIT
#include "writing/member_path.hpp"

#include "json/json_members.hpp"
#include "rlmdb/error.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::writing {

std::vector<std::string> path_of(std::string_view dotted, const std::string& where) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= dotted.size();) {
    const std::size_t end = std::min(dotted.find('.', begin), dotted.size());
    names.emplace_back(dotted.substr(begin, end - begin));
    if (names.back().empty())
      throw Error(ErrorCode::usage, "a name between two dots is missing", where,
                  "a dotted name leads into objects: metadata.cost_tracking");
    begin = end + 1;
  }
  return names;
}

std::string with_member(std::string_view json, std::span<const std::string> path, const std::string& value,
                        const std::string& where) {
  if (path.empty()) return value;
  std::vector<json::Member> members;
  if (!json.empty() && json != "null") {
    if (json::kind_of(json) != json::JsonKind::object)
      throw Error(ErrorCode::conflict,
                  "there is a value that is no object where " + path.front() + " should go", where,
                  "nothing was changed; set the whole member, not one inside it");
    json::split_members(json, members);
  }
  const std::string name = json_string(path.front());
  std::string text = "{";
  bool is_set = false;
  const auto add = [&](std::string_view raw_name, std::string_view raw_value) {
    if (text.size() > 1) text += ',';
    text.append(raw_name).append(":").append(raw_value);
  };
  for (const json::Member& member : members) {
    const bool is_it = member.raw_name == name;
    is_set = is_set || is_it;
    add(member.raw_name,
        is_it ? with_member(member.raw_value, path.subspan(1), value, where) : std::string(member.raw_value));
  }
  if (!is_set) add(name, with_member({}, path.subspan(1), value, where));
  return text + "}";
}

}  // namespace rlmdb::writing
