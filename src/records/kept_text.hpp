// SPDX-License-Identifier: MIT
/// Texts that the database keeps as a document has them. What is read as one is looked at first: an export
/// never writes one that is broken.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::records {

enum class KeptShape { any, object };

/// Whether `text` is one JSON value in canonical compact text, and an object where it has to be.
[[nodiscard]] bool is_kept_text(std::string_view text, KeptShape shape);

/// Error corrupt where it is not; `where` names the row and its column.
void require_kept_text(std::string_view text, KeptShape shape, const std::string& where);

/// The name of a member as it is kept: a JSON string without its quotes. Error corrupt where it is none.
void require_kept_name(std::string_view name, const std::string& where);

}  // namespace rlmdb::records
