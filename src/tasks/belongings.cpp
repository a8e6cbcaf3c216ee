// SPDX-License-Identifier: MIT
#include "tasks/belongings.hpp"

#include <algorithm>

#include "records/fields.hpp"
#include "rlmdb/error.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::tasks {

namespace {

constexpr std::size_t k_most_variables_named = 3;

std::string counted(std::size_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string names_of(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), k_most_variables_named); ++i)
    text += (i == 0 ? "" : ", ") + names[i];
  return text + (names.size() > k_most_variables_named ? ", …" : "");
}

std::vector<std::string> missing_in(const std::vector<std::string>& after,
                                    const std::vector<std::string>& before) {
  std::vector<std::string> missing;
  for (const std::string& name : before)
    if (std::find(after.begin(), after.end(), name) == after.end()) missing.push_back(name);
  return missing;
}

bool is_as_begun(const records::TaskRecord& record, const records::VariableRecord& variable) {
  const std::string_view name = variable.cells[records::variable_name].text;
  const records::Cell& value = variable.cells[records::variable_value];
  const bool is_told = !variable.cells[records::variable_updated_at].is_null() || !variable.residue.empty();
  if (is_told) return false;
  return name == "Final" ? value.is_null() : name == "prompt" && value == record.task[records::task_prompt];
}

}  // namespace

Belongings belongings_of(const records::TaskRecord& record) {
  Belongings belongings;
  if (record.has_node) belongings.tree_id = record.node[records::node_tree_id].text;
  for (const records::VariableRecord& variable : record.variables) {
    const std::string_view name = variable.cells[records::variable_name].text;
    belongings.variables.emplace_back(name);
    if (!is_as_begun(record, variable)) belongings.telling.emplace_back(name);
  }
  belongings.checkpoints = record.checkpoints.size();
  return belongings;
}

std::string loss_between(const Belongings& before, const Belongings& after) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "it would " : " and ") + what; };
  if (!before.tree_id.empty() && after.tree_id != before.tree_id) add("leave " + before.tree_id);
  if (const auto missing = missing_in(after.variables, before.telling); !missing.empty())
    add("lose " + counted(missing.size(), "variable") + " (" + names_of(missing) + ")");
  if (before.checkpoints > after.checkpoints)
    add("lose " + counted(before.checkpoints - after.checkpoints, "checkpoint"));
  return text;
}

void require_variable_room(const std::string& label, std::size_t before, std::size_t after,
                           const std::string& hint) {
  if (after <= schemas::k_variables_of_state || after <= before) return;
  throw Error(ErrorCode::invalid_input,
              label + " would have " + counted(after, "variable") + ", and one state has at most 1,000",
              label, hint);
}

}  // namespace rlmdb::tasks
