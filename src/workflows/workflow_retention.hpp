// SPDX-License-Identifier: MIT
/// Which checkpoints of one workflow stay, are packed, or go.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace rlmdb::workflows {

/// `undated`: nobody knows its age.
enum class KeptWorkflow { no, tagged, newest, restored, undated };

/// What a decision needs to know of one.
struct AgedCheckpoint {
  std::optional<std::int64_t> age_ms;  ///< nullopt: it has no time
  std::optional<std::int64_t> days;    ///< its own
  bool is_tagged = false;
  bool is_whole = true;
  bool is_restored = false;  ///< its owner goes on from it
  bool is_packed = false;
};

enum class WorkflowOutcome { none, success, failure };

struct WorkflowRetention {
  std::int64_t keep = 5;
  std::optional<std::int64_t> days;  ///< instead of those of checkpoints
  WorkflowOutcome outcome = WorkflowOutcome::none;
};

inline constexpr std::int64_t k_default_workflow_days = 30;
/// Older ones are packed.
inline constexpr std::int64_t k_unpacked_days = 7;

struct WorkflowFate {
  enum class What { stays, packed, removed };
  What what = What::stays;
  KeptWorkflow kept = KeptWorkflow::no;  ///< why one stays that would have gone
  bool operator==(const WorkflowFate&) const = default;
};

/// One fate a checkpoint. `newest_first`: all of one owner.
[[nodiscard]] std::vector<WorkflowFate> fates_of(const std::vector<AgedCheckpoint>& newest_first,
                                                 const WorkflowRetention& retention);

}  // namespace rlmdb::workflows
