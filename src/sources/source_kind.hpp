// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace rlmdb::sources {

enum class SourceKind {
  tasks,
  tree,
  node,
  state,
  checkpoint,
  history,
  value,
  loop,
  workflow,
  ralph_json,
  ralph_text
};

/// As `imports.kind` has it: "tasks-json", "tree-json", "node-json", "state-json", "checkpoint-json",
/// "history-jsonl", "value-json", "loop-json", "workflow-json", "ralph-json", "ralph-text".
[[nodiscard]] std::string_view to_text(SourceKind kind) noexcept;

}  // namespace rlmdb::sources
