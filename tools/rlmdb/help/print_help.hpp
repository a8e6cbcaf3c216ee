// SPDX-License-Identifier: MIT
/// What `rlmdb help`, `explain` and `--version` print. Texts are whole lines; JSON is the `data` of a
/// document.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/rows.hpp"
#include "frame/answers.hpp"
#include "help/explanations.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

class CommandLine;

[[nodiscard]] std::string json_version(std::string_view version, int schema);
[[nodiscard]] Answers version_answers();
/// `text`: what people are shown.
[[nodiscard]] std::string json_help(const CommandLine& command_line, std::optional<std::string_view> name,
                                    std::string_view text);

[[nodiscard]] std::string text_explanation(const Explanation& explanation, const Terminal& terminal);
/// All codes with their meanings.
[[nodiscard]] const Rows<Explanation>& explanation_rows();
[[nodiscard]] std::string json_explanation(const Explanation& explanation);
[[nodiscard]] std::string json_explanations(const std::vector<Explanation>& all);

}  // namespace rlmdb::cli
