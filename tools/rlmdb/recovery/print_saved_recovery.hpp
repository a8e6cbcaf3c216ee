// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "rlmdb/recover.hpp"

namespace rlmdb::cli {

/// The `data` of `recover` for a plan that was written to `file`: with `plan`.
[[nodiscard]] std::string json_saved_recovery(const RecoveryReport& report, const std::string& file);
/// The same for a plan that was applied from `file`.
[[nodiscard]] std::string json_applied_recovery(const AppliedRecovery& applied, const std::string& file);

}  // namespace rlmdb::cli
