// SPDX-License-Identifier: MIT
/// What the files of loops and the checkpoints of workflows are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "jobs/source_kind.hpp"

namespace rlmdb::jobs {

/// By its place, and where that does not settle it by its content. A packed file of no place is `workflow`.
/// nullopt: it is another file. Damage of a file that is kept whole is no error. Throws Error invalid_input:
/// a packed checkpoint that cannot be read.
[[nodiscard]] std::optional<SourceKind> find_ralph_kind(const SourceFile& source);

/// Why the file of ralph-text is not the JSON that its name promises; nullopt: it is, or it promises none.
[[nodiscard]] std::optional<std::string> damage_of_json(std::string_view name, std::string_view text);

/// As `workflow_checkpoints.kind` has it: "workflow" or "loop-state", by the top-level names of the object.
[[nodiscard]] std::string_view checkpoint_kind_of(std::string_view compact);

}  // namespace rlmdb::jobs
