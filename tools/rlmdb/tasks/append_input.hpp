// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "frame/input_file.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::cli {

/// Bytes of the longest beginning of `bytes` that is whole UTF-8 characters.
[[nodiscard]] std::size_t whole_characters(std::string_view bytes) noexcept;

/// True where `rest`, what follows the whole characters, is the beginning of a character that more bytes
/// could end.
[[nodiscard]] bool is_cut_character(std::string_view rest) noexcept;

/// Appends `input` to a task's output as it comes, until it ends: a piece, durable, whenever the input
/// pauses, and at the latest every second or 64 KiB. `change` holds an AppendOutput; its version is compared
/// for the first piece only. The report is of the last piece. Error of a piece, or invalid_input with the
/// byte offset for what is no UTF-8: all before it stays appended, and the hint says how much.
[[nodiscard]] ChangeReport append_input(Store& store, TaskChange change, const InputFile& input);

}  // namespace rlmdb::cli
