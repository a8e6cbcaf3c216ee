// SPDX-License-Identifier: MIT
/// Commands that take a verb, `rlmdb task start`: which one a word is, and which options go with it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace rlmdb::cli {

/// The place of `word` in `verbs`. Error usage, with the verb that was probably meant, for any other word.
[[nodiscard]] std::size_t find_verb(std::string_view command, const std::string& word,
                                    std::span<const std::string_view> verbs);

/// `words` without the first, the verb: from `least` to `most`. Error usage for too few, "loop start needs a
/// TASK", or too many.
[[nodiscard]] std::vector<std::string> words_behind(std::string_view command,
                                                    const std::vector<std::string>& words, std::size_t least,
                                                    std::size_t most, std::string_view needed);

/// Options of verbs stand in groups: "Options of start", "Options of set and get".
inline constexpr std::string_view k_verb_group = "Options of ";

/// Error usage for an option that is given and stands in a group of verbs that is not in `taken`.
void require_groups(const CLI::App& app, std::string_view command, std::string_view verb,
                    const std::vector<std::string>& taken);

}  // namespace rlmdb::cli
