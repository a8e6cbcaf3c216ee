// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "db/connection.hpp"
#include "variables/state_rows.hpp"

namespace rlmdb::variables {

/// Whether the state document was made after an event.
[[nodiscard]] bool is_younger(db::Connection& connection, const StateHead& state, std::int64_t seq);

/// The variables of a state document right after an event, as the text of an object. Error not_found when it
/// did not exist yet, or when later events have been cleaned up.
[[nodiscard]] std::string state_at(db::Connection& connection, const StateHead& state, std::int64_t seq);

}  // namespace rlmdb::variables
