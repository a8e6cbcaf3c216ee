// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "frame/options.hpp"
#include "rlmdb/change.hpp"

namespace rlmdb::cli {

/// On which condition a task is changed, and under which name the call can be repeated; as typed.
struct ChangeOptions {
  std::optional<std::int64_t> if_version;
  std::optional<std::int64_t> token;
  bool force = false;
  std::optional<std::string> request_id;
};

/// --if-version, --token and --force. `force` says what that goes past.
void add_conditions(Options& options, ChangeOptions& change, std::string force);

[[nodiscard]] Precondition precondition_of(const ChangeOptions& options);

}  // namespace rlmdb::cli
