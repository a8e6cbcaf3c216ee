// SPDX-License-Identifier: MIT
#include "grid/grid_rebuild.hpp"

#include <algorithm>
#include <set>

#include "grid/grid_steps.hpp"
#include "grid/grid_values.hpp"
#include "grid/grid_words.hpp"

namespace rlmdb::grid {

namespace {

/// A thread, or a whole block, that something names, and whether that says it is done.
struct Place {
  std::string block;
  std::string thread;  ///< "02.3"; "": the block
  bool is_done = false;
  std::string source;
  std::optional<std::int64_t> written_ms;  ///< since 1970; nullopt: nobody knows

  [[nodiscard]] auto rank() const {
    return std::tuple(number_of(block), thread.empty() ? -1 : thread_number(thread), is_done);
  }
};

std::optional<std::int64_t> ms_of(const std::string& time) {
  const auto known = time_of(time);
  return known ? std::optional(known->ms) : std::nullopt;
}

/// The newer fact wins; of those that were written at once, or nobody knows when, the one that is further.
bool is_weaker(const Place& left, const Place& right) {
  if (left.written_ms && right.written_ms && *left.written_ms != *right.written_ms)
    return *left.written_ms < *right.written_ms;
  return left.rank() < right.rank();
}

/// When the mission began. Where neither STATE.md nor a summary is left, it is no older than its oldest plan:
/// commits from before that may be another mission's.
std::optional<std::int64_t> begun_ms(const GridMission& mission) {
  if (mission.state) return mission.state->created_ms;
  if (!mission.summaries.empty() || !mission.checkpoints.empty()) return std::nullopt;
  constexpr std::int64_t k_ns_in_ms = 1'000'000;
  std::optional<std::int64_t> oldest;
  for (const GridPlanFile& plan : mission.plans) {
    const std::int64_t written = plan.file->modified_ns / k_ns_in_ms;
    if (written > 0) oldest = std::min(oldest.value_or(written), written);
  }
  return oldest;
}

/// The commits of this mission: of blocks, and not older than the mission.
std::vector<const GitCommit*> commits_of(const GridMission& mission, const GitFacts& git) {
  const auto begun = begun_ms(mission);
  std::vector<const GitCommit*> commits;
  for (const GitCommit& commit : git.commits) {
    if (commit.subject.block.empty()) continue;
    const auto at = time_of(commit.at);
    if (begun && at && at->ms < *begun) continue;
    commits.push_back(&commit);
  }
  return commits;
}

/// Threads that commits name, by number or by the thread's name, each by its newest one, oldest first; and
/// commits of blocks that are not complete which name no thread: what they did is done, whosever it was.
std::vector<GridCompletedThread> threads_of(const GridMission& mission,
                                            const std::vector<const GitCommit*>& commits) {
  std::vector<GridCompletedThread> threads;
  std::set<std::pair<std::int64_t, std::int64_t>> seen;
  for (const GitCommit* const commit : commits) {
    const GridSubject& subject = commit->subject;
    const std::string thread =
        subject.thread.empty() ? mission.thread_named(subject.block, subject.title) : subject.thread;
    if (thread.empty() && mission.complete_summary(subject.block) != nullptr) continue;
    if (!thread.empty() && !seen.insert({number_of(subject.block), thread_number(thread)}).second) continue;
    threads.push_back({.id = thread,
                       .block = subject.block,
                       .name = subject.title,
                       .commit = commit->hash,
                       .status = thread.empty() ? "" : "complete",
                       .file = "git"});
  }
  std::reverse(threads.begin(), threads.end());
  return threads;
}

std::optional<Place> scratched(const GridMission& mission) {
  if (!mission.last_scratch) return std::nullopt;
  const GridScratch& last = *mission.last_scratch;
  const std::string when = last.at.empty() ? "" : " of " + last.at;
  return Place{last.block, last.thread, false, "the last entry" + when + " in SCRATCHPAD.md", last.ms};
}

std::optional<std::int64_t> committed_ms(const GitFacts& git, const std::string& hash) {
  for (const GitCommit& commit : git.commits)
    if (commit.hash == hash) return ms_of(commit.at);
  return std::nullopt;
}

/// A commit that names no thread says nothing of how far its block is, where anything else does.
void add_blocks_of_commits(const GitFacts& git, const std::vector<GridCompletedThread>& git_threads,
                           std::vector<Place>& places) {
  for (const GridCompletedThread& commit : git_threads) {
    const auto is_same = [&](const Place& place) { return is_same_block(place.block, commit.block); };
    if (commit.id.empty() && std::none_of(places.begin(), places.end(), is_same))
      places.push_back({commit.block, "", false, "commit " + commit.commit.substr(0, 12),
                        committed_ms(git, commit.commit)});
  }
}

std::vector<Place> places_after_death(const GridMission& mission, const GridJudgement& judgement,
                                      const GitFacts& git,
                                      const std::vector<GridCompletedThread>& git_threads) {
  std::vector<Place> places;
  if (const auto place = scratched(mission)) places.push_back(*place);
  for (const GridCompletedThread& thread : git_threads)
    if (!thread.id.empty())
      places.push_back({thread.block, thread.id, true, "commit " + thread.commit.substr(0, 12),
                        committed_ms(git, thread.commit)});
  if (judgement.superseded != nullptr) {
    const GridCheckpoint& shown = judgement.superseded->shown;
    const bool is_approved =
        is_approval(shown.user_response) && shown.thread == judgement.superseded->asked_thread;
    places.push_back({shown.block, shown.thread, is_approved, shown.file + ", which the mission has passed",
                      judgement.superseded->taken_ms});
  }
  const GridPosition& position = mission.state->position;
  if (places.empty() || (!position.block.empty() && !position.thread.empty()))
    places.push_back({two_digits(position.block), thread_id(two_digits(position.block), position.thread),
                      false, "STATE.md", mission.state->updated_ms});
  add_blocks_of_commits(git, git_threads, places);
  return places;
}

/// "the last entry of … in SCRATCHPAD.md names thread 02.3", "commit 0123 says that thread 02.3 is done".
std::string sentence_of(const Place& place) {
  const std::string name = name_of(place.block, {place.thread, ""});
  return place.source + (place.is_done ? " says that " + name + " is done" : " names " + name);
}

GridResumePoint point_at(const GridMission& mission, const Place& place) {
  std::string why = sentence_of(place) + ".";
  why.front() = why.front() == 't' ? 'T' : why.front() == 'c' ? 'C' : why.front();
  if (mission.complete_summary(place.block) != nullptr) {
    return at_next_block(mission, "", why + " That block has its summary.");
  }
  if (place.is_done) return after_thread(mission, place.block, place.thread, nullptr, std::move(why));
  return at_thread(mission, place.block, {place.thread, ""}, std::move(why));
}

std::int64_t highest_complete(const GridMission& mission) {
  std::int64_t highest = -1;
  for (const GridSummary& summary : mission.summaries) {
    if (summary.is_complete()) highest = std::max(highest, number_of(summary.block));
  }
  return highest;
}

/// The block to go on in without a STATE.md. -1: nothing says.
std::int64_t rebuilt_block(const GridMission& mission, const std::vector<const GitCommit*>& commits) {
  const std::int64_t highest = highest_complete(mission);
  if (highest >= 0) return highest + 1;
  std::int64_t newest = -1;
  for (const GitCommit* const commit : commits) newest = std::max(newest, number_of(commit->subject.block));
  if (newest >= 0) return newest;
  return mission.plans.empty() ? -1 : number_of(mission.plans.front().block);
}

/// What there is to say of how far the rebuilt position can be trusted.
GridConfidence judge_rebuilt(const GridMission& mission, const std::vector<const GitCommit*>& commits,
                             std::int64_t block, std::vector<std::string>& rests_on) {
  const std::int64_t highest = highest_complete(mission);
  const auto is_beyond = [&](const GitCommit* commit) { return number_of(commit->subject.block) > block; };
  const bool contradicts = highest >= 0 && std::any_of(commits.begin(), commits.end(), is_beyond);
  int trust = 0;
  if (highest >= 0) {
    ++trust;
    rests_on.push_back("the summaries: block " + block_text(highest) + " is the highest complete one");
  }
  if (!commits.empty()) {
    rests_on.push_back("git: " + std::to_string(commits.size()) + " commits name a block, the newest block " +
                       commits.front()->subject.block);
    if (!contradicts) ++trust;
  }
  if (contradicts)
    rests_on.emplace_back("against it: git has commits of later blocks, which have no complete summary");
  for (const GridFile* const lost : mission.lost_summaries)
    rests_on.push_back("skipped: " + lost->name + " cannot be read");
  if (contradicts || !mission.lost_summaries.empty()) --trust;
  if (trust <= 0) return GridConfidence::low;
  return trust == 1 ? GridConfidence::medium : GridConfidence::high;
}

/// The highest thread of `block` that git knows; nullptr: none.
const GridCompletedThread* last_of_block(const std::vector<GridCompletedThread>& threads,
                                         std::int64_t block) {
  const GridCompletedThread* last = nullptr;
  for (const GridCompletedThread& thread : threads) {
    if (!thread.id.empty() && number_of(thread.block) == block &&
        (last == nullptr || thread_number(thread.id) > thread_number(last->id)))
      last = &thread;
  }
  return last;
}

/// As the mission's files write it, where one names it.
std::string written_block(const GridMission& mission, std::int64_t block) {
  const GridPlanFile* const plan = mission.plan(std::to_string(block));
  return plan != nullptr ? plan->block : block_text(block);
}

GridResumePoint point_in_block(const GridMission& mission, std::int64_t block,
                               const std::vector<GridCompletedThread>& git_threads, const std::string& why) {
  if (block < 0)
    return {.what = "Ask the user where to begin.",
            .why = "Neither summaries nor plans nor commits say anything.",
            .awaiting = "The user to say where the mission stands"};
  const std::string text = written_block(mission, block);
  if (const GridCompletedThread* const last = last_of_block(git_threads, block))
    return after_thread(
        mission, text, last->id, nullptr,
        why + " Commit " + last->commit.substr(0, 12) + " names thread " + last->id + " of it.");
  return at_thread(mission, text, {}, why);
}

}  // namespace

GridFound rebuild_after_death(const GridMission& mission, const GridJudgement& judgement,
                              const GitFacts& git) {
  GridFound found{.confidence = GridConfidence::medium, .position = mission.state->position};
  found.git_threads = threads_of(mission, commits_of(mission, git));
  const std::vector<Place> places = places_after_death(mission, judgement, git, found.git_threads);
  const GridPosition& position = mission.state->position;
  // STATE.md alone, which says active, is what a death leaves wrong.
  if (places.size() == 1 && places.front().source == "STATE.md") found.confidence = GridConfidence::low;
  const auto furthest = std::max_element(places.begin(), places.end(), is_weaker);
  found.rests_on.push_back(sentence_of(*furthest));
  if (git.state != GitState::ready) found.rests_on.push_back("git said nothing: " + git.fault);
  for (const Place& place : places) {
    if (&place != &*furthest && place.source.starts_with("the last entry"))
      found.passed_over.push_back({name_of(place.block, {place.thread, ""}), sentence_of(*furthest)});
  }
  if (!is_same_block(position.block, furthest->block))
    found.passed_over.push_back({"block " + position.block + " of STATE.md", sentence_of(*furthest)});
  found.point = point_at(mission, *furthest);
  return found;
}

GridFound rebuild_corrupted(const GridMission& mission, const GitFacts& git) {
  const std::vector<const GitCommit*> commits = commits_of(mission, git);
  const std::int64_t block = rebuilt_block(mission, commits);
  GridFound found;
  found.git_threads = threads_of(mission, commits);
  found.confidence = judge_rebuilt(mission, commits, block, found.rests_on);
  const std::int64_t highest = highest_complete(mission);
  const std::string why =
      highest >= 0 ? "STATE.md is lost; block " + block_text(highest) + " is the highest complete one."
                   : "STATE.md is lost, and no summary says that a block is complete.";
  found.point = point_in_block(mission, block, found.git_threads, why);
  if (block < 0) found.point.next = GridNext::wait;
  if (block >= 0) found.position.block = written_block(mission, block);
  if (is_same_block(found.position.block, found.point.block)) {
    found.position.wave = found.point.wave;
    found.position.thread = found.point.thread;
    found.position.thread_name = found.point.thread_name;
  } else if (block >= 0) {
    found.passed_over.push_back(
        {"block " + found.position.block, "it is next by its number and has no plan"});
  }
  if (const auto scratch = scratched(mission))
    found.passed_over.push_back({name_of(scratch->block, {scratch->thread, ""}),
                                 "only " + scratch->source + " names it; summaries and commits count"});
  if (found.rests_on.empty()) found.rests_on.emplace_back(mission.plans.empty() ? "nothing" : "plans alone");
  return found;
}

}  // namespace rlmdb::grid
