// SPDX-License-Identifier: MIT
#include "grid/grid_context.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "grid/git_subject_rules.hpp"
#include "grid/grid_document.hpp"
#include "grid/grid_resume_point.hpp"
#include "grid/grid_scenario.hpp"
#include "grid/grid_steps.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb::grid {

namespace {

/// Lists of texts by their names, each text once.
class WarmthLists {
 public:
  /// The lists of `object`, behind what is there.
  void add(std::string_view object) {
    if (!object.starts_with('{')) return;
    std::vector<json::Member> members;
    json::split_members(object, members);
    for (const json::Member& member : members) {
      const std::string name = json::text_of(member.raw_name).value_or("");
      if (member.kind == JsonKind::array && name != "accumulated_from") add(name, texts_in(member.raw_value));
    }
  }
  [[nodiscard]] std::vector<GridWarmthCategory> take() { return std::move(m_lists); }

 private:
  void add(const std::string& name, std::vector<std::string> items) {
    if (items.empty()) return;
    const auto [place, is_new] = m_places.emplace(name, m_lists.size());
    if (is_new) m_lists.push_back({name, {}});
    for (std::string& item : items) {
      if (m_known.emplace(place->second, item).second)
        m_lists[place->second].items.push_back(std::move(item));
    }
  }

  std::vector<GridWarmthCategory> m_lists;
  std::map<std::string, std::size_t> m_places;
  std::set<std::pair<std::size_t, std::string>> m_known;
};

std::vector<GridWarmthCategory> read_warmth(const GridMission& mission) {
  WarmthLists warmth;
  if (const GridFile* const file = mission.snapshot->find("WARMTH.md")) warmth.add(file->document);
  for (const GridSummary& summary : mission.summaries)
    warmth.add(json::find_member(summary.file->document, "lessons_learned"));
  for (const GridCheckpointFile& checkpoint : mission.checkpoints)
    warmth.add(json::find_member(checkpoint.shown.document, "warmth"));
  return warmth.take();
}

std::vector<GridBlocker> blockers_of(const GridSnapshot& snapshot) {
  std::vector<GridBlocker> blockers;
  const GridFile* const file = snapshot.find("BLOCKERS.md");
  if (file == nullptr) return blockers;
  for (const std::string_view raw : elements_in(file->document, "blockers"))
    blockers.push_back({text_in(raw, "number"), text_in(raw, "status"), text_in(raw, "block"),
                        text_in(raw, "thread"), text_in(raw, "type"), text_in(raw, "description"),
                        text_in(raw, "resolution"), text_in(raw, "resolved_at"), text_in(raw, "waiting_for"),
                        text_in(raw, "created_at")});
  return blockers;
}

/// Whether `threads` have it: the same thread of the same block, or the same commit.
bool is_known(const std::vector<GridCompletedThread>& threads, const GridCompletedThread& thread) {
  const auto is_same = [&](const GridCompletedThread& known) {
    const bool is_same_thread = !known.id.empty() && is_same_block(known.block, thread.block) &&
                                thread_number(known.id) == thread_number(thread.id);
    const bool is_same_commit = !known.commit.empty() && thread.commit.starts_with(known.commit);
    return is_same_thread || is_same_commit;
  };
  return std::any_of(threads.begin(), threads.end(), is_same);
}

/// Of a thread that is partial here and complete there the latter.
std::vector<GridCompletedThread> join_known(std::vector<GridCompletedThread> threads,
                                            const std::vector<GridCompletedThread>& more) {
  for (const GridCompletedThread& thread : more) {
    const auto same = std::find_if(threads.begin(), threads.end(), [&](const GridCompletedThread& known) {
      return is_known({known}, thread);
    });
    if (same == threads.end()) {
      threads.push_back(thread);
    } else if (same->status == "partial") {
      *same = thread;
    }
  }
  return threads;
}

std::vector<GridCompletedThread> read_completed(const GridMission& mission, const GridFound& found) {
  std::vector<GridCompletedThread> threads;
  for (const GridSummary& summary : mission.summaries)
    threads.insert(threads.end(), summary.commits.begin(), summary.commits.end());
  if (mission.state) threads = join_known(std::move(threads), mission.state->completed_threads);
  if (!mission.checkpoints.empty())
    threads = join_known(std::move(threads), mission.checkpoints.front().completed_threads);
  for (const GridCompletedThread& thread : found.git_threads) {
    if (!is_known(threads, thread)) threads.push_back(thread);
  }
  // A commit may be named as the plan names its thread.
  for (GridCompletedThread& thread : threads) {
    const std::string title = subject_of(thread.name).title;
    if (thread.id.empty())
      thread.id = mission.thread_named(thread.block, title.empty() ? thread.name : title);
  }
  std::stable_sort(threads.begin(), threads.end(),
                   [](const GridCompletedThread& left, const GridCompletedThread& right) {
                     return number_of(left.block) < number_of(right.block);
                   });
  return threads;
}

void take_work(const GridMission& mission, const GridFound& found, GridContext& context) {
  for (const GridSummary& summary : mission.summaries) {
    if (summary.block.empty()) {
      context.passed_over.push_back({summary.file->name, "it names no block"});
    } else if (summary.is_complete()) {
      context.completed_blocks.push_back({summary.block, summary.completed_at, summary.file->name});
    } else {
      context.passed_over.push_back({summary.file->name, "block " + summary.block + " is " + summary.status});
    }
  }
  for (const GridFile* const lost : mission.lost_summaries)
    context.passed_over.push_back({lost->name, "it cannot be read"});
  context.completed_threads = read_completed(mission, found);
  for (const GridPlanFile& plan : mission.plans) {
    if (mission.complete_summary(plan.block) == nullptr)
      context.pending_plans.push_back({plan.file->name, plan.block, plan.wave, plan.file->text});
  }
}

std::vector<GridThread> threads_of_block(const GridMission& mission, const std::string& block) {
  if (const GridPlanFile* const plan = mission.plan(block); plan != nullptr && !plan->threads.empty())
    return plan->threads;
  std::vector<GridThread> threads;
  if (mission.checkpoints.empty() || !is_same_block(mission.checkpoints.front().shown.block, block))
    return threads;
  const GridCheckpointFile& checkpoint = mission.checkpoints.front();
  for (const GridCompletedThread& done : checkpoint.completed_threads)
    threads.push_back({done.id, done.name});
  if (!checkpoint.shown.thread.empty())
    threads.push_back({checkpoint.shown.thread, checkpoint.shown.thread_name});
  threads.insert(threads.end(), checkpoint.pending_threads.begin(), checkpoint.pending_threads.end());
  return threads;
}

void take_threads(const GridMission& mission, GridContext& context) {
  GridResumePoint& point = context.resume_point;
  if (point.block.empty()) return;
  for (const GridThread& thread : threads_of_block(mission, point.block)) {
    const auto is_it = [&](const GridCompletedThread& done) {
      return done.status != "partial" && is_same_block(done.block, point.block) && !done.id.empty() &&
             thread_number(done.id) == thread_number(thread.id);
    };
    const std::string id = thread_id(two_digits(point.block), thread.id);
    const bool is_named = std::any_of(point.threads.begin(), point.threads.end(),
                                      [&](const GridBlockThread& known) { return known.id == id; });
    if (!is_named)
      point.threads.push_back(
          {id, thread.name,
           std::any_of(context.completed_threads.begin(), context.completed_threads.end(), is_it)});
  }
}

void take_state(const GridMission& mission, GridContext& context) {
  context.cluster = mission.cluster.empty() ? "unknown" : mission.cluster;
  if (!mission.state) return;
  context.status = mission.state->status;
  context.mode = text_in(mission.state->file->document, "mode");
  context.error = text_in(mission.state->file->document, "error");
}

/// The user names the block: what the files say becomes what was passed over.
void go_on_from(const GridMission& mission, std::string_view block, GridFound& found) {
  const std::int64_t number = number_of(block);
  const std::int64_t total = mission.state ? mission.state->position.block_total.value_or(number) : number;
  const bool is_known = mission.plan(block) != nullptr || mission.complete_summary(block) != nullptr ||
                        (mission.plans.empty() && number <= total);
  if (number < 0 || !is_known)
    throw Error(ErrorCode::not_found, "the mission has no block " + std::string(block), std::string(block),
                "`rlmdb grid status` lists its blocks");
  std::string passed = found.point.what;
  if (passed.ends_with('.')) passed.pop_back();
  found.passed_over.push_back({std::move(passed), "you named block " + std::string(block)});
  const std::string feedback = found.point.user_feedback;
  std::string why = "You said so.";
  if (mission.complete_summary(block) != nullptr) why += " That block is complete: this does it again.";
  const GridPlanFile* const plan = mission.plan(block);
  found.point = at_thread(mission, plan == nullptr ? block_text(number) : plan->block, {}, std::move(why));
  found.point.user_feedback = feedback;
}

void append(std::vector<GridPassedOver>& all, const std::vector<GridPassedOver>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// A STATE.md that was rebuilt, and in which nothing was done since, is as sure as what it was rebuilt from.
void cap_by_rebuilt_state(const GridMission& mission, GridContext& context) {
  if (!mission.state) return;
  const std::string_view document = mission.state->file->document;
  const auto confidence = named<GridConfidence>(text_in(document, "confidence"));
  const std::string updated_at = text_in(document, "updated_at");
  if (!confidence || *confidence >= context.confidence ||
      text_in(document, "session_id") != updated_at + "-recovered")
    return;
  context.confidence = *confidence;
  context.rests_on.push_back("STATE.md was rebuilt with confidence " + text_in(document, "confidence"));
}

}  // namespace

GridContext context_of(const GridSnapshot& snapshot, const GridSurroundings& surroundings,
                       std::string_view from_block) {
  const GridMission mission = read_mission(snapshot);
  const GridJudgement judgement = judge(mission, surroundings.now);
  GridFound found = find_resume_point(mission, judgement, surroundings.git);
  if (!from_block.empty()) go_on_from(mission, from_block, found);
  GridContext context{.place = snapshot.place, .scenario = judgement.scenario};
  take_state(mission, context);
  context.silent_seconds = judgement.silent_seconds;
  append(context.passed_over, judgement.passed_over);
  append(context.passed_over, found.passed_over);
  if (mission.is_scratchpad_unread)
    context.passed_over.push_back({"SCRATCHPAD.md", "no entry of it can be read"});
  take_work(mission, found, context);
  context.warmth = read_warmth(mission);
  context.decisions = mission.decisions;
  context.blockers = blockers_of(snapshot);
  if (!mission.checkpoints.empty()) context.checkpoint = mission.checkpoints.front().shown;
  // What was rolled back is no longer there to build on.
  if (context.checkpoint && repair_of(context.checkpoint->user_response) == "rollback") {
    context.checkpoint->partial_work.clear();
    context.checkpoint->last_action.clear();
  }
  context.validation = validate(mission, surroundings);
  context.position = std::move(found.position);
  context.rests_on = std::move(found.rests_on);
  context.confidence = found.confidence;
  cap_by_rebuilt_state(mission, context);
  if (!context.validation.is_valid()) {
    context.confidence =
        std::min(context.confidence, judgement.scenario == GridScenario::corrupted ? GridConfidence::high
                                                                                   : GridConfidence::medium);
  }
  if (mission.state && is_markdown(mission.state->file->document)) {
    context.confidence = GridConfidence::low;
    context.rests_on.emplace_back("STATE.md is Markdown, and was read by its labels");
  }
  for (const GridUnknownWord& word : mission.unknown_words) {
    context.confidence = GridConfidence::low;
    context.rests_on.push_back("nobody knows what " + word.file + " means by \"" + word.text + "\"");
  }
  if (!found.point.unknown.empty()) {
    context.confidence = GridConfidence::low;
    context.rests_on.push_back(found.point.unknown);
  }
  context.resume_point = std::move(found.point);
  take_threads(mission, context);
  context.needs_approval = !context.resume_point.unknown.empty() || !mission.unknown_words.empty() ||
                           !context.validation.is_valid() || context.scenario == GridScenario::corrupted ||
                           context.scenario == GridScenario::session_death;
  return context;
}

}  // namespace rlmdb::grid
