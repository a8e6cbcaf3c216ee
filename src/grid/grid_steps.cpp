// SPDX-License-Identifier: MIT
#include "grid/grid_steps.hpp"

#include <algorithm>

#include "grid/grid_values.hpp"

namespace rlmdb::grid {

namespace {

const GridThread* lowest_behind(const std::vector<GridThread>& threads, std::int64_t number) {
  const GridThread* lowest = nullptr;
  for (const GridThread& thread : threads) {
    const std::int64_t candidate = thread_number(thread.id);
    if (candidate > number && (lowest == nullptr || candidate < thread_number(lowest->id))) lowest = &thread;
  }
  return lowest;
}

void fill_from_plan(const GridPlanFile& plan, GridThread& thread) {
  if (thread.id.empty() && !plan.threads.empty()) thread = plan.threads.front();
  for (const GridThread& planned : plan.threads) {
    if (thread_number(planned.id) != thread_number(thread.id)) continue;
    thread.id = planned.id;
    if (!planned.name.empty()) thread.name = planned.name;
  }
}

/// The wave that the mission is in; nullopt: nothing says.
std::optional<std::int64_t> wave_of(const GridMission& mission, std::string_view block) {
  const GridPlanFile* const plan = mission.plan(block);
  if (plan != nullptr && plan->wave) return plan->wave;
  return mission.state ? mission.state->position.wave : std::nullopt;
}

}  // namespace

std::string name_of(std::string_view block, const GridThread& thread) {
  const std::string of_block = "block " + std::string(block);
  if (thread.id.empty()) return block.empty() ? "the mission" : of_block;
  const std::string name = thread.name.empty() ? "" : " (" + thread.name + ")";
  return "thread " + thread.id + name + (block.empty() ? "" : " of " + of_block);
}

std::optional<GridThread> next_thread(const GridMission& mission, std::string_view block, std::int64_t number,
                                      const GridCheckpointFile* checkpoint) {
  if (checkpoint != nullptr) {
    if (const GridThread* const thread = lowest_behind(checkpoint->pending_threads, number)) return *thread;
  }
  const GridPlanFile* const plan = mission.plan(block);
  if (plan != nullptr) {
    if (const GridThread* const thread = lowest_behind(plan->threads, number)) return *thread;
  }
  if (checkpoint != nullptr && checkpoint->threads_total && number >= 0 &&
      number < *checkpoint->threads_total)
    return GridThread{thread_id(block, std::to_string(number + 1)), ""};
  if (!mission.state || number < 0 || !is_same_block(mission.state->position.block, block))
    return std::nullopt;
  const auto total = mission.state->position.thread_total;
  const bool has_more = total && number < *total && (plan == nullptr || plan->threads.empty());
  return has_more ? std::optional(GridThread{thread_id(block, std::to_string(number + 1)), ""})
                  : std::nullopt;
}

GridResumePoint at_thread(const GridMission& mission, std::string_view block, GridThread thread,
                          std::string why) {
  GridResumePoint point{.next = GridNext::go_on, .why = std::move(why)};
  if (const GridPlanFile* const plan = mission.plan(block)) {
    fill_from_plan(*plan, thread);
    point.plan_file = plan->file->name;
    point.plan = plan->file->text;
  }
  point.what = "Go on with " + name_of(block, thread) + ".";
  point.wave = wave_of(mission, block);
  point.block = block;
  point.thread = std::move(thread.id);
  point.thread_name = std::move(thread.name);
  return point;
}

namespace {

/// Whether anything says how many threads the block has.
bool counts_threads(const GridMission& mission, std::string_view block,
                    const GridCheckpointFile* checkpoint) {
  if (mission.complete_summary(block) != nullptr) return true;
  const GridPlanFile* const plan = mission.plan(block);
  if (plan != nullptr && !plan->threads.empty()) return true;
  const bool is_of_block = checkpoint != nullptr && is_same_block(checkpoint->shown.block, block);
  if (is_of_block && (checkpoint->threads_total.value_or(0) > 0 || !checkpoint->pending_threads.empty()))
    return true;
  return mission.state && mission.state->position.thread_total.value_or(0) > 0 &&
         is_same_block(mission.state->position.block, block);
}

/// Nobody says whether the block has more threads: it is left by its summary alone.
GridResumePoint behind_last_known(const GridMission& mission, std::string_view block, std::string_view thread,
                                  std::string why) {
  GridResumePoint point = at_thread(mission, block, {}, std::move(why));
  const std::string name = "thread " + std::string(thread);
  point.thread.clear();
  point.thread_name.clear();
  point.what = "Go on with block " + std::string(block) + " behind " + name +
               ", if it has more threads; else write its summary.";
  point.unknown = "nothing says how many threads block " + std::string(block) + " has";
  return point;
}

}  // namespace

GridResumePoint after_thread(const GridMission& mission, std::string_view block, std::string_view thread,
                             const GridCheckpointFile* checkpoint, std::string why) {
  const auto next = next_thread(mission, block, thread_number(thread), checkpoint);
  GridResumePoint point = next ? at_thread(mission, block, *next, std::move(why))
                          : counts_threads(mission, block, checkpoint)
                              ? at_next_block(mission, block, why + " It was the last one of its block.")
                              : behind_last_known(mission, block, thread, std::move(why));
  point.after_thread = thread;
  return point;
}

namespace {

/// Where STATE.md counts blocks and nobody planned them: the first behind its own, or behind `finished`, that
/// is not complete. "": none is.
std::string next_unplanned(const GridMission& mission, std::string_view finished) {
  if (!mission.plans.empty() || !mission.planned_blocks.empty() || !mission.state) return {};
  const GridPosition& position = mission.state->position;
  const std::int64_t begin = number_of(finished.empty() ? std::string_view(position.block) : finished);
  for (std::int64_t number = begin; begin >= 0 && number <= position.block_total.value_or(0); ++number) {
    std::string block = block_text(number);
    if (mission.complete_summary(block) == nullptr && !is_same_block(block, finished)) return block;
  }
  return {};
}

}  // namespace

GridResumePoint at_next_block(const GridMission& mission, std::string_view finished, std::string why) {
  const auto is_open = [&](const GridPlanFile& plan) {
    return mission.complete_summary(plan.block) == nullptr && !is_same_block(plan.block, finished);
  };
  const auto plan = std::find_if(mission.plans.begin(), mission.plans.end(), is_open);
  const bool lacks_summary = !finished.empty() && mission.complete_summary(finished) == nullptr;
  GridResumePoint point;
  const std::string unplanned = next_unplanned(mission, finished);
  if (plan == mission.plans.end() && !unplanned.empty()) {
    const bool counts_threads = mission.state->position.thread_total.has_value();
    const GridThread first{counts_threads ? thread_id(unplanned, "1") : std::string(), {}};
    point =
        at_thread(mission, unplanned, first, why + " STATE.md counts more blocks, and there are no plans.");
  } else if (plan == mission.plans.end()) {
    point = {.what = "Nothing is left to execute.",
             .why = why + " No plan is left whose block is not complete."};
  } else {
    const auto before = wave_of(mission, finished);
    const bool is_next_wave = before && plan->wave && *plan->wave > *before;
    if (is_next_wave)
      why += " Wave " + std::to_string(*before) + " is complete: wave " + std::to_string(*plan->wave) +
             " begins.";
    point = at_thread(mission, plan->block, {}, std::move(why));
  }
  if (lacks_summary)
    point.what += " Before that, write the summary of block " + std::string(finished) + ", which has none.";
  return point;
}

}  // namespace rlmdb::grid
