// SPDX-License-Identifier: MIT
/// What goes round the answer of every command: the JSON envelope, errors and warnings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/error.hpp"
#include "rlmdb/finding.hpp"
#include "terminal/output.hpp"
#include "terminal/terminal.hpp"

namespace rlmdb::cli {

/// The success envelope as one line, with the warnings kept so far. `data` is JSON text and is put in as it
/// stands, never parsed again.
[[nodiscard]] std::string json_success(std::string_view command, std::string_view data);
/// The same, written out around `data` as it stands, without a copy of it.
void write_success(Output& out, std::string_view command, std::string_view data);
/// The failure envelope as one line. `code` is a documented error code.
[[nodiscard]] std::string json_failure(std::string_view command, std::string_view code, const Error& error);

/// "rlmdb: error: …" with its `where:` and `hint:` lines.
[[nodiscard]] std::string text_error(const Error& error, const Terminal& terminal);

/// One "rlmdb: warning: …" line each, for standard error.
[[nodiscard]] std::string text_warnings(const std::vector<Finding>& warnings, const Terminal& terminal);

}  // namespace rlmdb::cli
