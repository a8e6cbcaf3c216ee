// SPDX-License-Identifier: MIT
#include "grid/grid_resume_point.hpp"

#include <algorithm>
#include <array>

#include "grid/grid_rebuild.hpp"
#include "grid/grid_scenario.hpp"
#include "grid/grid_steps.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "util/text_bytes.hpp"

namespace rlmdb::grid {

namespace {

/// "dark (Modern preference): Developer blog, dark is expected".
std::string choice_of(const GridDecision& decision) {
  std::string text = decision.choice;
  for (const GridOption& option : decision.options)
    if (option.key == decision.choice && !option.text.empty()) text += " (" + option.text + ")";
  return decision.rationale.empty() ? text : text + ": " + decision.rationale;
}

/// Without the marks at its end.
std::string folded_question(std::string_view text) {
  while (!text.empty() &&
         (text.back() == '?' || text.back() == '.' || text.back() == ' ' || text.back() == '\n'))
    text.remove_suffix(1);
  return util::fold_word(text);
}

/// One checkpoint while the point is found that it leads to.
class FromCheckpoint {
 public:
  FromCheckpoint(const GridMission& mission, const GridCheckpointFile& file)
      : m_mission(mission), m_file(file) {}

  [[nodiscard]] GridResumePoint find() const {
    const std::string& type = shown().type;
    GridResumePoint point = type == "human_action" ? acted()
                            : type == "decision"   ? decided()
                            : type == "failure"    ? failed()
                            : m_file.asks()        ? verified()
                                                   : here(said("stopped in it"));
    if (point.user_feedback.empty()) point.user_feedback = shown().user_response;
    if (!point.wave) point.wave = m_file.wave;
    return point;
  }

  [[nodiscard]] GridResumePoint failed() const {
    const std::string_view answer = repair_of(shown().user_response);
    if (answer == "rollback") return here(said("failed, and its partial work was rolled back"));
    if (answer == "retry") return here(said("failed and is tried again, with the error in view"));
    if (answer == "manual" && m_mission.state && m_mission.state->status != "active") {
      GridResumePoint point = here(said("failed, and the user repairs it"));
      point.next = GridNext::wait;
      point.awaiting = "The user to repair it and to answer the checkpoint";
      point.what = "Wait until the user has repaired it. Then: " + point.what;
      return point;
    }
    if (!shown().user_response.empty()) return here(said("failed, and the user answered"));
    GridResumePoint point = here(said("failed"));
    point.next = GridNext::choose;
    point.what = "Ask the user what to do about " + name_of(shown().block, thread()) + ", which failed.";
    point.awaiting =
        shown().awaiting.empty() ? "The user to choose rollback, retry or manual" : shown().awaiting;
    point.options = {
        {"rollback", "Take the partial work back to the last commit, then begin the thread again"},
        {"retry", "Begin the thread again on top of the partial work, with the error in view"},
        {"manual", "The user repairs it; then the thread goes on"}};
    return point;
  }

 private:
  [[nodiscard]] const GridCheckpoint& shown() const { return m_file.shown; }
  /// The one that the user is asked about, or that was worked on.
  [[nodiscard]] GridThread thread() const {
    return m_file.asks() ? GridThread{m_file.asked_thread, m_file.asked_name}
                         : GridThread{shown().thread, shown().thread_name};
  }
  [[nodiscard]] GridResumePoint here(std::string why) const {
    return at_thread(m_mission, shown().block, thread(), std::move(why));
  }
  /// "CHECKPOINT.md (human_verify): thread 02.4 was approved."
  [[nodiscard]] std::string said(const std::string& what) const {
    const std::string name = thread().id.empty() ? "the thread" : "thread " + thread().id;
    return shown().file + " (" + (shown().type.empty() ? "of no type" : shown().type) + "): " + name + " " +
           what + ".";
  }
  [[nodiscard]] GridResumePoint waiting(GridNext next, const std::string& awaiting) const {
    GridResumePoint point = here(said("waits for the user"));
    point.next = next;
    point.awaiting = shown().awaiting.empty() ? awaiting : shown().awaiting;
    point.what = "Wait at " + name_of(shown().block, thread()) + ": " + point.awaiting;
    return point;
  }

  [[nodiscard]] GridResumePoint verified() const {
    if (shown().user_response.empty()) return waiting(GridNext::wait, "The user to verify the work");
    if (!is_approval(shown().user_response))
      return answered(said("was not approved: the user's answer says why"));
    if (auto point = at_other_thread(said("was approved"))) return *std::move(point);
    const std::string& asked = m_file.asked_thread;
    return after_thread(m_mission, shown().block, asked, &m_file, said("was approved"));
  }
  /// The thread that was begun beside the one that the user was asked about.
  [[nodiscard]] std::optional<GridResumePoint> at_other_thread(std::string why) const {
    const std::string& current = shown().thread;
    if (thread_number(m_file.asked_thread) == thread_number(current) ||
        m_mission.is_done(shown().block, current))
      return std::nullopt;
    why.back() = ',';
    return at_thread(m_mission, shown().block, {current, shown().thread_name},
                     why + " and thread " + current + " is in progress.");
  }
  [[nodiscard]] GridResumePoint answered(const std::string& why) const {
    if (m_mission.is_done(shown().block, m_file.asked_thread))
      if (auto point = at_other_thread(why)) return *std::move(point);
    return here(why);
  }
  [[nodiscard]] GridResumePoint acted() const {
    if (shown().user_response.empty()) return waiting(GridNext::wait, "The user to act");
    return answered(said("waited for the user, who has answered"));
  }
  [[nodiscard]] GridResumePoint decided() const {
    if (!shown().user_response.empty()) return answered(said("waited for a decision, which is made"));
    if (const GridDecision* const made = made_elsewhere()) {
      GridResumePoint point =
          answered(said("waited for a decision, which DECISIONS.md has (" + made->number + ")"));
      point.user_feedback = choice_of(*made);
      return point;
    }
    GridResumePoint point = waiting(GridNext::choose, "The user to decide");
    point.options = shown().options;
    return point;
  }

  /// A decision of the same question that was written down after the checkpoint asked for it, or nobody knows
  /// when.
  [[nodiscard]] const GridDecision* made_elsewhere() const {
    const GridFile* const log = m_mission.snapshot->find("DECISIONS.md");
    for (const GridDecision& decision : m_mission.decisions) {
      const auto made_ms = moment_of(decision.at, log->utc_offset_minutes);
      const bool is_older = m_file.taken_ms && made_ms && *made_ms < *m_file.taken_ms;
      if (!is_older && !decision.choice.empty() && is_asked(decision.question)) return &decision;
    }
    return nullptr;
  }
  [[nodiscard]] bool is_asked(std::string_view question) const {
    const std::string wanted = folded_question(question);
    if (wanted.empty()) return false;
    const std::string_view details = json::find_member(shown().document, "checkpoint_details");
    for (const std::string_view holder : {details, std::string_view(shown().document)})
      for (const char* const name : {"question", "decision", "decision_needed", "awaiting"})
        if (folded_question(text_in(holder, name)) == wanted) return true;
    return false;
  }

  const GridMission& m_mission;
  const GridCheckpointFile& m_file;
};

/// By STATE.md alone: its own block while that is not complete, else the next one.
GridResumePoint from_state(const GridMission& mission) {
  const GridPosition& position = mission.state->position;
  if (position.block.empty()) return at_next_block(mission, "", "STATE.md names no block.");
  if (mission.complete_summary(position.block) != nullptr)
    return at_next_block(mission, "", "Block " + position.block + " is complete.");
  const std::string block = two_digits(position.block);
  return at_thread(mission, block, {thread_id(block, position.thread), position.thread_name},
                   "STATE.md stands there, and no checkpoint says otherwise.");
}

/// Past blocks and threads that are done: what is done is not done again.
GridResumePoint past_done(const GridMission& mission, GridResumePoint point,
                          const GridCheckpointFile* checkpoint) {
  constexpr int k_most_threads = 10'000;
  for (int i = 0; i < k_most_threads && point.next == GridNext::go_on; ++i) {
    if (const GridSummary* const summary = mission.complete_summary(point.block)) {
      const std::string why =
          point.why + " Block " + point.block + " is complete by " + summary->file->name + ".";
      const std::string feedback = point.user_feedback;
      point = at_next_block(mission, point.block, why);
      point.user_feedback = feedback;
      continue;
    }
    if (!mission.is_done(point.block, point.thread)) break;
    const std::string thread = point.thread;
    const std::string feedback = point.user_feedback;
    point =
        after_thread(mission, point.block, thread, checkpoint, point.why + " Thread " + thread + " is done.");
    point.user_feedback = feedback;
  }
  return point;
}

GridResumePoint after_failure(const GridMission& mission, const GridCheckpointFile* checkpoint) {
  if (checkpoint != nullptr) {
    GridResumePoint point = FromCheckpoint(mission, *checkpoint).failed();
    point.user_feedback = checkpoint->shown.user_response;
    return point;
  }
  // STATE.md alone says that it failed: its position is the thread's.
  GridCheckpointFile file;
  const GridPosition& position = mission.state->position;
  file.shown = {.file = "STATE.md",
                .type = "failed",
                .block = position.block,
                .thread = thread_id(position.block, position.thread),
                .thread_name = position.thread_name};
  return FromCheckpoint(mission, file).failed();
}

/// A STATE.md that was written after the checkpoint and stands elsewhere.
void pass_over_newer_state(const GridMission& mission, const GridCheckpointFile* checkpoint,
                           GridFound& found) {
  if (checkpoint == nullptr || !checkpoint->written_ms || !mission.state->updated_ms ||
      *mission.state->updated_ms <= *checkpoint->written_ms)
    return;
  const GridPosition& position = mission.state->position;
  const std::string id = thread_id(two_digits(position.block), position.thread);
  const bool is_same = is_same_block(position.block, found.point.block) &&
                       (position.thread.empty() || thread_number(id) == thread_number(found.point.thread));
  if (position.block.empty() || is_same) return;
  found.confidence = std::min(found.confidence, GridConfidence::medium);
  found.passed_over.push_back(
      {name_of(two_digits(position.block), {id, position.thread_name}) + ", where STATE.md stands",
       "STATE.md is newer than " + checkpoint->shown.file + ", which says more exactly where it stopped"});
}

GridFound from_files(const GridMission& mission, const GridJudgement& judgement) {
  GridFound found{.rests_on = {"STATE.md says " + mission.state->status},
                  .position = mission.state->position};
  const GridCheckpointFile* const checkpoint = judgement.checkpoint;
  switch (judgement.scenario) {
    case GridScenario::completed:
      found.point = {.what = "Nothing is left to do.", .why = "STATE.md says that the mission is completed."};
      return found;
    case GridScenario::running:
      found.point = past_done(mission, from_state(mission), nullptr);
      found.point.next = GridNext::nothing;
      found.point.what = "Leave it alone: somebody works on it.";
      found.point.why = "STATE.md says active, and something was written less than 10 minutes ago.";
      return found;
    case GridScenario::failure:
      found.point = after_failure(mission, checkpoint);
      break;
    default:
      found.point = checkpoint != nullptr ? FromCheckpoint(mission, *checkpoint).find() : from_state(mission);
  }
  if (checkpoint != nullptr) found.rests_on.push_back(checkpoint->shown.file + " is the newest checkpoint");
  found.point = past_done(mission, std::move(found.point), checkpoint);
  pass_over_newer_state(mission, checkpoint, found);
  return found;
}

/// Threads that were begun and never ended, besides the one to go on with.
void pass_over_open_threads(const GridMission& mission, GridFound& found) {
  if (!mission.state || mission.state->status == "completed") return;
  for (const GridThread& thread : mission.state->open_threads) {
    const std::string block = block_of_thread(thread.id);
    const bool is_there = is_same_block(block, found.point.block) &&
                          thread_number(thread.id) == thread_number(found.point.thread);
    if (is_there || mission.complete_summary(block) != nullptr || mission.is_done(block, thread.id)) continue;
    found.passed_over.push_back(
        {name_of(block, thread), "another thread was begun, and nothing says that it ended"});
  }
}

}  // namespace

GridResumePoint point_of_checkpoint(const GridMission& mission, const GridCheckpointFile& file) {
  const FromCheckpoint from(mission, file);
  return past_done(mission, file.shown.type == "failure" ? from.failed() : from.find(), &file);
}

namespace {

GridFound find_point(const GridMission& mission, const GridJudgement& judgement, const GitFacts& git) {
  if (judgement.scenario == GridScenario::session_death) {
    GridFound found = rebuild_after_death(mission, judgement, git);
    found.point = past_done(mission, std::move(found.point), nullptr);
    return found;
  }
  if (judgement.scenario != GridScenario::corrupted) return from_files(mission, judgement);
  GridFound found = rebuild_corrupted(mission, git);
  if (judgement.checkpoint == nullptr) return found;
  // A checkpoint knows more than what summaries and commits leave to be guessed.
  GridResumePoint point = FromCheckpoint(mission, *judgement.checkpoint).find();
  found.passed_over.push_back(
      {found.point.what, judgement.checkpoint->shown.file + " says more exactly where it stopped"});
  if (!point.block.empty()) {
    found.position.block = point.block;
    found.position.wave = point.wave;
    found.position.thread = point.thread;
    found.position.thread_name = point.thread_name;
  }
  found.rests_on.push_back(judgement.checkpoint->shown.file + " is the newest checkpoint");
  found.point = std::move(point);
  return found;
}

}  // namespace

GridFound find_resume_point(const GridMission& mission, const GridJudgement& judgement, const GitFacts& git) {
  GridFound found = find_point(mission, judgement, git);
  pass_over_open_threads(mission, found);
  return found;
}

}  // namespace rlmdb::grid
