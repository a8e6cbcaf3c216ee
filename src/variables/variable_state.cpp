// SPDX-License-Identifier: MIT
#include "variables/variable_state.hpp"

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"

namespace rlmdb::variables {

VariableTexts variables_of_record(std::string_view record) {
  return variables_of_metadata(json::find_member(record, "metadata"));
}

VariableTexts variables_of_metadata(std::string_view metadata) {
  return variables_of_state(json::find_member(metadata, "rlm_state"));
}

VariableTexts variables_of_state(std::string_view state) {
  VariableTexts variables;
  if (!state.starts_with('{')) return variables;
  std::vector<json::Member> members;
  json::split_members(state, members);
  for (const json::Member& member : members) {
    auto& [name, text] = variables.emplace_back();
    json::decode_string(member.raw_name, name);
    json::append_compact(text, member.raw_value);
  }
  return variables;
}

}  // namespace rlmdb::variables
