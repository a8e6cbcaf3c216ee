// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rlmdb/run.hpp"

namespace rlmdb::tasks {

/// Error invalid_input for what a run cannot say of its result: a word that is none of its list (of `status`:
/// of `statuses`), a confidence outside 0 to 1, an artifact without a path, a text that is no UTF-8,
/// an error's timestamp that is no time.
void require_details(const RunDetails& details, std::span<const std::string_view> statuses,
                     const std::string& where);

/// Error invalid_input for what is no time with a zone.
void require_timestamp(const std::optional<std::string>& timestamp, const std::string& where);

}  // namespace rlmdb::tasks
