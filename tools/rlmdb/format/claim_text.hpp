// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rlmdb/task.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// "claimed by anna until 2026-02-09T10:04:05.678Z", on a screen with the time as people read it; "" for none, and for
/// one that is over.
[[nodiscard]] std::string text_claim_holder(const std::optional<TaskClaim>& claim, const Terminal& terminal);

/// The same in so many columns of a screen, without the time where that has no room.
[[nodiscard]] std::string claim_holder_within(std::size_t columns, const std::optional<TaskClaim>& claim,
                                              const Terminal& terminal);

/// The same for a cell of a screen, with the time as people read it; of a queued task it is "held".
[[nodiscard]] std::string short_claim_holder(const TaskClaim& claim, std::string_view verb = "claimed");

/// Columns of what may be claimed.
template <class Row>
[[nodiscard]] std::optional<std::string_view> claimed_by(const Row& row) {
  return row.claim.has_value() ? std::optional<std::string_view>(row.claim->owner) : std::nullopt;
}
template <class Row>
[[nodiscard]] std::optional<std::string_view> claimed_until(const Row& row) {
  return row.claim.has_value() ? std::optional<std::string_view>(row.claim->lease_expires_at) : std::nullopt;
}

}  // namespace rlmdb::cli
