// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// The document of a workflow's checkpoint as compact JSON, as it was taken or came in; a packed one is
/// unpacked. It is not held against its hash: is_whole does that. Error corrupt where the packed bytes are
/// damaged.
[[nodiscard]] std::string workflow_text(db::Connection& connection, const WorkflowHead& head);

/// What the defect of a checkpoint begins with whose file is damaged: what is kept is the file's bytes.
inline constexpr std::string_view k_damaged_file = "its file is damaged: ";
[[nodiscard]] bool is_kept_as_file(const WorkflowHead& head);

/// The document's canonical bytes, or of a damaged file its own. Throws as workflow_text does.
[[nodiscard]] std::string canonical_bytes(db::Connection& connection, const WorkflowHead& head);

/// The bytes of its file: packed as that was, or of a damaged file its own. Throws as workflow_text does.
[[nodiscard]] std::string file_bytes(db::Connection& connection, const WorkflowHead& head);

/// Whether a packed file, read as an import reads it, is that document. Error invalid_input where it cannot be
/// unpacked.
[[nodiscard]] bool packed_file_says(std::string_view file, std::string_view compact,
                                    const std::string& place);

/// Whether `compact` is what the checkpoint was made of, by length and SHA-256.
[[nodiscard]] bool is_whole(const WorkflowHead& head, const std::string& compact);

}  // namespace rlmdb::workflows
