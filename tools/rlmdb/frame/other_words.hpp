// SPDX-License-Identifier: MIT
/// Words that people and agents type for what rlmdb calls otherwise: `rlmdb ls`, `task done`, `--status`. One that can
/// only mean one thing, and with which nothing is lost, is taken; of others it is said what to type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/command.hpp"

namespace rlmdb::cli {

/// `words`, what stands behind the program's name, as the commands have it. `program`: the options before a
/// command. What is a command, a verb or an option stays.
[[nodiscard]] Words in_own_words(Words words, const Options& program,
                                 const std::vector<CommandPtr>& commands);

/// What to type in place of `word`, which is no command. nullopt: who knows.
[[nodiscard]] std::optional<std::string> instead_of_command(std::string_view word);
/// The same of a word that is no verb of `command`.
[[nodiscard]] std::optional<std::string> instead_of_verb(const Verbs& command, std::string_view word);
/// The same of an option that `command` does not have.
[[nodiscard]] std::optional<std::string> instead_of_option(std::string_view command, std::string_view option);

}  // namespace rlmdb::cli
