// SPDX-License-Identifier: MIT
/// The history of the database: one event a change, in the order in which changes were committed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/event_kind.hpp"
#include "rlmdb/task.hpp"
#include "rlmdb/tree.hpp"

namespace rlmdb {

/// The earlier value of one member of a record.
struct MemberChange {
  std::string member{};  ///< JSON pointer inside the record, "/state"
  /// JSON text before the change; nullopt: the member was absent.
  std::optional<std::string> old_json{};
  /// Set instead of old_json where a text only grew: how many bytes of UTF-8 of it there were.
  std::optional<std::int64_t> old_bytes{};
};

/// One row of `events`. Absent texts are "".
struct Event {
  std::int64_t seq = 0;          ///< ascends in commit order, may leave gaps; never used twice
  std::string at{};              ///< UTC, milliseconds, of the writer's clock
  std::string by{};              ///< the owner who wrote it (StoreOptions::owner)
  std::string kind{};            ///< the word of an EventKind
  std::optional<TaskId> task{};  ///< nullopt where it is about no task, or the task has been cleaned up
  std::int64_t owner_key = 0;    ///< tasks.id, states.id or loops.id, which share their numbers; 0: none
  std::optional<TreeId> tree_id{};
  std::string node_id{};  ///< the task's node in its tree, or the node whose worker changed a state document
  std::string old_state{};
  std::string new_state{};
  std::optional<std::int64_t> token{};
  std::string reason{};
  std::vector<MemberChange> changes{};  ///< only where EventFilter::with_changes asks for them
};

struct EventFilter {
  std::int64_t since = 0;  ///< only events with a greater seq
  std::optional<TaskId> task{};
  std::optional<TreeId> tree{};
  std::optional<EventKind> kind{};
  std::int64_t limit = 0;  ///< the first so many; 0: all
  bool with_changes = false;
  std::optional<std::int64_t> until{};  ///< only events up to that seq
  std::optional<std::string> actor{};   ///< only those of exactly this owner
};

/// How Store::follow_events goes on. Both are asked between polls; may be empty.
struct FollowOptions {
  std::function<bool()> cancelled{};  ///< true ends it; asked at least every 100 ms
  std::chrono::milliseconds longest_pause{100};
};

}  // namespace rlmdb
