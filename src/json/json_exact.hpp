// SPDX-License-Identifier: MIT
/// The slow, exact path behind scan_value, for values that repeat names, escape them, or hold invalid UTF-8:
/// it builds the value's outline, resolves repetitions as JSON.parse does, and lists what that loses.
/// Internal to this room.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_scan.hpp"

namespace rlmdb::json {

/// `text[begin, end)` is one value of valid grammar. Appends its canonical bytes to `canonical` (may be null)
/// and returns its losses, ascending by offset. Linear on average; memory about 100 bytes a nested value.
[[nodiscard]] std::vector<ScanLoss> rewrite_exact(std::string_view text, std::size_t begin, std::size_t end,
                                                  const ScanOptions& options, std::string* canonical);

/// One past the value that starts at `begin`; `text` is known to obey the grammar.
[[nodiscard]] std::size_t skip_value(std::string_view text, std::size_t begin) noexcept;

/// One past the closing quote of the string that starts at `begin`; `text` is known to obey the grammar.
[[nodiscard]] std::size_t skip_string(std::string_view text, std::size_t begin) noexcept;

}  // namespace rlmdb::json
