// SPDX-License-Identifier: MIT
/// Requests and answers as texts, for request ids.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "rlmdb/bulk.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/remove.hpp"
#include "rlmdb/variable.hpp"

namespace rlmdb::writing {

/// SHA-256 of everything that the changes ask for, hex.
[[nodiscard]] std::string digest_of(std::span<const TaskChange> changes);
[[nodiscard]] std::string digest_of(std::span<const StateChange> changes);

/// Of what is asked for, not of the tasks that it meets.
[[nodiscard]] std::string digest_of(const BulkChange& bulk);

[[nodiscard]] std::string digest_of(std::span<const TaskId> removed, const RemoveTask& how);

/// Of what a claim may be and what comes with it; not of how long it is waited for.
[[nodiscard]] std::string digest_of(const ClaimOptions& options);
/// Error conflict where an answer to `key` was given to something else than what is asked now.
void require_same_request(const std::string& key, const std::string& answered_sha256,
                          const std::string& asked_sha256);

/// A claim without its record as a JSON array of one object, and back.
[[nodiscard]] std::string to_json(const Claim& claim);
[[nodiscard]] Claim claim_of(const std::string& json);

/// Results as a JSON array, and back. Error corrupt for a text that is none of ours.
[[nodiscard]] std::string to_json(const std::vector<ChangeResult>& results);
[[nodiscard]] std::vector<ChangeResult> results_of(const std::string& json);

}  // namespace rlmdb::writing
