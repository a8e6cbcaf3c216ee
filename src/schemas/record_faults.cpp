// SPDX-License-Identifier: MIT
// The columns and residue say quickly that everything follows its rule. Where something does not, the
// record's own text says what is wrong, and where.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "json/json_members.hpp"
#include "schemas/schema_rules.hpp"

namespace rlmdb::schemas {

namespace {

using records::Cell;
using records::CellType;
using records::CheckpointRecord;
using records::k_level_count;
using records::Level;
using records::node_tree_id;
using records::task_result;
using records::task_result_type;
using records::TaskRecord;
using records::variable_name;
using records::VariableRecord;

bool is_fine(const Cell& cell, const MemberRule& rule) {
  switch (cell.type) {
    case CellType::null:
      return true;
    case CellType::integer:
      return follows(rule, cell.integer);
    case CellType::real:
      return follows(rule, cell.real);
    case CellType::text:
      return follows(rule, cell.text);
  }
  return false;
}

bool are_fine(std::span<const Cell> cells, Level level) {
  const std::span<const CellRule> rules = cell_rules(level);
  return std::all_of(rules.begin(), rules.end(),
                     [&](const CellRule& rule) { return is_fine(cells[rule.cell], *rule.rule); });
}

bool breaks(std::string_view raw, const MemberRule& rule) {
  bool is_broken = false;
  judge_value(raw, rule, {}, [&](const Fault&) { is_broken = true; });
  return is_broken;
}

bool has_fault(std::string_view object, Level level) {
  std::vector<json::Member> members;
  json::split_members(object, members);
  return std::any_of(members.begin(), members.end(), [&](const json::Member& member) {
    const MemberRule* const rule =
        find_rule(level_rules(level), member.raw_name.substr(1, member.raw_name.size() - 2));
    return rule != nullptr && breaks(member.raw_value, *rule);
  });
}

/// What residue holds of a level stands in an object of the level's name. Anything else in it is looked at.
bool may_hold_faults(std::string_view residue) {
  if (residue.empty()) return false;
  if (residue.front() != '{') return true;
  std::vector<json::Member> entries;
  json::split_members(residue, entries);
  return std::any_of(entries.begin(), entries.end(), [](const json::Member& entry) {
    const std::string_view name = entry.raw_name.substr(1, entry.raw_name.size() - 2);
    for (std::size_t i = 0; i < k_level_count; ++i) {
      const auto level = static_cast<Level>(i);
      if (name == to_text(level))
        return entry.kind != json::JsonKind::object || has_fault(entry.raw_value, level);
    }
    return true;
  });
}

bool is_fine(const VariableRecord& variable) {
  const Cell& name = variable.cells[variable_name];
  return name.type == CellType::text && k_variable_name_form.holds(name.text) &&
         are_fine(variable.cells, Level::variable) && are_fine(variable.cells, Level::variable_metadata) &&
         !may_hold_faults(variable.residue);
}

bool is_fine(const CheckpointRecord& checkpoint) {
  return are_fine(checkpoint.cells, Level::checkpoint) && !may_hold_faults(checkpoint.residue);
}

bool is_fine_node(const TaskRecord& record) {
  const auto follows_or_judged = [&](const CellRule& rule) {
    return rule.cell == node_tree_id || is_fine(record.node[rule.cell], *rule.rule);
  };
  const std::span<const CellRule> rules = cell_rules(Level::metadata);
  return std::all_of(rules.begin(), rules.end(), follows_or_judged) &&
         are_fine(record.node, Level::context) && are_fine(record.node, Level::cost);
}

/// A result that is an object may be one of a node's.
bool has_faulty_result(const TaskRecord& record) {
  static const MemberRule& k_rule = *find_rule(record_rules(), "result");
  const Cell& result = record.task[task_result];
  return result.type == CellType::text && !record.task[task_result_type].is_null() &&
         result.text.starts_with('{') && breaks(result.text, k_rule);
}

bool is_fine(const TaskRecord& record) {
  return record.verbatim.empty() && record.variables.size() <= k_variables_of_state &&
         record.checkpoints.size() <= k_checkpoints_of_state && are_fine(record.task, Level::task) &&
         !has_faulty_result(record) && !may_hold_faults(record.residue) &&
         (!record.has_node || is_fine_node(record)) &&
         std::all_of(record.variables.begin(), record.variables.end(),
                     [](const VariableRecord& variable) { return is_fine(variable); }) &&
         std::all_of(record.checkpoints.begin(), record.checkpoints.end(),
                     [](const CheckpointRecord& checkpoint) { return is_fine(checkpoint); });
}

}  // namespace

void judge_record(const records::TaskRecord& record, std::string_view text, const UseFault& use) {
  if (is_fine(record)) return;
  const bool has_tree = record.has_node && record.node[records::node_tree_id].type == records::CellType::text;
  judge_members(text, record_rules(), {}, [&](const Fault& fault) {
    if (!has_tree || fault.kind != FaultKind::form || fault.pointer != "/metadata/tree_id") use(fault);
  });
}

}  // namespace rlmdb::schemas
