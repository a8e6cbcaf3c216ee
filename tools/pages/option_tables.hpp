// SPDX-License-Identifier: MIT
/// The tables and lists of docs/cli.md.
#pragma once

#include <string>

#include "frame/command_line.hpp"

namespace rlmdb::pages {

/// `contract` with what stands between `<!-- rlmdb NAME -->` and `<!-- end -->` written anew: the verbs and
/// options of that command, and what it prints with --json; of `<!-- rlmdb -->` the global options. Throws
/// std::runtime_error for a name that is no command's, for a missing end, and where a command with options or
/// verbs has no such place.
[[nodiscard]] std::string with_option_tables(const cli::CommandLine& command_line,
                                             const std::string& contract);

}  // namespace rlmdb::pages
