// SPDX-License-Identifier: MIT
/// Ids of rows and documents, which are texts there, as the public structures have them.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "rlmdb/task.hpp"

namespace rlmdb::records {

/// nullopt for an empty text.
template <class Id>
[[nodiscard]] std::optional<Id> id_or_none(std::string text) {
  return text.empty() ? std::nullopt : std::optional(Id{std::move(text)});
}

/// Also an empty text is one.
template <class Id>
[[nodiscard]] std::optional<Id> id_of(std::optional<std::string> text) {
  return text ? std::optional(Id{*std::move(text)}) : std::nullopt;
}

}  // namespace rlmdb::records
