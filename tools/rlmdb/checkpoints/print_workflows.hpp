// SPDX-License-Identifier: MIT
/// What `rlmdb checkpoint` prints of workflows and loops. Texts are whole lines: for people on a terminal,
/// elsewhere tab-separated. JSON is the `data` of a document.
#pragma once

#include <string>
#include <vector>

#include "rlmdb/workflow.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The id alone.
[[nodiscard]] std::string text_of(const WorkflowCheckpoint& created, const Terminal& terminal);
[[nodiscard]] std::string json_of(const WorkflowCheckpoint& created);

/// Id, owner, trigger, iteration, time, size, tags, `whole` or `invalid`, and why.
[[nodiscard]] std::string text_of(const std::vector<WorkflowCheckpoint>& checkpoints,
                                  const Terminal& terminal);
[[nodiscard]] std::string json_of(const std::vector<WorkflowCheckpoint>& checkpoints);

/// The document, as its file has it.
[[nodiscard]] std::string text_of(const WorkflowContent& content, const Terminal& terminal);
[[nodiscard]] std::string json_of(const WorkflowContent& content);

/// The strategy, those passed over, the checkpoint, and each step.
[[nodiscard]] std::string text_of(const RestoreReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_of(const RestoreReport& report);
/// For standard error: what came of it.
[[nodiscard]] std::string text_summary(const RestoreReport& report);

/// `removed`, `packed` or `kept`, id, owner, time, and why it is kept.
[[nodiscard]] std::string text_of(const WorkflowPruneReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_of(const WorkflowPruneReport& report);
/// For standard error: how many.
[[nodiscard]] std::string text_summary(const WorkflowPruneReport& report);

}  // namespace rlmdb::cli
