// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/event.hpp"

namespace rlmdb::jobs {

/// The task's own events and those of imports that changed it, with their changes of it, oldest first. Walks
/// all events for the imports. REQUIRES: one snapshot.
[[nodiscard]] std::vector<Event> events_with_imports(db::Connection& connection, const TaskId& task,
                                                     std::int64_t key);

/// The names of an RFC 6901 pointer, decoded.
[[nodiscard]] std::vector<std::string> pointer_names(std::string_view pointer);

/// The record, compact, as it was before a change that it has in it.
[[nodiscard]] std::string without_change(std::string_view record, const MemberChange& change);

}  // namespace rlmdb::jobs
