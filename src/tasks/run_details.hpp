// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "rlmdb/run.hpp"

namespace rlmdb::tasks {

/// Error invalid_input for what a run cannot say of its result: a word that is none of its list (of `status`:
/// of `statuses`), a confidence outside 0 to 1, an artifact without a path, a text that is no UTF-8.
void require_details(const RunDetails& details, std::span<const std::string_view> statuses,
                     const std::string& where);

}  // namespace rlmdb::tasks
