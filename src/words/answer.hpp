// SPDX-License-Identifier: MIT
/// What a user said to a question, as it was written down. Pure.
#pragma once

#include <cstdint>
#include <string_view>

namespace rlmdb::words {

enum class Answer : std::uint8_t { none, approved, text };

/// none: nothing, a placeholder ("pending", "TBD", "n/a"), or the question itself; approved: a plain leave to go on,
/// without a condition; text: anything else, which is for the executor.
[[nodiscard]] Answer answer_of(std::string_view text);

}  // namespace rlmdb::words
