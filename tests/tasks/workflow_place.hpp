// SPDX-License-Identifier: MIT
/// Checkpoints of workflows, loops and a working tree in one line each.
#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "json/json_layout.hpp"
#include "loops/loop_document.hpp"
#include "loops/loop_rows.hpp"
#include "records/task_rows.hpp"
#include "rlmdb/workflow.hpp"
#include "task_place.hpp"
#include "util/sha256.hpp"

namespace rlmdb::test {

inline WorkflowOwner loop(const std::string& id) {
  return {WorkflowKind::loop, id};
}
inline WorkflowOwner workflow(const std::string& id) {
  return {WorkflowKind::workflow, id};
}

/// A database, and a working tree beside it.
class WorkflowPlace : public TaskPlace {
 public:
  WorkflowPlace() { std::filesystem::create_directories(root()); }

  [[nodiscard]] std::filesystem::path root() const { return file("project"); }

  void write(const std::string& path, const std::string& bytes) const {
    std::filesystem::create_directories((root() / path).parent_path());
    write_all(root() / path, bytes);
  }

  /// A loop as an import or `loop start` leaves it.
  void add_loop(const std::string& id, const std::string& document) {
    const auto use = db::connections_of(store()).use();
    db::Connection& connection = use.connection();
    db::WriteTransaction transaction(connection);
    records::TaskRows ids(connection);
    loops::LoopHead head;
    head.id = ids.next_id();
    ids.use_ids(head.id + 1);
    head.place = ".aiwg/ralph/loops/" + id + "/state.json";
    head.family = "ralph";
    head.loop_id = id;
    std::string compact;
    json::append_compact(compact, document);
    const loops::LoopDocument split = loops::split_loop_document(compact);
    head.outline = split.outline;
    loops::LoopRows rows(connection);
    rows.insert(head);
    for (const loops::LoopList list : k_members_of<loops::LoopList>)
      rows.replace(head.id, list, split.list(list));
    transaction.commit();
  }

  [[nodiscard]] std::string loop_text(const std::string& id) {
    const auto use = db::connections_of(store()).use();
    loops::LoopRows rows(use.connection());
    const loops::LoopHead head = rows.find_by_loop(id).at(0);
    loops::LoopDocument document;
    document.outline = head.outline;
    for (const loops::LoopList list : k_members_of<loops::LoopList>)
      document.list(list) = rows.entries(head.id, list);
    return loops::join_loop_document(document);
  }

  WorkflowCheckpoint take(const WorkflowOwner& owner, const std::string& json,
                          const std::vector<std::string>& artifacts = {}) {
    NewWorkflowCheckpoint asked;
    asked.owner = owner;
    if (!json.empty()) asked.document = JsonText{json};
    asked.artifacts = artifacts;
    asked.root = root();
    return create_workflow_checkpoint(store(), asked);
  }

  [[nodiscard]] RestoreOptions restoring(const WorkflowOwner& owner,
                                         RestoreStrategy strategy = RestoreStrategy::last) const {
    RestoreOptions options;
    options.owner = owner;
    options.strategy = strategy;
    options.root = root();
    return options;
  }
  RestoreReport restore(const RestoreOptions& options) { return restore_workflow(store(), options); }
  RestoreReport restore_selected(const WorkflowOwner& owner, const std::string& id) {
    RestoreOptions options = restoring(owner, RestoreStrategy::select);
    options.id = id;
    return restore(options);
  }

  [[nodiscard]] std::string content() const { return content_of(database()); }
};

/// "done done failed skipped skipped skipped"
inline std::string outcomes(const RestoreReport& report) {
  std::string text;
  for (const RestoreStep& step : report.steps)
    text += (text.empty() ? "" : " ") + std::string(to_text(step.outcome));
  return text;
}

inline std::string detail_of(const RestoreReport& report, RestoreStepKind kind) {
  return report.steps.at(static_cast<std::size_t>(kind)).detail;
}

inline const std::string k_seed_loop = "ralph-fix-tests-a1b2c3d4";

inline std::string multi_loop(const std::string& hash = "abc123...") {
  return R"({"checkpoint_id":"cp-001-multi-loop","workflow_id":"ralph-fix-tests-a1b2c3d4","loop_id":"ralph-fix-tests-a1b2c3d4","workflow_type":"ralph_loop","created_at":"2026-02-02T21:05:00Z","trigger":"iteration","state":{"phase":"construction","step":"implement_issue","progress":{"total_steps":200,"completed_steps":5,"percentage":2.5},"iteration":{"current":5,"max":200,"failures":0},"artifacts":[{"path":"src/auth/login.ts","hash":")" +
         hash +
         R"(","status":"modified"}],"variables":{"current_issue":"#268","implementation_approach":"multi-loop"}},"execution_config":{"model":"claude-sonnet-4.5","temperature":0,"execution_mode":"strict","agent":"Software Implementer"},"metadata":{"size_bytes":4096,"compression":"gzip","retention_days":30,"schema_version":"2.0"}})";
}

inline std::string state_at(int iteration) {
  return R"({"phase":"construction","progress":{"completed_steps":)" + std::to_string(iteration) +
         R"(},"iteration":{"current":)" + std::to_string(iteration) +
         R"(},"artifacts":[],"variables":{"i":)" + std::to_string(iteration) + "}}";
}

inline std::string loop_document(const std::string& regressions = "[]") {
  return R"({"loop_id":"ralph-fix-tests-a1b2c3d4","status":"failed","task":"fix","iteration":9,"max_iterations":20,)"
         R"("iteration_history":[{"iteration":9,"artifacts":[{"path":"a.ts","hash":"x","size_bytes":1}]}],)"
         R"("regression_events":)" +
         regressions + "}";
}

inline std::string regression(int iteration, const std::string& severity, const std::string& more = "") {
  return R"({"timestamp":"2026-02-02T21:07:00Z","iteration":)" + std::to_string(iteration) +
         R"(,"regression_type":"test_deletion","severity":")" + severity + "\"" + more + "}";
}

inline void damage(WorkflowPlace& place, const std::string& id) {
  place.edit(
      "UPDATE contents SET body = replace(body, 'construction', 'destruction!') WHERE id = (SELECT "
      "content_id FROM workflow_checkpoints WHERE checkpoint_id = '" +
      id + "')");
}

}  // namespace rlmdb::test
