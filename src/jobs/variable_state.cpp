// SPDX-License-Identifier: MIT
#include "jobs/variable_state.hpp"

#include "legacy/json_layout.hpp"
#include "legacy/json_members.hpp"
#include "legacy/json_string.hpp"

namespace rlmdb::jobs {

VariableTexts variables_of_record(std::string_view record) {
  return variables_of_metadata(legacy::find_member(record, "metadata"));
}

VariableTexts variables_of_metadata(std::string_view metadata) {
  return variables_of_state(legacy::find_member(metadata, "rlm_state"));
}

VariableTexts variables_of_state(std::string_view state) {
  VariableTexts variables;
  if (!state.starts_with('{')) return variables;
  std::vector<legacy::Member> members;
  legacy::split_members(state, members);
  for (const legacy::Member& member : members) {
    auto& [name, text] = variables.emplace_back();
    legacy::decode_string(member.raw_name, name);
    legacy::append_compact(text, member.raw_value);
  }
  return variables;
}

}  // namespace rlmdb::jobs
