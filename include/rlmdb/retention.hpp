// SPDX-License-Identifier: MIT
/// How long things are kept, as a setting of the database.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "rlmdb/cleanup.hpp"
#include "rlmdb/words.hpp"

namespace rlmdb {

class Store;

/// What has an age; of checkpoints (of tasks, trees and state documents) the number of each tree counts.
enum class RetentionKind { completed, failed, cancelled, workflows, events, requests, checkpoints };

/// How long, or of checkpoints how many.
using Retained = std::variant<std::chrono::milliseconds, std::int64_t>;

struct RetentionSetting {
  RetentionKind kind = RetentionKind::completed;
  Retained kept{};
  std::string set_at{};     ///< UTC, milliseconds
  std::string listed_at{};  ///< when maintain() first listed what would go by it; "": not yet
};

/// What was set, in the order of RetentionKind. One snapshot.
[[nodiscard]] std::vector<RetentionSetting> retention_of(const Store& store);

/// Sets some; the others stay. maintain() lists what would go by a changed one before it removes anything;
/// a number of checkpoints also counts for create_checkpoint() from then on. One transaction with one event
/// `retention:set` where anything changed, durable on return. Error usage for a duration below zero, for one
/// of `workflows` that is no whole number of days, for a number of checkpoints below one, and for a kind that
/// is given the other of both; busy, io.
void set_retention(Store& store, std::span<const std::pair<RetentionKind, Retained>> kept);

/// Takes some back; one that is not set stays so. The event is `retention:cleared`; else as set_retention.
void clear_retention(Store& store, std::span<const RetentionKind> kinds);

/// What a cleanup does that is told nothing else: the settings, and for what was not set the defaults.
[[nodiscard]] RetentionPolicy policy_with(std::span<const RetentionSetting> settings);

/// What maintain() does: the settings alone, and what was not set stays. Ages begin at the later of a task's
/// end and its import.
[[nodiscard]] RetentionPolicy policy_of(std::span<const RetentionSetting> settings);

}  // namespace rlmdb
