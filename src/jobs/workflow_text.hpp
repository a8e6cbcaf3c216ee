// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "db/connection.hpp"
#include "store/workflow_rows.hpp"

namespace rlmdb::jobs {

/// The document of a workflow's checkpoint as compact JSON, as it was taken or came in; a packed one is
/// unpacked. It is not held against its hash: is_whole does that. Error corrupt where the packed bytes are
/// damaged.
[[nodiscard]] std::string workflow_text(db::Connection& connection, const store::WorkflowHead& head);

/// Whether `compact` is what the checkpoint was made of, by length and SHA-256.
[[nodiscard]] bool is_whole(const store::WorkflowHead& head, const std::string& compact);

}  // namespace rlmdb::jobs
