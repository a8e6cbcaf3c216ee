// SPDX-License-Identifier: MIT
/// Who takes a task or keeps it for himself, as this process is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "records/stored_claim.hpp"
#include "util/machine.hpp"

namespace rlmdb::writing {

/// Boot and namespace cannot change while a process lives.
[[nodiscard]] const util::Machine& this_machine();

/// What belongs to `owner`, and where. `judged_pid`: a process whose end is to end it; Error not_found when
/// there is none.
[[nodiscard]] records::Claimant claimant_of(const std::string& owner, std::optional<std::int64_t> judged_pid);

}  // namespace rlmdb::writing
