// SPDX-License-Identifier: MIT
/// Manual pages in roff: of what a command says of itself, with what people wrote to it.
#pragma once

#include <cstddef>
#include <string>

#include "frame/command_line.hpp"
#include "pages/hand_written.hpp"

namespace rlmdb::pages {

/// rlmdb-NAME(1) of the command at `index`. What `of_all` says of an option goes for those of which `own`
/// says nothing. Throws std::runtime_error where `own` tells of an option that the command has not.
[[nodiscard]] std::string man_page_of_command(const cli::CommandLine& command_line, std::size_t index,
                                              const HandWritten& own, const HandWritten& of_all);

/// rlmdb(1). Throws std::runtime_error where `own` tells of an option that neither the program nor a command
/// has.
[[nodiscard]] std::string man_page_of_program(const cli::CommandLine& command_line, const HandWritten& own);

/// The line that a page begins with, "RLMDB-LIST" and "1".
[[nodiscard]] std::string title_line(const std::string& title, const std::string& section);
[[nodiscard]] std::string section(const std::string& title, const std::string& roff);

}  // namespace rlmdb::pages
