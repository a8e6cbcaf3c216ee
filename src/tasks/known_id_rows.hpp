// SPDX-License-Identifier: MIT
/// Ids in their order, out of the index that each kind has.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"
#include "rlmdb/known_ids.hpp"

namespace rlmdb::tasks {

/// See known_ids().
[[nodiscard]] std::vector<std::string> select_ids_from(db::Connection& connection, IdOf of,
                                                       std::string_view begin, std::size_t most);

}  // namespace rlmdb::tasks
