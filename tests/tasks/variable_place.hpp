// SPDX-License-Identifier: MIT
/// Variables of tasks: set, and read back as the record and the history have them.
#pragma once

#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/variable.hpp"
#include "task_place.hpp"

namespace rlmdb::test {

inline SetVariable setting(const std::string& name, const std::string& json) {
  SetVariable set;
  set.name = name;
  set.value.text = json;
  return set;
}

/// A member of rlm_state as the record has it; times that are now read as "now".
inline std::string member(const TaskPlace& place, const std::string& id, const std::string& name) {
  Json variable = Json::parse(place.text(id))["metadata"]["rlm_state"][name];
  for (const char* time : {"created_at", "updated_at"}) {
    if (variable.is_object() && variable.contains(time) &&
        variable[time].get<std::string>().starts_with("20"))
      variable[time] = "now";
  }
  return variable.dump();
}

inline std::vector<std::string> lines(const std::vector<VariableMutation>& mutations) {
  std::vector<std::string> lines;
  for (const VariableMutation& mutation : mutations) {
    std::string line(to_text(mutation.operation));
    line += " " + (mutation.old_name.empty() ? "" : mutation.old_name + ">") + mutation.name + " ";
    line += mutation.old_value ? mutation.old_value->text : "-";
    line += " " + (mutation.new_value ? mutation.new_value->text : "-");
    if (mutation.source) line += " by " + *mutation.source;
    if (!mutation.reason.empty()) line += " because " + mutation.reason;
    lines.push_back(line);
  }
  return lines;
}

}  // namespace rlmdb::test
