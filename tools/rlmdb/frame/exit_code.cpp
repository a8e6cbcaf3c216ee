// SPDX-License-Identifier: MIT
#include "frame/exit_code.hpp"

namespace rlmdb::cli {

ExitCode exit_code_of(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::usage:
      return ExitCode::usage;
    case ErrorCode::not_found:
      return ExitCode::not_found;
    case ErrorCode::invalid_input:
      return ExitCode::invalid_input;
    case ErrorCode::conflict:
      return ExitCode::conflict;
    case ErrorCode::busy:
      return ExitCode::busy;
    case ErrorCode::schema_too_new:
    case ErrorCode::not_our_database:
    case ErrorCode::corrupt:
      return ExitCode::unusable_database;
    case ErrorCode::io:
    case ErrorCode::internal:
      return ExitCode::failed;
  }
  return ExitCode::failed;
}

}  // namespace rlmdb::cli
