// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "loops/loop_document.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// The document of a loop that goes on from the checkpoint `head`, whose content is `compact`: of a record of
/// its own `before` with its iteration and the status running; of a loop-state the content itself, with the
/// status recovering and one recovery attempt more, as the legacy RecoveryEngine does it. `now` is UTC text.
[[nodiscard]] loops::LoopDocument resumed_loop(const loops::LoopDocument& before, const WorkflowHead& head,
                                               std::string_view compact, const std::string& now);

}  // namespace rlmdb::workflows
