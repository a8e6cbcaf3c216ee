// SPDX-License-Identifier: MIT
/// Large values as files of their own (formats.md 3.3: `file:` and a path), where a state document is
/// written.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/connection.hpp"
#include "variables/state_document.hpp"

namespace rlmdb::variables {

/// A variable whose value is kept apart, and could be a file.
struct LargeValue {
  std::string name;
  std::int64_t content_id = 0;  ///< contents.id of the value
};

/// Those of the state document `states.id`, in order; none whose name cannot name a file, and none that is a
/// bare value, which has no place for the type `file_path`.
[[nodiscard]] std::vector<LargeValue> large_values(db::Connection& connection, std::int64_t state_id);

/// Puts a reference in place of the value of each variable that `places` names with its file's place.
void refer_to_files(StateDocument& document, const std::map<std::string, std::string>& places);

}  // namespace rlmdb::variables
