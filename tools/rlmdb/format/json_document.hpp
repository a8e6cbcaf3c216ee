// SPDX-License-Identifier: MIT
/// JSON values that are built up whole before they are printed.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/error.hpp"
#include "rlmdb/finding.hpp"

namespace rlmdb::cli {

using Json = nlohmann::ordered_json;

/// In one line. Bytes that are not UTF-8 (possible in file names) become U+FFFD: a JSON document must be
/// UTF-8.
[[nodiscard]] std::string text_of(const Json& json);
[[nodiscard]] Json json_findings(const std::vector<Finding>& findings);
[[nodiscard]] Json json_error(std::string_view code, const Error& error);

}  // namespace rlmdb::cli
