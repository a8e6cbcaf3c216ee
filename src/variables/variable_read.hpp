// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb::variables {

/// A variable out of its text, a member of a state. Whether it is expired is told as of now.
[[nodiscard]] Variable variable_of(const VariableOwner& owner, const std::string& name, std::string_view raw);

/// events.seq that a moment means. Error usage for a text that is no time.
[[nodiscard]] std::int64_t seq_of(db::Connection& connection, const Moment& moment);

}  // namespace rlmdb::variables
