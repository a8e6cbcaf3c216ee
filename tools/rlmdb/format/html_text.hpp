// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::cli {

/// `text`, which has been made visible, for an element or a quoted attribute.
[[nodiscard]] std::string html_text(std::string_view text);
/// The same in an element of its own, whose direction cannot reach what stands beside it.
[[nodiscard]] std::string html_isolated(std::string_view text);

}  // namespace rlmdb::cli
