// SPDX-License-Identifier: MIT
// 1. What the variables are set back to: those of a checkpoint, or those that events say there were.
// 2. One owner after the other is set back, in one transaction.
#include <algorithm>

#include "checkpoints/checkpoint_find.hpp"
#include "checkpoints/set_back.hpp"
#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "events/event_rows.hpp"
#include "events/task_events.hpp"
#include "json/json_layout.hpp"
#include "json/json_members.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "trees/tree_rows.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_moment.hpp"
#include "variables/state_reader.hpp"
#include "variables/variable_read.hpp"

namespace rlmdb {

namespace {

using checkpoints::FoundCheckpoint;
using checkpoints::SetBack;

/// Each node has its own version and claim.
void require_no_version(const CheckpointOwner& owner, const Precondition& only_if) {
  if (!std::holds_alternative<TreeId>(owner) || (!only_if.if_version && !only_if.token)) return;
  throw Error(ErrorCode::usage, "a tree has neither a version nor a token", to_text(owner),
              "leave them out, or set back one task");
}

class ToCheckpoint {
 public:
  ToCheckpoint(writing::TaskWriter& writer, const Rollback& rollback, const FoundCheckpoint& found)
      : m_writer(writer),
        m_only_if(rollback.only_if),
        m_set_back(writer, rollback.only_if, found.head.checkpoint_id),
        m_found(found),
        m_variables(checkpoints::variables_of(writer.connection(), found)) {
    m_report.checkpoint_id = found.head.checkpoint_id;
  }

  RollbackReport run() {
    const CheckpointOwner owner =
        m_found.member ? TaskId{*m_found.member} : variables::owner_of(m_found.head);
    require_no_version(owner, m_only_if);
    checkpoints::require_state(m_found);
    std::visit(*this, owner);
    checkpoints::SnapshotRows(m_writer.connection()).touch(m_found.head.id, m_writer.now());
    return std::move(m_report);
  }

  void operator()(const TaskId& task) {
    const records::TaskHead head = variables::get_task(m_writer.connection(), task);
    m_report.results.push_back(m_set_back.task(head, state_of(head, m_found.member.value_or(""))));
  }

  void operator()(const TreeId& tree) {
    m_report.tree_id = tree;
    std::vector<checkpoints::SnapshotNode> nodes =
        checkpoints::SnapshotRows(m_writer.connection()).nodes(m_found.head.id);
    if (nodes.empty()) {  // a file has the state document of a tree alone
      nodes.push_back({"", "{}"});
      if (m_found.head.outline && json::find_member(*m_found.head.outline, "nodes").starts_with('{'))
        m_report.missing.emplace_back("the nodes, which have no records in its file");
    }
    for (const checkpoints::SnapshotNode& node : nodes) {
      if (node.member.empty()) {
        set_document_back({StateScope::tree, tree.text});
        continue;
      }
      const auto head = m_writer.heads().find_member(node.member, tree.text);
      if (head && head->tree_id == tree.text) {
        m_report.results.push_back(m_set_back.task(*head, state_of(*head, node.member)));
      } else {
        m_report.missing.push_back(node.member);
      }
    }
  }

  void operator()(const StateName& name) {
    m_report.results.push_back(m_set_back.document(name, state_text("")));
  }

 private:
  void set_document_back(const StateName& name) {
    if (variables::StateRows(m_writer.connection()).find(to_text(name.scope), name.id)) {
      (*this)(name);
    } else {
      m_report.missing.push_back("the state document of " + name.id);
    }
  }

  [[nodiscard]] std::string state_text(const std::string& member) const {
    std::vector<variables::StoredVariable> variables;
    for (const checkpoints::SnapshotVariable& variable : m_variables) {
      if (variable.member == member) variables.push_back(variable.variable);
    }
    return variables::state_of(variables);
  }

  /// A task that has no state gets none for an empty one.
  [[nodiscard]] std::string state_of(const records::TaskHead& head, const std::string& member) {
    std::string state = state_text(member);
    const bool is_empty =
        state == "{}" && variables::StateReader(m_writer.connection()).of_task(head.id).empty();
    if (!is_empty) return state;
    const std::string& record = m_writer.texts().find(head.id, 0);
    return json::find_member(json::find_member(record, "metadata"), "rlm_state").empty() ? "" : state;
  }

  writing::TaskWriter& m_writer;
  const Precondition& m_only_if;
  SetBack m_set_back;
  const FoundCheckpoint& m_found;
  std::vector<checkpoints::SnapshotVariable> m_variables;
  RollbackReport m_report;
};

class ToMoment {
 public:
  ToMoment(const Store& store, writing::TaskWriter& writer, const Rollback& rollback, std::int64_t seq)
      : m_store(store),
        m_writer(writer),
        m_set_back(writer, rollback.only_if, "event " + std::to_string(seq)),
        m_events(writer.connection()),
        m_seq(seq) {}

  RollbackReport operator()(const TaskId& task) {
    const records::TaskHead head = variables::get_task(m_writer.connection(), task);
    std::string record;
    json::append_compact(record, task_json_at(m_store, task, m_seq));
    set_back(head, record);
    return std::move(m_report);
  }

  /// Nodes that are younger stay as they are, and so does a younger document.
  RollbackReport operator()(const TreeId& tree) {
    variables::require_tree(m_writer.connection(), tree);
    events::require_kept(m_writer.connection(), m_seq, tree.text);
    m_report.tree_id = tree;
    for (const trees::NodeRow& node : trees::TreeRows(m_writer.connection()).load(tree.text)) {
      std::string now;
      json::append_compact(now, m_writer.texts().find(node.id, 0));
      if (const auto then = m_events.record_at(node.id, std::move(now), m_seq))
        set_back(m_writer.heads().get(node.id), *then);
    }
    const StateName document{StateScope::tree, tree.text};
    const auto head = variables::StateRows(m_writer.connection()).find("tree", tree.text);
    if (head && !variables::is_younger(m_writer.connection(), *head, m_seq)) set_back(document, *head);
    return std::move(m_report);
  }

  RollbackReport operator()(const StateName& name) {
    set_back(name, variables::get_checkpointed_state(m_writer.connection(), name));
    return std::move(m_report);
  }

 private:
  void set_back(const records::TaskHead& head, std::string_view record) {
    const std::string_view state = json::find_member(json::find_member(record, "metadata"), "rlm_state");
    m_report.results.push_back(m_set_back.task(head, std::string(state)));
  }

  void set_back(const StateName& name, const variables::StateHead& head) {
    m_report.results.push_back(
        m_set_back.document(name, variables::state_at(m_writer.connection(), head, m_seq)));
  }

  const Store& m_store;
  writing::TaskWriter& m_writer;
  SetBack m_set_back;
  events::TaskEvents m_events;
  std::int64_t m_seq;
  RollbackReport m_report;
};

RollbackReport run(const Store& store, writing::TaskWriter& writer, const Rollback& rollback) {
  if (const auto* name = std::get_if<CheckpointName>(&rollback.to)) {
    CheckpointName asked = *name;
    if (!asked.owner) asked.owner = rollback.owner;
    return ToCheckpoint(writer, rollback, checkpoints::find_checkpoint(writer.connection(), asked)).run();
  }
  if (!rollback.owner)
    throw Error(ErrorCode::usage, "a moment does not say whose variables are set back", "rollback.owner",
                "name a task, a tree or a state document");
  require_no_version(*rollback.owner, rollback.only_if);
  const std::int64_t seq = variables::seq_of(writer.connection(), std::get<Moment>(rollback.to));
  return std::visit(ToMoment(store, writer, rollback, seq), *rollback.owner);
}

}  // namespace

RollbackReport roll_back(Store& store, const Rollback& rollback) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  RollbackReport report;
  {
    db::WriteTransaction transaction(connection);
    writing::TaskWriter writer(connection);
    if (rollback.by_task) writer.work_for(records::find_node_id(connection, rollback.by_task->text));
    report = run(store, writer, rollback);
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
