// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "records/stored_claim.hpp"
#include "rlmdb/claim.hpp"

namespace rlmdb::tasks {

/// Who a claim of `owner` belongs to. Error not_found when the process that is to be judged does not exist.
[[nodiscard]] records::Claimant claimant_of(const std::string& owner, const ClaimOptions& options);

}  // namespace rlmdb::tasks
