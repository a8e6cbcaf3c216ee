// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
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

/// What `rlmdb NAME -h` prints: usage, what it does, its options and examples, 80 columns wide.
[[nodiscard]] std::string command_help(const CommandText& text, const CLI::App& app);

/// What `rlmdb help` prints: all commands and the global options.
[[nodiscard]] std::string program_help(const CommandLine& command_line, const CLI::App& root);

}  // namespace rlmdb::cli
