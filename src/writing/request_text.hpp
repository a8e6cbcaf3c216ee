// SPDX-License-Identifier: MIT
/// Requests and answers as texts, for request ids.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rlmdb/change.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb::writing {

/// SHA-256 of everything that the changes ask for, hex.
[[nodiscard]] std::string digest_of(std::span<const TaskChange> changes);
[[nodiscard]] std::string digest_of(std::span<const StateChange> changes);

/// Results as a JSON array, and back. Error corrupt for a text that is none of ours.
[[nodiscard]] std::string to_json(const std::vector<ChangeResult>& results);
[[nodiscard]] std::vector<ChangeResult> results_of(const std::string& json);

}  // namespace rlmdb::writing
