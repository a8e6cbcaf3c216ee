// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::tasks {

/// What lists show, as an expression of TaskFilter::where may name it.
inline constexpr std::string_view k_names_shown =
    "id (beside a text), state, agent, priority, created, started, ended, tree, parent, prompt, error, "
    "result, "
    "claimed_by, claimed_until, scheduled_for";

/// An expression of TaskFilter::where in which each `id` that stands beside a text is `shown_id`: a number, which
/// tasks.id is, is never compared with one that begins with a letter. Within a SELECT `id` is whatever that says.
[[nodiscard]] std::string with_shown_ids(std::string_view expression, std::string_view shown_id);

}  // namespace rlmdb::tasks
