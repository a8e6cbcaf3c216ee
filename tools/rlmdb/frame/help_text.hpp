// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "frame/command.hpp"

namespace rlmdb::cli {

class CommandLine;

inline constexpr std::size_t k_help_width = 80;

/// `text` broken at spaces into lines of at most `width` columns; the first begins at column `indent`, the
/// others are indented to it.
[[nodiscard]] std::string wrapped(std::string_view text, std::size_t indent,
                                  std::size_t width = k_help_width);

/// What the help of the program says besides its commands and options.
[[nodiscard]] const CommandText& program_text();

/// What `rlmdb NAME -h` prints, usage, what it does, its options and examples, 80 columns wide; without a
/// name all commands in groups. With `verb` what `rlmdb NAME VERB -h` prints: the usage, options
/// and examples of that verb alone. Error usage for an unknown name or verb.
[[nodiscard]] std::string help_for(const CommandLine& command_line, std::optional<std::string_view> name,
                                   const std::string& verb = {});

/// What `rlmdb help -a` prints: all commands with what they do, and the options of all.
[[nodiscard]] std::string help_of_all(const CommandLine& command_line);

}  // namespace rlmdb::cli
