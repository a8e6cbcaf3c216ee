// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "events/event_rows.hpp"

namespace rlmdb::events {

/// The RFC 6901 pointer of a record's member, whose name stands in its quotes.
[[nodiscard]] std::string pointer_of(std::string_view raw_name);

/// Writes an `event_changes` row for every member of the record `before` that `after` lacks or has otherwise,
/// and for every one that it has in addition. Both are canonical texts of one task. Returns how many.
std::uint64_t keep_previous_values(EventRows& events, std::int64_t event_seq, std::int64_t task_id,
                                   const std::string& before, const std::string& after);

}  // namespace rlmdb::events
