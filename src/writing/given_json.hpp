// SPDX-License-Identifier: MIT
/// Values that callers give, checked before they are stored.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "json/json_members.hpp"

namespace rlmdb::writing {

/// The canonical compact text of one JSON value. Error invalid_input for anything else, for more than 1,000
/// levels, and where reading would lose something (repeated names, bytes that are no UTF-8). `where` says
/// which value it is.
[[nodiscard]] std::string checked_json(std::string_view text, const std::string& where);

/// The same for a value that must be of one kind.
[[nodiscard]] std::string checked_json(std::string_view text, json::JsonKind kind, const std::string& where);

/// The JSON number of a priority: a number, or one of the words for some, in quotes or not: high, medium and low
/// (H, M, L) are 3, 2 and 1, P0 to P4 are 4 to 0. Error invalid_input for anything else.
[[nodiscard]] std::string checked_priority(std::string_view text, const std::string& where);

/// Error invalid_input, with the byte offset, when `text` is no UTF-8.
void require_utf8(std::string_view text, const std::string& where);

/// Error invalid_input, with the words there are, where one is given that is none of them.
void require_word(std::string_view name, const std::optional<std::string>& word,
                  std::span<const std::string_view> words, const std::string& where);

/// `text`, which is UTF-8, as JSON.
[[nodiscard]] std::string json_string(std::string_view text);
/// A list for a statement's json_each().
[[nodiscard]] std::string json_array(std::span<const std::int64_t> numbers);
[[nodiscard]] std::string json_array(std::span<const std::string> texts);

/// Error usage where the new id of a tree or state, called `what`, cannot be the name of its directory in a
/// project: no file of it could ever be written there.
void require_file_name(const std::string& id, const std::string& what, const std::string& where);

}  // namespace rlmdb::writing
