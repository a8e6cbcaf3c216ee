// SPDX-License-Identifier: MIT
/// The files that a workflow's checkpoint names, held against a working tree.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// A file that a checkpoint is to name.
struct ArtifactFile {
  std::string path;
  std::optional<std::string> sha256;  ///< lower-case; nullopt: it is not there
  std::string bytes;
  std::int64_t mode = 0;  ///< its permissions
};

/// The regular file `path` beneath `root`. Error invalid_input for one that is refused (rlmdb/reference.hpp),
/// and for the database itself: to close that would drop its locks.
[[nodiscard]] ArtifactFile read_artifact(const db::Connection& connection, const std::filesystem::path& root,
                                         const std::string& path);

/// The SHA-256 that a hash says, lower-case: 64 hexadecimal digits, "sha256:" before them or not; "" for any
/// other text.
[[nodiscard]] std::string sha256_of(std::string_view hash);

/// Each against its file beneath `root`, in order. A file that the system does not let us read, and the
/// database itself, is `refused`.
[[nodiscard]] std::vector<ArtifactCheck> check_artifacts(const db::Connection& connection,
                                                         const std::vector<WorkflowArtifact>& artifacts,
                                                         const std::filesystem::path& root);

/// Whether the file can be made what it was: a copy is kept, or it is only to be moved away.
[[nodiscard]] bool can_be_put_back(const ArtifactCheck& check);

/// Whether a restore may go past it.
[[nodiscard]] bool may_pass(const ArtifactCheck& check, const RestoreOptions& options);

}  // namespace rlmdb::workflows
