// SPDX-License-Identifier: MIT
/// What the files of loops and the checkpoints of workflows are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/finding.hpp"
#include "sources/source_file.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb::sources {

/// By its place, and where that does not settle it by its content. A packed file of no place is `workflow`.
/// nullopt: it is another file. Damage of a file that is kept whole is no error. Throws Error invalid_input:
/// a packed checkpoint that cannot be read.
[[nodiscard]] std::optional<SourceKind> find_ralph_kind(const SourceFile& source);

/// Of a file that is kept whole: kept_json where its bytes are canonical, so that the compact JSON gives them
/// back, else kept_text.
[[nodiscard]] SourceKind kind_of_kept(const SourceFile& source);

/// What a report says of a file of kept-text that is not the JSON that its name promises, or packed and
/// damaged; nullopt: nothing.
[[nodiscard]] std::optional<Finding> damage_of_kept(const std::string& name, std::string_view bytes);

/// As `workflow_checkpoints.kind` has it: "workflow" or "loop-state", by the top-level names of the object.
[[nodiscard]] std::string_view checkpoint_kind_of(std::string_view compact);

}  // namespace rlmdb::sources
