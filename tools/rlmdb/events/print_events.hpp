// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/event.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// Whether the previous values of an event's members are printed.
enum class PreviousValues { hidden, shown };

[[nodiscard]] const Rows<Event>& event_rows(PreviousValues values);

/// One line an event: on a terminal no wider than that, elsewhere tab-separated whole values.
[[nodiscard]] std::string text_event(const Event& event, PreviousValues values, const Terminal& terminal);
/// One object and a line feed; not a document with an envelope.
[[nodiscard]] std::string json_event(const Event& event, PreviousValues values);
/// Several as `data` of a document. `next`: the number to ask for more since; absent where there is none now.
[[nodiscard]] std::string json_events(const std::vector<Event>& events, PreviousValues values,
                                      std::optional<std::int64_t> next);

}  // namespace rlmdb::cli
