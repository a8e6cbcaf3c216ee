// SPDX-License-Identifier: MIT
/// What a command prints with --json, as people read it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "frame/answers.hpp"

namespace rlmdb::pages {

/// One object: `{tasks: [task], count}`. A ? stands behind what may be null, ( ) around what is left out at
/// times, [ ] around what is a list; a name behind a colon is that of another object.
struct ToldObject {
  std::string name;  ///< "data", "line", or that of an object within these
  std::string of;    ///< of one of several answers: when it is that; "" otherwise
  std::string members;
  std::vector<std::pair<std::string, std::string>> meanings;  ///< of members whose names do not say all
};

/// Those of `answers`, and behind each the objects that it has and none before it had.
[[nodiscard]] std::vector<ToldObject> told_objects(const cli::Answers& answers);

/// The same for docs/cli.md; "" for a command that prints nothing.
[[nodiscard]] std::string markdown_of_answers(const cli::Answers& answers);
/// The same for the section of a manual page.
[[nodiscard]] std::string roff_of_answers(const cli::Answers& answers);

}  // namespace rlmdb::pages
