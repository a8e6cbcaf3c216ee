// SPDX-License-Identifier: MIT
/// What is written of what a command says of itself, with what people wrote to it: manual pages in roff, and the
/// tables and lists of docs/cli.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "frame/command_line.hpp"
#include "pages/hand_written.hpp"

namespace rlmdb::pages {

/// `date` of all pages: when this version was released.

/// rlmdb-NAME(1) of the command at `index`. What `of_all` says of an option goes for those of which `own`
/// says nothing. Throws std::runtime_error where `own` tells of an option that the command has not.
[[nodiscard]] std::string man_page_of_command(const cli::CommandLine& command_line, std::size_t index,
                                              const HandWritten& own, const HandWritten& of_all,
                                              std::string_view date);

/// rlmdb(1). Throws std::runtime_error where `own` tells of an option that neither the program nor a command
/// has.
[[nodiscard]] std::string man_page_of_program(const cli::CommandLine& command_line, const HandWritten& own,
                                              std::string_view date);

/// The line that a page begins with, "RLMDB-LIST" and "1".
[[nodiscard]] std::string title_line(const std::string& title, const std::string& section,
                                     std::string_view date);
[[nodiscard]] std::string section(const std::string& title, const std::string& roff);

/// rlmdb-format(5): what a database is, with the tables and views that `format`, docs/FORMAT.md, describes: of
/// each the first sentence below its heading. Throws std::runtime_error where one has none.
[[nodiscard]] std::string man_page_of_format(const HandWritten& own, const std::string& format,
                                             std::string_view date);

/// `contract` with what stands between `<!-- rlmdb NAME -->` and `<!-- end -->` written anew: the verbs and
/// options of that command, and what it prints with --json; of `<!-- rlmdb -->` the global options. Throws
/// std::runtime_error for a name that is no command's, for a missing end, and where a command with options or
/// verbs has no such place.
[[nodiscard]] std::string with_option_tables(const cli::CommandLine& command_line,
                                             const std::string& contract);

}  // namespace rlmdb::pages
