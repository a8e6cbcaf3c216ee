// SPDX-License-Identifier: MIT
#include "checks/oddities.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "json/json_difference.hpp"
#include "json/json_layout.hpp"
#include "json/json_string.hpp"
#include "records/record_text.hpp"
#include "schemas/oddity_rows.hpp"
#include "schemas/schema_rules.hpp"
#include "tree_documents/tree_node.hpp"
#include "trees/dependency_faults.hpp"

namespace rlmdb::checks {

namespace {

using records::Cell;
using schemas::Fault;

constexpr std::size_t k_most_oddities = 1000;

/// "": the member is missing.
std::string compact(std::string_view raw) {
  std::string text;
  if (!raw.empty()) json::append_compact(text, raw);
  return text;
}

/// What people call the task: its store id, else its tree and node id.
std::string name_of(const records::TaskRecord& record) {
  const Cell& id = record.task[records::task_legacy_id];
  if (!id.is_null()) return std::string(id.text);
  if (record.node[records::node_node_id].is_null()) return "tasks:" + std::to_string(record.id);
  return std::string(record.node[records::node_tree_id].text) + " " +
         std::string(record.node[records::node_node_id].text);
}

/// A member that is listed, and what it says.
using Listed = std::pair<std::string, std::string>;

bool holds(const std::vector<Listed>& all, const Listed& listed) {
  return std::find(all.begin(), all.end(), listed) != all.end();
}

/// Where the record of the node's task has the same fact; "": nowhere.
std::string pointer_in_record(std::string_view in_node) {
  for (const schemas::SharedPointer& shared : schemas::shared_pointers()) {
    if (!in_node.starts_with(shared.in_node)) continue;
    const std::string_view rest = in_node.substr(shared.in_node.size());
    if (rest.empty() || rest.front() == '/') return std::string(shared.in_record) + std::string(rest);
  }
  return {};
}

class DocumentJudge {
 public:
  DocumentJudge(db::Connection& connection, Oddities& oddities)
      : m_finder(connection), m_oddities(oddities) {}

  void judge(const schemas::DocumentedNode& node) {
    if (node.task_id != m_task) {
      m_listed.clear();
      m_in_record.reset();
    }
    m_task = node.task_id;
    const std::string now =
        node.has_changed ? tree_documents::with_record(node.json, record()) : std::string();
    const std::string name = std::string(node.tree_id) + " " + std::string(node.node_id) + " ";
    schemas::judge_members(node.has_changed ? std::string_view(now) : node.json,
                           schemas::document_node_rules(), {}, [&](const Fault& fault) {
                             if (is_listed_of_record(fault)) return;
                             Listed listed{fault.pointer, compact(fault.raw)};
                             if (holds(m_listed, listed)) return;
                             m_oddities.add(name + fault.pointer, fault);
                             m_listed.push_back(std::move(listed));
                           });
  }

  void judge_outline(std::string_view tree_id, std::string_view outline) {
    const std::string known = json::quoted(tree_id);
    schemas::judge_members(outline, schemas::outline_rules(), {}, [&](const Fault& fault) {
      const bool is_tree_id = fault.pointer == "/tree_id" || fault.pointer == "/metadata/tree_id";
      if (!is_tree_id || fault.raw != known)
        m_oddities.add(std::string(tree_id) + " " + fault.pointer, fault);
    });
  }

 private:
  const std::string& record() { return m_finder.find(m_task, 0); }

  /// Whether the node's task says the same, where that is listed.
  bool is_listed_of_record(const Fault& fault) {
    const std::string pointer = pointer_in_record(fault.pointer);
    if (pointer.empty()) return false;
    if (!m_in_record) {
      m_in_record.emplace();
      const std::string& text = record();
      schemas::judge_record(m_finder.record(), text, [&](const Fault& known) {
        m_in_record->emplace_back(known.pointer, compact(known.raw));
      });
    }
    return holds(*m_in_record, {pointer, compact(fault.raw)});
  }

  records::RecordTextFinder m_finder;
  Oddities& m_oddities;
  std::int64_t m_task = 0;
  std::vector<Listed> m_listed;  ///< of this task, from its other documents
  std::optional<std::vector<Listed>> m_in_record;
};

}  // namespace

void Oddities::add(Oddity oddity) {
  ++m_report.oddity_count;
  if (m_report.oddities.size() < k_most_oddities) m_report.oddities.push_back(std::move(oddity));
}

void Oddities::add(std::string where, const Fault& fault) {
  if (fault.kind == schemas::FaultKind::size)
    return add({std::move(where), std::to_string(fault.count), fault.allowed});
  const std::string value = compact(fault.raw);
  add({std::move(where), value.empty() ? std::string() : json::shown_value(value), fault.allowed});
}

void Oddities::judge_dependencies(db::Connection& connection) {
  trees::DependencyFaults faults(connection);
  for (const trees::DependencyCircle& circle : faults.circles()) {
    const trees::Blocker& next = circle.tasks[circle.tasks.size() > 1 ? 1 : 0];
    add({circle.tasks.front().name + " /metadata/depends_on", json::shown_value(json::quoted(next.name)),
         "free of circles: " + circle.text, "dependency_cycle"});
  }
  for (const trees::UnknownDependency& unknown : faults.unknown())
    add({unknown.task.name + " /metadata" + unknown.pointer, json::shown_value(json::quoted(unknown.name)),
         "the id of a task", "dependency_unknown"});
  m_report.dependency_count += faults.circles().size() + faults.unknown().size();
}

schemas::UseFault Oddities::at(std::string name) {
  return [this, name = std::move(name)](const Fault& fault) { add(name + " " + fault.pointer, fault); };
}

void Oddities::judge_trees(db::Connection& connection) {
  const schemas::TextForm& form = schemas::k_tree_id_form;
  schemas::OddityRows(connection).for_each_tree([&](std::string_view tree_id) {
    if (form.holds(tree_id)) return;
    const std::string raw = json::quoted(tree_id);
    add(std::string(tree_id) + " tree_id", {{}, raw, schemas::FaultKind::form, std::string(form.regex)});
  });
}

void Oddities::judge_record(const records::TaskRecord& record, std::string_view text) {
  schemas::judge_record(record, text,
                        [&](const Fault& fault) { add(name_of(record) + " " + fault.pointer, fault); });
}

void Oddities::judge_documents(db::Connection& connection) {
  schemas::OddityRows rows(connection);
  DocumentJudge judge(connection, *this);
  rows.for_each_outline(
      [&](std::string_view tree_id, std::string_view outline) { judge.judge_outline(tree_id, outline); });
  rows.for_each_node([&](const schemas::DocumentedNode& node) { judge.judge(node); });
}

}  // namespace rlmdb::checks
