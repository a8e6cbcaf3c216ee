// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace rlmdb::cli {

/// Every kind that an event has.
[[nodiscard]] const std::vector<std::string>& event_kinds();

/// Error usage for a kind that is none, with the nearest that is one.
void require_event_kind(const std::string& kind);

}  // namespace rlmdb::cli
