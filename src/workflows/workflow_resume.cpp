// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <vector>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "loops/best_iteration.hpp"
#include "loops/loop_check.hpp"
#include "loops/loop_edit.hpp"
#include "loops/loop_facts.hpp"
#include "workflows/workflow_record.hpp"
#include "writing/given_json.hpp"

namespace rlmdb::workflows {

namespace {

using loops::LoopFact;

/// What only the end of a loop says.
constexpr std::array<std::string_view, 3> k_of_the_end = {"endTimestamp", "totalDuration_ms", "finalResult"};

/// Wherever the document says it, it says `raw`. Returns whether it does.
bool set_known(std::string& outline, LoopFact fact, const std::string& raw) {
  const std::vector<loops::MemberPlace> places = loops::places_to_change(outline, fact, raw);
  for (const loops::MemberPlace& place : places) outline = loops::with_member_at(outline, place, raw);
  return !places.empty();
}

/// Under way with that status. Of one that had ended nothing is left that says so.
void go_on(std::string& outline, std::string_view status) {
  if (loops::is_ended(loops::standing_of(outline)) &&
      !json::find_member(outline, "detection_enabled").empty())
    outline = json::with_member(outline, "detection_enabled", "true");
  for (const loops::MemberPlace& place : loops::places_of(outline, LoopFact::finished_at))
    outline = loops::with_member_at(outline, place, "");
  for (const std::string_view name : k_of_the_end) outline = json::with_member(outline, name, "");
  if (!set_known(outline, LoopFact::status, writing::json_string(status)))
    outline = json::with_member(outline, "status", writing::json_string(status));
  (void)set_known(outline, LoopFact::is_active, "true");
  (void)set_known(outline, LoopFact::is_completed, "false");
}

/// Of iteration_history.
std::vector<loops::ScoredEntry> scored_of(const loops::LoopDocument& document) {
  std::vector<loops::ScoredEntry> scored;
  for (const std::string& entry : document.list(loops::LoopList::iteration_history)) {
    const std::string_view score = json::find_member(entry, "quality_score");
    if (score.empty() || json::kind_of(score) != json::JsonKind::number) continue;
    scored.push_back({json::exact_int64(json::find_member(entry, "iteration")), loops::number_of(score),
                      json::text_member(entry, "snapshot_path"), json::text_member(entry, "timestamp")});
  }
  return scored;
}

/// One that is rolled back is the best no longer.
void keep_standing_best(loops::LoopDocument& document, std::int64_t iteration, const std::string& now) {
  const auto best = json::exact_int64(
      json::find_member(json::find_member(document.outline, "best_iteration"), "iteration"));
  if (!best || *best <= iteration) return;
  const auto standing = loops::best_text(loops::standing(scored_of(document), iteration), now);
  document.outline = json::with_member(document.outline, "best_iteration", standing.value_or("null"));
}

loops::LoopDocument recovering(std::string_view compact, const std::string& now) {
  loops::LoopDocument document = loops::split_loop_document(compact);
  std::string& outline = document.outline;
  const std::int64_t attempts = loops::find_number(outline, LoopFact::recovery_attempts).value_or(0);
  go_on(outline, "recovering");
  const std::string one_more = std::to_string(attempts + 1);
  if (!set_known(outline, LoopFact::recovery_attempts, one_more))
    outline = json::with_member(outline, "recoveryAttempts", one_more);
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
    if (!set_known(outline, LoopFact::iteration, iteration))
      outline = json::with_member(outline, "iteration", iteration);
    keep_standing_best(document, *head.iteration, now);
  }
  go_on(outline, "running");
  (void)set_known(outline, LoopFact::last_updated, writing::json_string(now));
  return document;
}

}  // namespace rlmdb::workflows
