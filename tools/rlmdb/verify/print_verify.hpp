// SPDX-License-Identifier: MIT
/// What `rlmdb verify` prints. Texts are whole lines; JSON is the `data` of a document.
#pragma once

#include <string>
#include <string_view>

#include "rlmdb/verify.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

[[nodiscard]] std::string text_verify(const VerifyReport& report, const Terminal& terminal);
[[nodiscard]] std::string json_verify(const VerifyReport& report, std::string_view against);

}  // namespace rlmdb::cli
