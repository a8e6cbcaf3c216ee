// SPDX-License-Identifier: MIT
/// A new checkpoint of a workflow as a document: what the caller gives, and what is made; and the document of a
/// loop that goes on from one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loops/loop_document.hpp"
#include "loops/loop_rows.hpp"
#include "rlmdb/workflow.hpp"
#include "workflows/workflow_rows.hpp"

namespace rlmdb::workflows {

/// A file that the caller names, and what is known of it.
struct NewArtifact {
  std::string path;
  std::string hash;    ///< SHA-256; of one that is gone the last known
  std::string status;  ///< created, modified, deleted, unchanged
};

/// Where a loop has its files.
struct LoopHome {
  std::string family = "ralph";  ///< ralph, ralph-external
  bool has_directory = true;     ///< false: it is the only one of its family, as that of current-loop.json
};

[[nodiscard]] LoopHome home_of(const loops::LoopHead& loop);

/// The loop that a record is of.
struct LoopOfRecord {
  const std::optional<loops::LoopDocument>& document;  ///< nullopt: it is not known here
  const LoopHome& home;
};

/// The record, compact, members in the order of the seed; what the seed does not know stands last. `document`
/// is the caller's, canonical compact text, nullopt: none. A loop without a directory is one of the legacy
/// layout, whose records have no loop_id. `now` is UTC text. Error invalid_input, with the place, for what is
/// not as the schema has it.
[[nodiscard]] std::string workflow_record(const NewWorkflowCheckpoint& asked,
                                          const std::optional<std::string>& document,
                                          const LoopOfRecord& loop, const std::vector<NewArtifact>& artifacts,
                                          const std::string& now);

/// Where the record's file lies, from the project's root: by its loop_id and the loop's family, else by
/// workflow_id, created_at and trigger. Error invalid_input where that gives no name of a file. `taken` says
/// which places are; the first that is not, with a number behind the name, is taken.
[[nodiscard]] std::string place_of_record(const std::string& record, const LoopHome& home,
                                          const std::vector<std::string>& taken);

/// The document of a loop that goes on from the checkpoint `head`, whose content is `compact`: of a record of
/// its own `before` with its iteration and the status running; of a loop-state the content itself, with the
/// status recovering and one recovery attempt more, as the legacy RecoveryEngine does it. `now` is UTC text.
[[nodiscard]] loops::LoopDocument resumed_loop(const loops::LoopDocument& before, const WorkflowHead& head,
                                               std::string_view compact, const std::string& now);

}  // namespace rlmdb::workflows
