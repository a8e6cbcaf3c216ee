// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "jobs/source_file.hpp"

namespace rlmdb::jobs {

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

/// What the file is, by its top-level names and its place. A file that may be a tasks.json is one, except
/// where it is a variable's value by its place in an `.aiwg/rlm/`, or lies where the files of loops do. Reads
/// as far as it must. Throws Error invalid_input: a packed file that is damaged.
[[nodiscard]] SourceKind find_source_kind(const SourceFile& source);

}  // namespace rlmdb::jobs
