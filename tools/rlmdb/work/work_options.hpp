// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "rlmdb/change.hpp"
#include "rlmdb/claim.hpp"
#include "work/guard.hpp"

namespace rlmdb::cli {

/// What the standard output of a command is.
enum class ResultForm { text, json };

/// What a worker does when nothing is left.
enum class AtEnd { leave, wait };

/// Which tasks a worker takes, and what it runs for them.
struct WorkOptions {
  Program program{};
  ReadyFilter filter{};
  std::int64_t jobs = 1;
  std::chrono::milliseconds lease = k_default_lease;
  std::chrono::milliseconds grace = std::chrono::seconds(10);
  ResultForm result = ResultForm::text;
  std::int64_t most_result_bytes = std::int64_t{16} << 20;
  AtEnd at_end = AtEnd::leave;
};

}  // namespace rlmdb::cli
