// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace rlmdb::cli {

/// Error usage, with `hint`, for a word where JSON should stand: a text whose quotes the shell has taken or
/// nobody has written. Anything else is left to the library to judge.
void require_no_bare_word(const std::string& json, const std::string& hint);

}  // namespace rlmdb::cli
