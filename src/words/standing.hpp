// SPDX-License-Identifier: MIT
/// How something stands, as people and language models say it: of a mission, a block, a thread, a loop. THE grammar of
/// such words; what a place makes of a standing it says itself. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::words {

enum class Standing : std::uint8_t {
  none,     ///< nothing is said: empty, "n/a", "-"
  unknown,  ///< nobody knows the words, they ask, or contradict each other
  pending,  ///< not begun
  active,   ///< under way; also where only a part of it is complete
  partial,  ///< begun and not complete
  waiting,  ///< for an answer of a person
  paused,
  blocked,  ///< by something else
  limit,    ///< stopped at a limit: iterations, time, budget
  complete,
  failed,
  aborted,
  crashed,
  skipped,
};

/// `own`: what the word is said of, "mission": what is complete of a block or a thread is then a part. A word in another
/// one ("abandoned"), a negation, a measure, a wish or a question is never taken for the word.
[[nodiscard]] Standing standing_of(std::string_view text, std::string_view own);

/// What a remark makes of something that is complete: "but 2 tests fail" partial, "awaiting review" waiting; nullopt:
/// it takes nothing back.
[[nodiscard]] std::optional<Standing> taken_back(const std::vector<std::string>& remark);

}  // namespace rlmdb::words
