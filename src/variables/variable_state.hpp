// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rlmdb::variables {

/// The variables of one state in its order: names decoded, texts compact.
using VariableTexts = std::vector<std::pair<std::string, std::string>>;

/// Out of the text of a record, of its metadata, of its rlm_state; empty where that is no object.
[[nodiscard]] VariableTexts variables_of_record(std::string_view record);
[[nodiscard]] VariableTexts variables_of_metadata(std::string_view metadata);
[[nodiscard]] VariableTexts variables_of_state(std::string_view state);

}  // namespace rlmdb::variables
