// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::writing {

/// "metadata.cost_tracking" as its names. Error usage for a name that is empty; `where` names the change.
[[nodiscard]] std::vector<std::string> path_of(std::string_view dotted, const std::string& where);

/// `json` with the member that `path` leads to set to `value`. `json` is the canonical text of an object;
/// empty or null: of none yet, it is made. A member that is there keeps its place, a new one comes last.
/// Error conflict where the path leads through a value that is no object.
[[nodiscard]] std::string with_member(std::string_view json, std::span<const std::string> path,
                                      const std::string& value, const std::string& where);

}  // namespace rlmdb::writing
