// SPDX-License-Identifier: MIT
/// What a filter that matches nothing has left out.
#pragma once

#include <string>

#include "rlmdb/claim.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// "no task matches; of 13 tasks --state queued alone leaves 9, --agent claude none (agents: (none) 5, coder 2)";
/// without a filter that there is no task.
[[nodiscard]] std::string nothing_in_list(const Store& store, const TaskFilter& filter);

/// Behind "no task is ready: ": "none for the agent claude; 7 others are ready: (none) 5, coder 2"; where others are not ready either what is so of
/// those that are queued. "" without a filter, or where nothing is left out.
[[nodiscard]] std::string left_out_of_queue(const Store& store, const ReadyFilter& filter);

/// Behind "no task is ready: ", where none was to be claimed: for what the first waits and how many more do, what is left
/// out, or that none is queued and what runs still.
[[nodiscard]] std::string why_none_is_ready(const Store& store, const ReadyFilter& filter);

}  // namespace rlmdb::cli
