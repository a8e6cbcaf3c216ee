// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb::cli {

/// Error invalid_input, as the library has it for any other text, with `hint` for a word where JSON should
/// stand: a text whose quotes the shell has taken or nobody has written. `name`: what the value is for.
/// Anything else is left to the library to judge.
void require_no_bare_word(const std::string& json, const std::string& name, const std::string& hint);

}  // namespace rlmdb::cli
