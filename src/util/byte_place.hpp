// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rlmdb::util {

/// "tasks.json: byte 62": a place in a file or a value, counted from 0. No "NAME:62", which reads as a line.
[[nodiscard]] std::string byte_place(std::string_view name, std::uint64_t offset);

}  // namespace rlmdb::util
