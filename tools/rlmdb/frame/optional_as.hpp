// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <utility>

namespace rlmdb::cli {

/// `text` as an id, or another struct of one text; nothing stays nothing.
template <class Wrapped>
[[nodiscard]] std::optional<Wrapped> optional_as(std::optional<std::string> text) {
  return text.has_value() ? std::optional(Wrapped{*std::move(text)}) : std::nullopt;
}

}  // namespace rlmdb::cli
