// SPDX-License-Identifier: MIT
/// Where the file of a workflow's checkpoint lies that was taken here.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::sources {

/// ".aiwg/checkpoints/WORKFLOW-TIME-TRIGGER.json.gz", of a loop
/// ".aiwg/ralph/loops/LOOP/checkpoints/iteration-007.json.gz", of an external one beneath
/// ".aiwg/ralph-external/".
struct WorkflowPlace {
  std::string directory;  ///< with its last '/'
  std::string name;       ///< without its ending

  /// The place of the first checkpoint of that name, 1, or of a later one: "NAME-2.json.gz".
  [[nodiscard]] std::string path(int number = 1) const;
  /// Whether it is the path of any of them.
  [[nodiscard]] bool has(std::string_view path) const;
};

/// Of a record as compact JSON, of a loop of that family (ralph, ralph-external). What the record lacks is
/// left out; whether the names can be those of files is not looked at.
[[nodiscard]] WorkflowPlace place_of_workflow(std::string_view compact, std::string_view family = "ralph");

}  // namespace rlmdb::sources
