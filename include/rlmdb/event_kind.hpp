// SPDX-License-Identifier: MIT
/// The kinds of events. What each says: docs/FORMAT.md, `events`, which has a row for every one.
#pragma once

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>

#include "rlmdb/words.hpp"

namespace rlmdb {

/// In the order of the words.
enum class EventKind {
  checkpoint_created,
  checkpoint_pruned,
  checkpoint_restored,
  event_purged,
  failure_reviewed,
  failure_unreviewed,
  grid_answered,
  grid_block_completed,
  grid_block_partial,
  grid_blocked,
  grid_checkpoint,
  grid_completed,
  grid_created,
  grid_decided,
  grid_failed,
  grid_kept,
  grid_paused,
  grid_recovered,
  grid_removed_there,
  grid_restored,
  grid_resumed,
  grid_scratch,
  grid_scratch_archived,
  grid_state,
  grid_thread,
  grid_unblocked,
  grid_warmth,
  grid_wave_completed,
  grid_wave_started,
  grid_written,
  import_finished,
  import_purged,
  loop_changed,
  loop_finished,
  loop_noted,
  loop_purged,
  loop_recorded,
  loop_recovered,
  loop_regression,
  loop_reinforced,
  loop_started,
  loop_status,
  retention_cleared,
  retention_set,
  state_created,
  state_purged,
  state_removed,
  state_updated,
  store_numbers_raised,
  store_purged,
  store_restored,
  task_cancelled,
  task_claimed,
  task_completed,
  task_cost,
  task_created,
  task_failed,
  task_purged,
  task_recovered,
  task_released,
  task_removed,
  task_retried,
  task_started,
  task_updated,
  tree_removed,
  tree_set,
  var_deleted,
  var_read,
  var_renamed,
  var_set,
  workflow_checkpointed,
  workflow_pruned,
  workflow_restored,
};

namespace details {

template <class E>
struct MemberWord {
  E member;
  std::string_view word;
};

/// The words of a table that has every member of E at its place; any other does not compile.
template <class E, std::size_t N>
consteval std::array<std::string_view, N> words_in_order(const MemberWord<E> (&table)[N]) {
  std::array<std::string_view, N> words;
  for (std::size_t place = 0; place < N; ++place) {
    if (static_cast<std::size_t>(table[place].member) != place) throw std::logic_error("out of order");
    words[place] = table[place].word;
  }
  return words;
}

}  // namespace details

template <>
inline constexpr auto k_words_of<EventKind> = details::words_in_order<EventKind>({
    {EventKind::checkpoint_created, "checkpoint:created"},
    {EventKind::checkpoint_pruned, "checkpoint:pruned"},
    {EventKind::checkpoint_restored, "checkpoint:restored"},
    {EventKind::event_purged, "event:purged"},
    {EventKind::failure_reviewed, "failure:reviewed"},
    {EventKind::failure_unreviewed, "failure:unreviewed"},
    {EventKind::grid_answered, "grid:answered"},
    {EventKind::grid_block_completed, "grid:block_completed"},
    {EventKind::grid_block_partial, "grid:block_partial"},
    {EventKind::grid_blocked, "grid:blocked"},
    {EventKind::grid_checkpoint, "grid:checkpoint"},
    {EventKind::grid_completed, "grid:completed"},
    {EventKind::grid_created, "grid:created"},
    {EventKind::grid_decided, "grid:decided"},
    {EventKind::grid_failed, "grid:failed"},
    {EventKind::grid_kept, "grid:kept"},
    {EventKind::grid_paused, "grid:paused"},
    {EventKind::grid_recovered, "grid:recovered"},
    {EventKind::grid_removed_there, "grid:removed_there"},
    {EventKind::grid_restored, "grid:restored"},
    {EventKind::grid_resumed, "grid:resumed"},
    {EventKind::grid_scratch, "grid:scratch"},
    {EventKind::grid_scratch_archived, "grid:scratch_archived"},
    {EventKind::grid_state, "grid:state"},
    {EventKind::grid_thread, "grid:thread"},
    {EventKind::grid_unblocked, "grid:unblocked"},
    {EventKind::grid_warmth, "grid:warmth"},
    {EventKind::grid_wave_completed, "grid:wave_completed"},
    {EventKind::grid_wave_started, "grid:wave_started"},
    {EventKind::grid_written, "grid:written"},
    {EventKind::import_finished, "import:finished"},
    {EventKind::import_purged, "import:purged"},
    {EventKind::loop_changed, "loop:changed"},
    {EventKind::loop_finished, "loop:finished"},
    {EventKind::loop_noted, "loop:noted"},
    {EventKind::loop_purged, "loop:purged"},
    {EventKind::loop_recorded, "loop:recorded"},
    {EventKind::loop_recovered, "loop:recovered"},
    {EventKind::loop_regression, "loop:regression"},
    {EventKind::loop_reinforced, "loop:reinforced"},
    {EventKind::loop_started, "loop:started"},
    {EventKind::loop_status, "loop:status"},
    {EventKind::retention_cleared, "retention:cleared"},
    {EventKind::retention_set, "retention:set"},
    {EventKind::state_created, "state:created"},
    {EventKind::state_purged, "state:purged"},
    {EventKind::state_removed, "state:removed"},
    {EventKind::state_updated, "state:updated"},
    {EventKind::store_numbers_raised, "store:numbers_raised"},
    {EventKind::store_purged, "store:purged"},
    {EventKind::store_restored, "store:restored"},
    {EventKind::task_cancelled, "task:cancelled"},
    {EventKind::task_claimed, "task:claimed"},
    {EventKind::task_completed, "task:completed"},
    {EventKind::task_cost, "task:cost"},
    {EventKind::task_created, "task:created"},
    {EventKind::task_failed, "task:failed"},
    {EventKind::task_purged, "task:purged"},
    {EventKind::task_recovered, "task:recovered"},
    {EventKind::task_released, "task:released"},
    {EventKind::task_removed, "task:removed"},
    {EventKind::task_retried, "task:retried"},
    {EventKind::task_started, "task:started"},
    {EventKind::task_updated, "task:updated"},
    {EventKind::tree_removed, "tree:removed"},
    {EventKind::tree_set, "tree:set"},
    {EventKind::var_deleted, "var:deleted"},
    {EventKind::var_read, "var:read"},
    {EventKind::var_renamed, "var:renamed"},
    {EventKind::var_set, "var:set"},
    {EventKind::workflow_checkpointed, "workflow:checkpointed"},
    {EventKind::workflow_pruned, "workflow:pruned"},
    {EventKind::workflow_restored, "workflow:restored"},
});

}  // namespace rlmdb
