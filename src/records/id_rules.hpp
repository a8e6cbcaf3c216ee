// SPDX-License-Identifier: MIT
/// Store ids and the counter that new ones come from. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rlmdb::records {

/// The first number that is past the one in the id, read as the legacy store reads it; 0 where it has none.
[[nodiscard]] std::int64_t next_number_after(std::string_view legacy_id);

/// "task-0042".
[[nodiscard]] std::string numbered_id(std::int64_t number);

}  // namespace rlmdb::records
