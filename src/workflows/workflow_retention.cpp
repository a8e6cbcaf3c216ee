// SPDX-License-Identifier: MIT
#include "workflows/workflow_retention.hpp"

#include <algorithm>

namespace rlmdb::workflows {

namespace {

constexpr std::int64_t k_ms_a_day = std::int64_t{24} * 60 * 60 * 1000;

bool is_older(const AgedCheckpoint& checkpoint, std::int64_t days) {
  // Divided, not multiplied: any number of days is allowed.
  return checkpoint.age_ms && *checkpoint.age_ms > 0 && (*checkpoint.age_ms - 1) / k_ms_a_day >= days;
}

std::int64_t days_of(const AgedCheckpoint& checkpoint, const WorkflowRetention& retention) {
  return retention.days.value_or(checkpoint.days.value_or(k_default_workflow_days));
}

KeptWorkflow why_kept(const AgedCheckpoint& checkpoint, bool is_newest, KeptWorkflow otherwise) {
  if (checkpoint.is_tagged) return KeptWorkflow::tagged;
  if (checkpoint.is_restored) return KeptWorkflow::restored;
  return is_newest ? KeptWorkflow::newest : otherwise;
}

}  // namespace

std::vector<WorkflowFate> fates_of(const std::vector<AgedCheckpoint>& newest_first,
                                   const WorkflowRetention& retention) {
  const auto whole = std::find_if(newest_first.begin(), newest_first.end(),
                                  [](const AgedCheckpoint& checkpoint) { return checkpoint.is_whole; });
  std::vector<WorkflowFate> fates;
  fates.reserve(newest_first.size());
  for (auto it = newest_first.begin(); it != newest_first.end(); ++it) {
    const bool is_old = is_older(*it, days_of(*it, retention));
    const bool is_beyond = it - newest_first.begin() >= retention.keep;
    const bool goes = retention.outcome == WorkflowOutcome::success || (is_beyond && is_old);
    const bool is_newest = it == newest_first.begin() || it == whole;
    WorkflowFate fate;
    if (goes) {
      fate.kept = why_kept(*it, is_newest, KeptWorkflow::no);
    } else if (is_beyond && !it->age_ms) {
      fate.kept = why_kept(*it, is_newest, KeptWorkflow::undated);
    }
    const bool stays_as_it_is = retention.outcome == WorkflowOutcome::failure && !is_old;
    if (goes && fate.kept == KeptWorkflow::no) {
      fate.what = WorkflowFate::What::removed;
    } else if (!it->is_packed && !stays_as_it_is && is_older(*it, k_unpacked_days)) {
      fate.what = WorkflowFate::What::packed;
    }
    fates.push_back(fate);
  }
  return fates;
}

}  // namespace rlmdb::workflows
