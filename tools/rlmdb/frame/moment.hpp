// SPDX-License-Identifier: MIT
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "rlmdb/history.hpp"

namespace rlmdb::cli {

/// The value of `--at`: digits alone are an event's sequence number, anything else is taken for a time.
[[nodiscard]] inline Moment moment_of(const std::string& text) {
  std::int64_t seq = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seq);
  const bool is_seq = error == std::errc{} && end == text.data() + text.size() && seq >= 0;
  return is_seq ? Moment(seq) : Moment(text);
}

}  // namespace rlmdb::cli
