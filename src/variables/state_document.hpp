// SPDX-License-Identifier: MIT
/// A state document as an outline, its variables and its mutation log.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rlmdb::variables {

struct StateDocument {
  std::string outline;  ///< compact: "variables" stands as {}, "history"."mutations" as []
  /// In order: the name as a JSON string without its quotes, the variable compact.
  std::vector<std::pair<std::string, std::string>> variables;
  std::vector<std::string> mutations;  ///< compact, oldest first
  /// Elements of "history"."checkpoints" behind those of the outline, compact.
  std::vector<std::string> later_checkpoints;
};

/// Takes `compact` apart, a JSON object in canonical compact text. "variables" that are no object, and
/// "mutations" that are no array, stay in the outline as they are. Linear.
[[nodiscard]] StateDocument split_state_document(std::string_view compact);

/// The compact text again. Where the outline has no place for mutations there are, or for variables, it gets
/// one.
[[nodiscard]] std::string join_state_document(const StateDocument& document);

/// A variable of a task, a state document or a checkpoint as text.
struct StoredVariable {
  std::string name;   ///< as a JSON string without its quotes
  std::string json;   ///< compact; a value kept apart stands as null
  std::string value;  ///< compact; "": it stands in json
};

/// `raw`, a variable in compact text, without its value where that is large.
struct SplitVariable {
  std::string json;   ///< the value stands as null where it is large
  std::string value;  ///< compact; "": it stands in json
};

[[nodiscard]] SplitVariable split_large_value(std::string_view raw);
/// The variable again.
[[nodiscard]] std::string join_large_value(std::string_view json, std::string_view value);

}  // namespace rlmdb::variables
