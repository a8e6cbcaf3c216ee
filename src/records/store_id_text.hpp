// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::records {

/// The record's canonical text, of whatever layout, with `legacy_id` as its `id`. REQUIRES: it has one.
[[nodiscard]] std::string with_store_id(std::string_view record_text, std::string_view legacy_id);

}  // namespace rlmdb::records
