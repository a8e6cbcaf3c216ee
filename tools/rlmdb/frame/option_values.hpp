// SPDX-License-Identifier: MIT
/// What options and arguments mean as values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "rlmdb/history.hpp"

namespace rlmdb::cli {

/// A finite number in plain decimal digits, "0.25", "3"; nullopt for any other text.
[[nodiscard]] std::optional<double> decimal_of(std::string_view text) noexcept;

/// Error invalid_input, as the library has it for any other text, with `hint` for a word where JSON should
/// stand: a text whose quotes the shell has taken or nobody has written. `name`: what the value is for.
/// Anything else is left to the library to judge.
void require_no_bare_word(const std::string& json, const std::string& name, const std::string& hint);

/// The value of `--at`: digits alone are an event's sequence number, anything else is a time (times.hpp).
[[nodiscard]] Moment moment_of(const std::string& text);

/// `text` as an id, or another struct of one text; nothing stays nothing.
template <class Wrapped>
[[nodiscard]] std::optional<Wrapped> optional_as(std::optional<std::string> text) {
  return text.has_value() ? std::optional(Wrapped{*std::move(text)}) : std::nullopt;
}

}  // namespace rlmdb::cli
