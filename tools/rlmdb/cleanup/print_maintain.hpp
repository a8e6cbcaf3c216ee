// SPDX-License-Identifier: MIT
/// What `rlmdb retention` and `maintain` print. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <string>
#include <vector>

#include "format/rows.hpp"
#include "rlmdb/maintain.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

[[nodiscard]] const Rows<RetentionSetting>& retention_rows();
[[nodiscard]] std::string json_retention(const std::vector<RetentionSetting>& settings);

[[nodiscard]] std::string text_maintain(const MaintainReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_maintain(const MaintainReport& report);

}  // namespace rlmdb::cli
