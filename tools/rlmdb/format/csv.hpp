// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace rlmdb::cli {

/// A line of CSV (RFC 4180), ended by a line feed.
[[nodiscard]] std::string csv_line(const std::vector<std::string>& fields);

}  // namespace rlmdb::cli
