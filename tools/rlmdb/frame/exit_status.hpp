// SPDX-License-Identifier: MIT
/// What the exit statuses mean: of every command from one table, so that a command says only what is special
/// of it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace rlmdb::cli {

struct CommandText;

/// One exit status of a command.
struct ExitStatus {
  int status;
  std::string_view meaning;
  std::string_view codes = {};  ///< of errors that end so: "io, internal"
};

/// In a word or two, of all that an error or a report can end with: "0 done".
struct ExitWord {
  int status;
  std::string_view word;
};
[[nodiscard]] std::span<const ExitWord> exit_words() noexcept;

/// All of a command, ascending: what it says itself, and of the others what is true of every command.
[[nodiscard]] std::vector<ExitStatus> exit_statuses_of(const CommandText& text);

}  // namespace rlmdb::cli
