// SPDX-License-Identifier: MIT
/// What a checkpoint of a workflow must be to be restored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "schemas/value_rules.hpp"

namespace rlmdb::workflows {

/// One member that is not as the schema has it.
struct WorkflowFault {
  std::string pointer;  ///< RFC 6901
  std::string reason;   ///< "is missing", "is no number from 0 to 100"
};

/// "/state/phase is missing"
[[nodiscard]] std::string to_text(const WorkflowFault& fault);

/// Whether the JSON value says created, modified, deleted or unchanged.
[[nodiscard]] bool is_artifact_status(std::string_view raw);

/// The first fault of a record of its own, in the order of the schema; nullopt: it is as it must be. Ids are
/// any text, as the seed's own examples have them. `compact` is canonical compact JSON. Linear.
[[nodiscard]] std::optional<WorkflowFault> fault_of_workflow(std::string_view compact);

/// The same of a loop's state document, the other content: an object that says which loop it is, or how far.
[[nodiscard]] std::optional<WorkflowFault> fault_of_loop_state(std::string_view compact);

/// The same by `kind`, as `workflow_checkpoints.kind` has it.
[[nodiscard]] std::optional<WorkflowFault> fault_of_checkpoint(std::string_view kind,
                                                               std::string_view compact);

/// Gives what of a checkpoint breaks the schema to `use`: all of it, also what can be restored. `directory`
/// is the loop in whose directory it lies, "": none; then a checkpoint of a loop needs no loop_id.
void judge_checkpoint(std::string_view kind, std::string_view compact, std::string_view directory,
                      const schemas::UseFault& use);

}  // namespace rlmdb::workflows
