// SPDX-License-Identifier: MIT

#include <string>

#include "checkpoints/set_back.hpp"
#include "events/event_rows.hpp"
#include "events/previous_values.hpp"
#include "records/output_rows.hpp"
#include "records/record_text.hpp"
#include "records/task_head.hpp"
#include "records/task_rows.hpp"
#include "recovery/recovery_plan.hpp"
#include "tasks/run_details.hpp"
#include "trees/tree_rows.hpp"
#include "util/clock.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::recovery {

namespace {

constexpr std::string_view k_exhausted = "attempts_exhausted";

/// Writes what the plans of one call say. All events have one time.
class Application {
 public:
  Application(db::Connection& connection, std::string_view plan)
      : m_connection(connection),
        m_trees(connection),
        m_tasks(connection),
        m_heads(connection),
        m_events(connection),
        m_texts(connection),
        m_at(util::utc_now_text()),
        m_plan(plan.empty() ? "" : " plan:" + std::string(plan)) {}

  /// Whether there was anything to do.
  bool apply(const TreeId& tree, const NodePlan& node, std::int64_t id) {
    if (node.decision == Decision::resume || node.decision == Decision::retry) {
      queue_again(tree, node, id);
      return true;
    }
    if (node.decision != Decision::give_up || node.state != "running") return false;
    fail(tree, node, id);
    return true;
  }

 private:
  void queue_again(const TreeId& tree, const NodePlan& node, std::int64_t id) {
    const std::optional<std::string> old_pid_json = m_trees.pid_json(id);
    const std::optional<std::string> old_end_json = m_trees.completed_at_json(id);
    const std::string reason = node.cause + m_plan;
    const std::int64_t seq =
        write_event(tree, node, m_heads.get(id), "queued", EventKind::task_recovered, reason);
    m_events.insert_change(seq, id, "/state", '"' + node.state + '"');
    if (old_end_json) m_events.insert_change(seq, id, "/completedAt", *old_end_json);
    if (old_pid_json) m_events.insert_change(seq, id, "/pid", *old_pid_json);
    m_tasks.queue_again(id, node.checkpoint_id, seq);
    if (node.variables_back > 0) set_variables_back(node, id);
  }

  /// With an event of its own: whoever wants what the lost run had sets it back to the moment before.
  void set_variables_back(const NodePlan& node, std::int64_t id) {
    const records::TaskHead head = m_heads.get(id);
    const Precondition as_a_whole{.force =
                                      Force::yes};  // read-only ones and the prompt are of the same moment
    writing::TaskWriter writer(m_connection);
    (void)checkpoints::SetBack(writer, as_a_whole, node.checkpoint_id)
        .task(head, checkpoints::resume_state(m_connection, head, node.checkpoint_id).json);
  }

  /// As the end of its last lease would have: errors of attempts before stay, before this one.
  void fail(const TreeId& tree, const NodePlan& node, std::int64_t id) {
    const std::string reason = std::string(k_exhausted) + m_plan;
    records::TaskHead head = m_heads.get(id);
    if (head.has_error) {
      writing::TaskWriter writer(m_connection);
      head = tasks::with_failed_result(writer, head, {std::string(k_exhausted)}, {},
                                       {.kind = EventKind::task_updated, .reason = reason});
    }
    const std::string before = m_texts.find(id, 0);
    records::NewState next;
    next.state = "failed";
    if (head.started_at) next.started_at = *head.started_at;
    next.completed_at = m_at;
    next.attempts = head.attempts + 1;
    next.end = records::EndMember::error;
    next.end_value = records::Cell::of_text(k_exhausted);
    const std::int64_t seq = write_event(tree, node, head, "failed", EventKind::task_failed, reason);
    m_heads.update(head, next, seq);
    events::keep_previous_values(m_events, seq, id, before, m_texts.find(id, 0));
    m_heads.fold_output(id);
  }

  std::int64_t write_event(const TreeId& tree, const NodePlan& node, const records::TaskHead& head,
                           std::string_view new_state, EventKind kind, const std::string& reason) {
    events::NewEvent event{.at = m_at, .kind = kind};
    event.task_id = head.id;
    event.tree_id = tree.text;
    event.prev_seq = head.last_event_seq;
    event.old_state = node.state;
    event.new_state = new_state;
    event.reason = reason;
    return m_events.insert(event);
  }

  db::Connection& m_connection;
  trees::TreeRows m_trees;
  records::TaskRows m_tasks;
  records::TaskHeads m_heads;
  events::EventRows m_events;
  records::RecordTextFinder m_texts;
  std::string m_at;
  std::string m_plan;
};

}  // namespace

std::uint64_t apply_plans(db::Connection& connection, const std::vector<PlannedTree>& planned,
                          std::string_view plan) {
  Application application(connection, plan);
  std::uint64_t changed = 0;
  for (const PlannedTree& tree : planned)
    for (std::size_t i = 0; i < tree.plan.nodes.size(); ++i)
      if (application.apply(tree.plan.tree_id, tree.plan.nodes[i], tree.ids[i])) ++changed;
  return changed;
}

void take_plans(std::vector<PlannedTree> planned, RecoveryReport& report) {
  for (PlannedTree& tree : planned) {
    if (tree.is_outside) {
      report.tasks = std::move(tree.plan.nodes);
    } else {
      report.trees.push_back(std::move(tree.plan));
    }
  }
}

}  // namespace rlmdb::recovery
