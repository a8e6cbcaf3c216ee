// SPDX-License-Identifier: MIT
/// The files that a workflow's checkpoint names, held against a working tree.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/workflow.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// Lower-case SHA-256 of the regular file `path` beneath `root`; nullopt: there is none. Error invalid_input
/// for one that is refused (rlmdb/reference.hpp).
[[nodiscard]] std::optional<std::string> sha256_beneath(const std::filesystem::path& root,
                                                        const std::string& path);

/// The SHA-256 that a hash says, lower-case: 64 hexadecimal digits, "sha256:" before them or not; "" for any
/// other text.
[[nodiscard]] std::string sha256_of(std::string_view hash);

/// Each against its file beneath `root`, in order. A file that the system does not let us read is `refused`.
[[nodiscard]] std::vector<ArtifactCheck> check_artifacts(const std::vector<WorkflowArtifact>& artifacts,
                                                         const std::filesystem::path& root);

/// Whether a restore may go past it.
[[nodiscard]] bool may_pass(const ArtifactCheck& check, UncheckedArtifacts unchecked);

}  // namespace rlmdb::workflows
