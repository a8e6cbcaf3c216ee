// SPDX-License-Identifier: MIT
/// The decisions of a DECISIONS.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/grid_step.hpp"

namespace rlmdb::grid {

/// The decisions of a text from `begin` on, each as an object of texts: number, at, question, options
/// [{key, text}], choice, rationale, affects; any other label under its name in snake_case.
[[nodiscard]] std::vector<std::string> read_decisions(std::string_view text, std::size_t begin);

/// The decision as the section that read_decisions reads back as the same. Throws Error invalid_input for
/// texts that Markdown cannot keep, and for an option's key that could not be told from its text.
[[nodiscard]] std::string decision_section(const NewGridDecision& decision, std::int64_t number,
                                           std::string_view at, std::string_view line_end);

/// What read_decisions says of it.
[[nodiscard]] std::string decision_json(const NewGridDecision& decision, std::int64_t number,
                                        std::string_view at);

}  // namespace rlmdb::grid
