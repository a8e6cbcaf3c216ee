// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loops/loop_rows.hpp"
#include "rlmdb/event_kind.hpp"
#include "writing/task_writer.hpp"

namespace rlmdb::workflows {

/// The loop that goes by that id and is not archived: Ralph's own before an external one. nullopt: there is
/// none.
[[nodiscard]] std::optional<loops::LoopHead> find_live_loop(db::Connection& connection,
                                                            std::string_view loop_id);

/// One event, about the loop where there is one, whose newest event it then is: the caller writes that row.
std::int64_t note_workflow(writing::TaskWriter& writer, EventKind kind, std::string_view reason,
                           std::optional<loops::LoopHead>& loop);

}  // namespace rlmdb::workflows
