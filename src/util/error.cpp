// SPDX-License-Identifier: MIT
#include "rlmdb/error.hpp"

namespace rlmdb {

std::string_view to_text(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::usage:
      return "usage";
    case ErrorCode::not_found:
      return "not_found";
    case ErrorCode::invalid_input:
      return "invalid_input";
    case ErrorCode::conflict:
      return "conflict";
    case ErrorCode::busy:
      return "busy";
    case ErrorCode::schema_too_new:
      return "schema_too_new";
    case ErrorCode::not_our_database:
      return "not_our_database";
    case ErrorCode::corrupt:
      return "corrupt";
    case ErrorCode::io:
      return "io";
    case ErrorCode::internal:
      return "internal";
  }
  return "internal";
}

}  // namespace rlmdb
