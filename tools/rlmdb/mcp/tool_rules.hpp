// SPDX-License-Identifier: MIT
/// What an agent may name: files of the project, and tasks of its tree.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "frame/call.hpp"
#include "mcp/tools.hpp"

namespace rlmdb::cli {

/// The path of `given` beneath the directory `root`, which it is relative to unless it is a whole path. Error
/// usage where it leads out, or through a symbolic link, as far as it is there now.
[[nodiscard]] std::filesystem::path path_in_project(const std::filesystem::path& root,
                                                    std::string_view given);

/// The parameters that `given`, the arguments of a tool as a JSON object or "", stand for: with those that every
/// call of it has. Error usage for a path that leads out of the project; not_found for a task that is not of
/// the tree, whether or not there is one.
/// `own_pid`: of the server.
[[nodiscard]] std::string params_of_call(const Tool& tool, std::string_view given, const McpRights& rights,
                                         Session& session, std::int64_t own_pid);

}  // namespace rlmdb::cli
