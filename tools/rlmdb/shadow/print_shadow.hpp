// SPDX-License-Identifier: MIT
/// What `rlmdb shadow` prints: a line a round that brought something.
#pragma once

#include <optional>
#include <string>

#include "format/rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/shadow.hpp"

namespace rlmdb::cli {

/// A look at the file: a round, or why there was none.
struct ShadowLook {
  std::string at;
  std::optional<ShadowRound> round{};
  std::optional<Error> skipped{};
};

[[nodiscard]] const Rows<ShadowLook>& shadow_rows();
/// Of a round: a sentence on a terminal, else a line.
[[nodiscard]] std::string text_shadow(const ShadowLook& look, const Terminal& terminal);
/// Why a round was skipped, for standard error.
[[nodiscard]] std::string text_skipped(const ShadowLook& look, const Terminal& terminal);
/// An object without an envelope, on a line.
[[nodiscard]] std::string json_shadow(const ShadowLook& look);

}  // namespace rlmdb::cli
