// SPDX-License-Identifier: MIT
/// What a cleanup says of trees that stay, and of tasks that go; and how a setting is named.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rlmdb/retention.hpp"

namespace rlmdb::retention {

/// "2 of its 5 nodes are not finished"
[[nodiscard]] std::string unfinished_words(std::int64_t unfinished, std::int64_t nodes);
/// "2 of its 5 nodes failed, and nobody reviewed them"
[[nodiscard]] std::string unreviewed_words(std::int64_t unreviewed, std::int64_t nodes);
/// "2 of its 5 nodes ended too recently, or nobody knows when"
[[nodiscard]] std::string younger_words(std::int64_t young, std::int64_t nodes);
/// "completed more than 7 d ago"; of a node: "its tree ended more than 7 d ago"
[[nodiscard]] std::string age_words(const RetentionPolicy& policy, std::string_view state, bool is_node);

/// "failed=90d", "checkpoints=10": as `rlmdb retention set` takes it.
[[nodiscard]] std::string setting_words(RetentionKind kind, const Retained& kept);

}  // namespace rlmdb::retention
