// SPDX-License-Identifier: MIT
#include "workflows/workflow_resume.hpp"

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "loops/loop_status.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::workflows {

namespace {

/// The members that are there become `raw`. Returns whether one was.
bool set_known(std::string& outline, std::initializer_list<std::string_view> names, const std::string& raw) {
  bool any = false;
  for (const std::string_view name : names) {
    if (json::find_member(outline, name).empty()) continue;
    outline = json::with_member(outline, name, raw);
    any = true;
  }
  return any;
}

loops::LoopDocument recovering(std::string_view compact, const std::string& now) {
  loops::LoopDocument document = loops::split_loop_document(compact);
  std::string& outline = document.outline;
  const std::int64_t attempts = json::exact_int64(json::find_member(outline, "recoveryAttempts")).value_or(0);
  outline = json::with_member(outline, "status", "\"recovering\"");
  outline = json::with_member(outline, "recoveryAttempts", std::to_string(attempts + 1));
  outline = json::with_member(outline, "lastRecoveryAt", writing::json_string(now));
  return document;
}

}  // namespace

loops::LoopDocument resumed_loop(const loops::LoopDocument& before, const WorkflowHead& head,
                                 std::string_view compact, const std::string& now) {
  if (head.kind == "loop-state") return recovering(compact, now);
  loops::LoopDocument document = before;
  std::string& outline = document.outline;
  if (head.iteration) {
    const std::string iteration = std::to_string(*head.iteration);
    if (!set_known(outline, {"iteration", "currentIteration"}, iteration))
      outline = json::with_member(outline, "iteration", iteration);
  }
  const auto status = json::text_member(outline, "status");
  const auto known = status ? loops::find_loop_status(*status) : std::nullopt;
  if (known && loops::is_ended(*known)) {
    (void)set_known(outline, {"completed_at", "endTime"}, "null");
    (void)set_known(outline, {"detection_enabled"}, "true");
  }
  outline = json::with_member(outline, "status", "\"running\"");
  (void)set_known(outline, {"active"}, "true");
  (void)set_known(outline, {"completed"}, "false");
  (void)set_known(outline, {"last_updated", "lastUpdate"}, writing::json_string(now));
  return document;
}

}  // namespace rlmdb::workflows
