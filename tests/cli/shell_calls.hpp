// SPDX-License-Identifier: MIT
/// Lines of shell as documents and help have them: what they call rlmdb with, and what its parser says of it.
#pragma once

#include <string>
#include <vector>

namespace cli_tests {

/// What each `rlmdb` of a line of shell is given, with "rlmdb" before it. Variables stand for "1".
[[nodiscard]] std::vector<std::vector<std::string>> calls_of_rlmdb(const std::string& line);
/// What the parser says of a call; "" where it takes it.
[[nodiscard]] std::string fault_of(const std::vector<std::string>& call);
/// The first word of a call that names no command, no verb, no option of them and no word that an option takes;
/// "" where all are names.
[[nodiscard]] std::string word_that_is_no_name(const std::vector<std::string>& call);

}  // namespace cli_tests
