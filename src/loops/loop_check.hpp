// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "loops/loop_rules.hpp"
#include "rlmdb/change.hpp"

namespace rlmdb::loops {

/// The compact text of the object `json`, whose members obey `rules`; others may stand in it. Error
/// invalid_input, with the pointer below `where` ("iteration"), for anything else.
[[nodiscard]] std::string checked_entry(const JsonText& json, std::span<const LoopMemberRule> rules,
                                        const std::string& where);

/// The value of a JSON number, and the text of one as JavaScript writes it.
[[nodiscard]] double number_of(std::string_view raw);
[[nodiscard]] std::string number_text(double number);

/// Error invalid_input unless `text` is a time with a zone.
void require_time(std::string_view text, const std::string& where);

}  // namespace rlmdb::loops
