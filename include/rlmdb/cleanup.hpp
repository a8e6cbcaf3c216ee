// SPDX-License-Identifier: MIT
/// Retention: what is old enough to go, and its removal.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/task.hpp"

namespace rlmdb {

class Store;

/// How long things are kept after they ended (taskstore-persistence.md, retention). Strictly older ones go.
/// A task whose end is no strict ISO time never goes; a node goes only with its whole tree, once every node
/// of that is finished and old enough, and never while a node of an unfinished tree names it as parent.
struct RetentionPolicy {
  std::chrono::milliseconds completed = std::chrono::days(7);
  std::chrono::milliseconds failed = std::chrono::days(30);
  std::optional<std::chrono::milliseconds> cancelled{};       ///< absent: as completed
  std::optional<std::chrono::milliseconds> events{};          ///< absent: events stay
  std::chrono::milliseconds requests = std::chrono::days(7);  ///< answers kept for repeated request ids
};

enum class CleanupRun { apply, dry_run };

struct CleanupOptions {
  RetentionPolicy policy{};
  CleanupRun run = CleanupRun::apply;
  std::int64_t batch = 500;  ///< tasks a transaction: how long other writers wait
  /// Called after every batch; may be empty. True ends the cleanup between batches.
  std::function<bool()> cancelled{};
};

/// One task that goes.
struct Removal {
  TaskId id{};
  std::string state{};
  std::string completed_at{};
  std::string tree_id{};
  std::int64_t bytes = 0;  ///< of all its values in all tables
};

/// A variable of a temporary state document whose time to live is over.
struct ExpiredVariable {
  std::string state{};  ///< the document's id
  std::string name{};
  std::string expired_at{};  ///< UTC, milliseconds
};

struct CleanupReport {
  std::vector<Removal> tasks{};  ///< oldest end first
  std::int64_t removed = 0;      ///< tasks removed; 0 in a dry run
  std::int64_t bytes = 0;        ///< of the values of `tasks`
  std::int64_t events = 0;       ///< events that go (their newest always stays)
  std::int64_t requests = 0;
  std::int64_t kept_for_trees = 0;         ///< old enough, but of an unfinished or younger tree
  std::vector<ExpiredVariable> expired{};  ///< variables of temporary documents that go, each by itself
  std::vector<std::string>
      empty_states{};  ///< ids of temporary documents in which nothing is left; they go too
  bool applied = false;
};

/// Removes what the policy lets go, in batches; every batch is durable by itself and writes one event a task.
/// First, in one transaction, what has expired in temporary state documents: the policy has no say in that.
/// The space is used again by later writes. Throws Error conflict, and removes nothing, when the clock lies
/// before the newest stored time; busy, io.
[[nodiscard]] CleanupReport cleanup(Store& store, const CleanupOptions& options = {});

}  // namespace rlmdb
