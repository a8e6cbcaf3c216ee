// SPDX-License-Identifier: MIT
#include "tasks/workflow_resume.hpp"

#include "legacy/json_members.hpp"
#include "legacy/json_number.hpp"
#include "legacy/object_text.hpp"
#include "model/loop_status.hpp"
#include "tasks/given_json.hpp"

namespace rlmdb::tasks {

namespace {

/// The members that are there become `raw`. Returns whether one was.
bool set_known(std::string& outline, std::initializer_list<std::string_view> names, const std::string& raw) {
  bool any = false;
  for (const std::string_view name : names) {
    if (legacy::find_member(outline, name).empty()) continue;
    outline = legacy::with_member(outline, name, raw);
    any = true;
  }
  return any;
}

legacy::LoopDocument recovering(std::string_view compact, const std::string& now) {
  legacy::LoopDocument document = legacy::split_loop_document(compact);
  std::string& outline = document.outline;
  const std::int64_t attempts =
      legacy::exact_int64(legacy::find_member(outline, "recoveryAttempts")).value_or(0);
  outline = legacy::with_member(outline, "status", "\"recovering\"");
  outline = legacy::with_member(outline, "recoveryAttempts", std::to_string(attempts + 1));
  outline = legacy::with_member(outline, "lastRecoveryAt", json_string(now));
  return document;
}

}  // namespace

legacy::LoopDocument resumed_loop(const legacy::LoopDocument& before, const store::WorkflowHead& head,
                                  std::string_view compact, const std::string& now) {
  if (head.kind == "loop-state") return recovering(compact, now);
  legacy::LoopDocument document = before;
  std::string& outline = document.outline;
  if (head.iteration) {
    const std::string iteration = std::to_string(*head.iteration);
    if (!set_known(outline, {"iteration", "currentIteration"}, iteration))
      outline = legacy::with_member(outline, "iteration", iteration);
  }
  const auto status = legacy::text_member(outline, "status");
  const auto known = status ? model::find_loop_status(*status) : std::nullopt;
  if (known && model::is_ended(*known)) {
    (void)set_known(outline, {"completed_at", "endTime"}, "null");
    (void)set_known(outline, {"detection_enabled"}, "true");
  }
  outline = legacy::with_member(outline, "status", "\"running\"");
  (void)set_known(outline, {"active"}, "true");
  (void)set_known(outline, {"completed"}, "false");
  (void)set_known(outline, {"last_updated", "lastUpdate"}, json_string(now));
  return document;
}

}  // namespace rlmdb::tasks
