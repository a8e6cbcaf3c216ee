// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rlmdb::json {

/// A place where two values differ. Raw JSON, spans of the texts that were compared; "": absent.
struct JsonDifference {
  std::string pointer;  ///< RFC 6901
  std::string_view old_raw;
  std::string_view new_raw;
};

/// The innermost places in which two canonical compact values differ, in their order: members by name,
/// elements by index. Objects whose members only stand in another order differ as a whole. Empty for equal
/// texts.
[[nodiscard]] std::vector<JsonDifference> differences(std::string_view old_json, std::string_view new_json);

/// A raw JSON value as a message shows it: at most some 60 bytes, "nothing" where it is absent.
[[nodiscard]] std::string shown_value(const std::string& raw);

}  // namespace rlmdb::json
