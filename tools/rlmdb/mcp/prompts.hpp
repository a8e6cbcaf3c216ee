// SPDX-License-Identifier: MIT
/// What a person asks an agent to do here, in words made of how things are now. Texts of tasks are not in them:
/// what others wrote is to be read as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcp/tools.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// `prompts/list`.
[[nodiscard]] std::string list_prompts();

/// `prompts/get`; nullopt: there is none of that name. `owner`: who asks, as claims name them.
[[nodiscard]] std::optional<std::string> get_prompt(std::string_view name, const Store& store,
                                                    const McpRights& rights, std::string_view owner);

}  // namespace rlmdb::cli
