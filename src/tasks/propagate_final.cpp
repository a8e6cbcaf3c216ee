// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "records/task_lookup.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/final.hpp"
#include "rlmdb/merge.hpp"
#include "tasks/task_changes.hpp"
#include "trees/tree_rows.hpp"
#include "variables/change_variables.hpp"
#include "variables/checkpoint_owner.hpp"
#include "variables/state_rows.hpp"
#include "variables/state_variables.hpp"
#include "writing/precondition.hpp"
#include "writing/transitions.hpp"

namespace rlmdb {

namespace {

constexpr const char* k_final = "Final";

class WayUp {
 public:
  WayUp(const Store& store, db::Connection& connection)
      : m_store(store), m_writer(connection), m_trees(connection) {}

  FinalReport run(records::TaskHead node) {
    if (writing::state_of(node) != TaskState::completed)
      throw Error(ErrorCode::conflict, node.legacy_id + " is not completed", node.legacy_id,
                  "nothing was changed; its Final goes up once it is");
    while (m_report.reason.empty()) {
      if (const auto parent = m_trees.parent(node.id)) {
        node = m_writer.heads().get(*parent);
        complete(node);
      } else {
        end_tree(node);
      }
    }
    return std::move(m_report);
  }

 private:
  /// Why the node cannot be completed by what is below it; "": it can.
  [[nodiscard]] static std::string hindrance(const records::TaskHead& node) {
    if (writing::is_ended(writing::state_of(node))) return node.legacy_id + " has ended already";
    if (node.token) return node.legacy_id + " is claimed: whoever has it merges";
    return {};
  }

  /// The merged result of its children; nullopt, and a reason, where there is none.
  std::optional<std::string> merged(const records::TaskHead& node) {
    try {
      Merge merge = merge_node(m_store, node.legacy_id);
      // As the queue waits for it: it may be tried again, and what it gives is part of the result then.
      const auto failed = std::find_if(merge.inputs.begin(), merge.inputs.end(),
                                       [](const MergeInput& input) { return input.state == "failed"; });
      if (failed != merge.inputs.end()) {
        m_report.reason = node.legacy_id + " waits for " +
                          (failed->task_id ? failed->task_id->text : failed->node_id) +
                          ", which failed: retry or cancel it";
        return std::nullopt;
      }
      if (!merge.result) m_report.reason = node.legacy_id + ": " + merge.reason;
      return std::move(merge.result);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::conflict) throw;
      m_report.reason = error.what();
      return std::nullopt;
    }
  }

  void complete(const records::TaskHead& node) {
    m_report.reason = hindrance(node);
    if (!m_report.reason.empty()) return;
    const std::optional<std::string> result = merged(node);
    if (!result) return;
    const TaskId id{node.legacy_id};
    SetVariable set;
    set.name = k_final;
    set.value.text = json::quoted(*result);
    set.reason = "propagated";
    (void)tasks::apply_change(m_writer, {id, set, {}}, "Final");
    Precondition any_state;
    any_state.force = Force::yes;
    m_report.completed.push_back(
        tasks::apply_change(m_writer, {id, CompleteTask{set.value}, any_state}, "Final"));
  }

  void end_tree(const records::TaskHead& root) {
    m_report.reason = root.legacy_id + " is the root";
    if (!variables::StateRows(m_writer.connection()).find("tree", root.tree_id)) return;
    const std::string& record = m_writer.texts().find(root.id, 0, records::Chunks::left_out);
    const std::string_view state = json::find_member(json::find_member(record, "metadata"), "rlm_state");
    const std::string value(records::read_variable_text(json::find_member(state, k_final)).value);
    if (value.empty() || value == "null") return;
    SetVariable set;
    set.name = k_final;
    set.value.text = value;
    set.reason = "propagated";
    const StateName tree{StateScope::tree, root.tree_id};
    const Precondition none;
    const std::string where = k_final;
    m_writer.work_for(records::node_id_of_task(m_writer.connection(), root.id));
    variables::StateVariables document(m_writer, tree, none);
    (void)variables::set_variable(document, set, {none, m_writer.now(), where});
    m_report.reason += ", and its Final is that of the tree";
  }

  const Store& m_store;
  writing::TaskWriter m_writer;
  trees::TreeRows m_trees;
  FinalReport m_report;
};

}  // namespace

FinalReport propagate_final(Store& store, const TaskId& task) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  FinalReport report;
  {
    db::WriteTransaction transaction(connection);
    report = WayUp(store, connection).run(variables::get_task(connection, task));
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
