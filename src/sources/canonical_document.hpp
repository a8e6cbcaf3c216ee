// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sources/tasks_json_read.hpp"

namespace rlmdb::sources {

/// Writes the top level of a document around its records: the members before `tasks`, the records that
/// `write_elements` gives one by one, the members after it. `updated_at` replaces the value of `updatedAt`
/// (or comes before `tasks` where the source has none).
void write_document(
    CanonicalDocument& document, std::string_view top_level, const std::optional<std::string>& updated_at,
    const std::function<void(const std::function<void(std::string_view)>& element)>& write_elements);

}  // namespace rlmdb::sources
