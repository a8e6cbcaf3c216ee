// SPDX-License-Identifier: MIT
/// What `rlmdb help`, `explain` and `--version` print. Texts are whole lines; JSON is the `data` of a
/// document.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "format/rows.hpp"
#include "help/explanations.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

[[nodiscard]] std::string json_version(std::string_view version, int schema);
[[nodiscard]] std::string json_help(std::string_view topic, std::string_view text);

[[nodiscard]] std::string text_explanation(const Explanation& explanation, const Terminal& terminal);
/// All codes with their meanings.
[[nodiscard]] const Rows<Explanation>& explanation_rows();
[[nodiscard]] std::string json_explanation(const Explanation& explanation);
[[nodiscard]] std::string json_explanations(const std::vector<Explanation>& all);

}  // namespace rlmdb::cli
