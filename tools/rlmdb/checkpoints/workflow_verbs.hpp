// SPDX-License-Identifier: MIT
/// `rlmdb checkpoint` for workflows and loops.
#pragma once

#include "checkpoints/checkpoint_options.hpp"
#include "frame/exit_code.hpp"

namespace rlmdb::cli {

struct Context;

/// Runs the verb: create, list, show, restore or prune. ExitCode::findings for a restore that a step ended,
/// and for a checkpoint shown that is damaged.
[[nodiscard]] ExitCode run_workflow_verb(Context& context, CheckpointVerb verb,
                                         const CheckpointOptions& options);

}  // namespace rlmdb::cli
