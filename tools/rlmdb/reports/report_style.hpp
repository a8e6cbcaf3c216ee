// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace rlmdb::cli {

/// The style sheet of an HTML report: system fonts, light and dark, and black on white on paper.
[[nodiscard]] std::string_view report_style() noexcept;

}  // namespace rlmdb::cli
