// SPDX-License-Identifier: MIT
// The columns say quickly that a value follows its rule. Where one does not, or residue holds more than the
// column shows, the record's own text says what the value is.
#include "checks/oddities.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "records/oddity_rows.hpp"
#include "records/record_text.hpp"
#include "records/shown_value.hpp"
#include "tree_documents/tree_node.hpp"

namespace rlmdb::checks {

namespace {

using records::Cell;
using records::CellRule;
using records::MemberRule;
using records::ValueRule;

constexpr std::size_t k_most_oddities = 1000;

/// The value at `pointer`, whose names need no escapes; empty where there is none.
std::string_view value_at(std::string_view json, std::string_view pointer) {
  while (!pointer.empty() && !json.empty()) {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    json = json::find_member(json, pointer.substr(1, end - 1));
    pointer.remove_prefix(end);
  }
  return json;
}

/// Null and nothing are no values.
bool is_odd(const ValueRule& rule, std::string_view raw) {
  if (raw.empty() || raw == "null") return false;
  if (json::kind_of(raw) != json::JsonKind::string) return true;
  std::string text;
  return json::decode_string(raw, text) == json::Exactness::inexact || !records::follows(rule, text);
}

/// Whether the column alone says that the value follows its rule, or that there is none.
bool is_fine(const CellRule& rule, const Cell& cell, std::string_view residue) {
  if (cell.type == records::CellType::text)
    return rule.judged == records::Judged::once_a_tree || records::follows(*rule.rule, cell.text);
  const std::string_view name = rule.pointer.substr(rule.pointer.rfind('/') + 1);
  return cell.is_null() && residue.find(name) == std::string_view::npos;
}

/// One row of a record: its cells, and when something in it is odd, where it stands in the record's text.
template <class Where>
void judge_cells(Oddities& oddities, std::span<const CellRule> rules, std::span<const Cell> cells,
                 std::string_view residue, const Where& where) {
  for (const CellRule& rule : rules) {
    const Cell& cell = cells[rule.cell];
    if (is_fine(rule, cell, residue)) continue;
    const auto [place, json] = where();
    std::string raw(rule.pointer.empty() ? std::string_view() : value_at(json, rule.pointer));
    if (raw.empty() && cell.type == records::CellType::text) raw = json::quoted(cell.text);
    if (is_odd(*rule.rule, raw)) oddities.add(place + std::string(rule.pointer), raw, *rule.rule);
  }
}

/// What people call the task: its store id, else its tree and node id.
std::string name_of(const records::TaskRecord& record) {
  const Cell& id = record.task[records::task_legacy_id];
  if (!id.is_null()) return std::string(id.text);
  if (record.node[records::node_node_id].is_null()) return "tasks:" + std::to_string(record.id);
  return std::string(record.node[records::node_tree_id].text) + " " +
         std::string(record.node[records::node_node_id].text);
}

class DocumentJudge {
 public:
  DocumentJudge(db::Connection& connection, Oddities& oddities)
      : m_finder(connection), m_oddities(oddities) {}

  void judge(const records::DocumentedNode& node) {
    if (node.task_id != m_task) m_listed.clear();
    m_task = node.task_id;
    const std::string current =
        node.has_changed ? tree_documents::with_record(node.json, record(), std::nullopt) : std::string();
    json::split_members(node.has_changed ? std::string_view(current) : node.json, m_members);
    for (const MemberRule& rule : records::document_node_rules()) {
      const std::string_view raw = find(rule.pointer);
      if (!is_odd(*rule.rule, raw) || is_said_by_record(rule, raw)) continue;
      if (const Listed listed{rule.pointer, raw};
          std::find(m_listed.begin(), m_listed.end(), listed) == m_listed.end()) {
        m_oddities.add(std::string(node.tree_id) + " " + std::string(node.node_id) + " " + listed.first, raw,
                       *rule.rule);
        m_listed.push_back(listed);
      }
    }
  }

  void judge_outline(std::string_view tree_id, std::string_view outline) {
    json::split_members(outline, m_members);
    for (const MemberRule& rule : records::outline_rules()) {
      const std::string_view raw = find(rule.pointer);
      const bool is_known = rule.rule == &records::tree_id_rule() && raw == json::quoted(tree_id);
      if (!is_known && is_odd(*rule.rule, raw))
        m_oddities.add(std::string(tree_id) + " " + std::string(rule.pointer), raw, *rule.rule);
    }
  }

 private:
  using Listed = std::pair<std::string, std::string>;

  [[nodiscard]] std::string_view find(std::string_view pointer) const {
    const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
    return value_at(json::find_member(m_members, pointer.substr(1, end - 1)), pointer.substr(end));
  }
  const std::string& record() { return m_finder.find(m_task, 0); }
  bool is_said_by_record(const MemberRule& rule, std::string_view raw) {
    return rule.record_rule != nullptr && is_odd(*rule.record_rule, raw) &&
           value_at(record(), rule.in_record) == raw;
  }

  records::RecordTextFinder m_finder;
  Oddities& m_oddities;
  std::int64_t m_task = 0;
  std::vector<Listed> m_listed;  ///< of this task, from its other documents
  std::vector<json::Member> m_members;
};

}  // namespace

void Oddities::add(std::string where, std::string_view raw, const ValueRule& rule) {
  ++m_report.oddity_count;
  if (m_report.oddities.size() >= k_most_oddities) return;
  std::string compact;
  json::append_compact(compact, raw);
  m_report.oddities.push_back({std::move(where), records::shown_value(compact), records::to_text(rule)});
}

void Oddities::judge_trees(db::Connection& connection) {
  records::OddityRows(connection).for_each_tree([&](std::string_view tree_id) {
    if (!records::follows(records::tree_id_rule(), tree_id))
      add(std::string(tree_id) + " tree_id", json::quoted(tree_id), records::tree_id_rule());
  });
}

void Oddities::judge_record(const records::TaskRecord& record, std::string_view text) {
  const auto in_record = [&] { return std::pair(name_of(record) + " ", text); };
  judge_cells(*this, records::task_cell_rules(), record.task, record.residue, in_record);
  if (record.has_node) judge_cells(*this, records::node_cell_rules(), record.node, record.residue, in_record);
  for (const records::VariableRecord& variable : record.variables) {
    judge_cells(*this, records::variable_cell_rules(), variable.cells, variable.residue, [&] {
      std::string place = name_of(record) + " /metadata/rlm_state";
      json::append_pointer_name(place, variable.cells[records::variable_name].text);
      const std::string name = json::escaped(variable.cells[records::variable_name].text);
      const std::string_view state = value_at(text, "/metadata/rlm_state");
      return std::pair(place, json::find_member(state, name));
    });
  }
  for (std::size_t i = 0; i < record.checkpoints.size(); ++i) {
    const records::CheckpointRecord& checkpoint = record.checkpoints[i];
    judge_cells(*this, records::checkpoint_cell_rules(), checkpoint.cells, checkpoint.residue, [&] {
      std::vector<std::string_view> elements;
      const std::string_view list = value_at(text, "/metadata/checkpoints");
      if (list.starts_with('[')) json::split_elements(list, elements);
      return std::pair(name_of(record) + " /metadata/checkpoints/" + std::to_string(i),
                       i < elements.size() ? elements[i] : std::string_view());
    });
  }
}

void Oddities::judge_documents(db::Connection& connection) {
  records::OddityRows rows(connection);
  DocumentJudge judge(connection, *this);
  rows.for_each_outline(
      [&](std::string_view tree_id, std::string_view outline) { judge.judge_outline(tree_id, outline); });
  rows.for_each_node([&](const records::DocumentedNode& node) { judge.judge(node); });
}

}  // namespace rlmdb::checks
