// SPDX-License-Identifier: MIT
#pragma once

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

/// What the process returns; docs/cli.md, "Exit codes", is the promise.
enum class ExitCode : int {
  done = 0,
  failed = 1,
  usage = 2,
  findings = 3,
  not_found = 4,
  busy = 5,
  invalid_input = 6,
  conflict = 7,
  unusable_database = 8,
  interrupted = 130,
};

[[nodiscard]] ExitCode exit_code_of(ErrorCode code) noexcept;

}  // namespace rlmdb::cli
