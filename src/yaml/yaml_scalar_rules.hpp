// SPDX-License-Identifier: MIT
/// What scalars mean by YAML 1.2's core schema, and which style can say which text. Pure. Internal to this
/// room.
#pragma once

#include <string_view>

namespace rlmdb::yaml {

/// "true", "false", "null" or a number as JSON has it, where that is what a plain scalar says; "" where it is
/// text.
[[nodiscard]] std::string_view plain_json(std::string_view text);
/// The same of a member whose plain values are always text: "null" or "".
[[nodiscard]] std::string_view plain_json_of_text_member(std::string_view text);

/// Whether `text` is a number by JSON's grammar, however large.
[[nodiscard]] bool is_json_number(std::string_view text);

/// Whether what stands around a scalar is a block, or brackets in which ",[]{}" end it.
enum class Around { block, flow };

/// Whether a plain scalar on one line can be `text`; what it then means is not asked.
[[nodiscard]] bool can_be_plain(std::string_view text, Around around);
/// Whether that reads as text everywhere: no older reader takes it for a number, a time or a word like "yes".
[[nodiscard]] bool is_plain_text_everywhere(std::string_view text, Around around);
/// Whether 'text' can be: one line, and nothing that needs an escape.
[[nodiscard]] bool can_be_single_quoted(std::string_view text);
/// Whether `|` can be: nothing that needs an escape, at most one line break at the end, and a first character
/// that does not hide how far the lines are indented.
[[nodiscard]] bool can_be_literal(std::string_view text);
/// Whether `>` can be: as `|`, and no line begins with a blank.
[[nodiscard]] bool can_be_folded(std::string_view text);

}  // namespace rlmdb::yaml
