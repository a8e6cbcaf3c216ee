// SPDX-License-Identifier: MIT
/// The YAML of the Grid's files, read and changed. Internal to this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_document.hpp"
#include "grid/grid_snapshot.hpp"
#include "yaml/yaml_text.hpp"

namespace rlmdb::grid {

/// Blocks, threads and hashes are compared as numbers where the seed does, and never are numbers.
inline const yaml::TextMembers k_text_members = {"block", "thread", "hash", "commit", "id"};

/// Where the Markdown behind `parts.yaml` begins in `text`, behind the closing "---".
[[nodiscard]] std::size_t body_begin(const TextParts& parts, std::string_view text);

/// A file's text with another YAML block.
[[nodiscard]] std::string with_yaml(const TextParts& parts, std::string_view yaml);

/// `text` with the object `patch_json` merged into its YAML.
[[nodiscard]] std::string with_members(GridFileKind kind, std::string_view text, std::string_view patch_json);

/// `text` with an item at the end of the list at `pointer`.
[[nodiscard]] std::string with_list_item(GridFileKind kind, std::string_view text, std::string_view pointer,
                                         std::string_view item_json);

/// A file that is one YAML block.
[[nodiscard]] std::string yaml_file(std::string_view object_json);

/// The file, which can be read. Error not_found: there is none. Error invalid_input: it cannot be read.
[[nodiscard]] const GridFile& readable_file(const GridSnapshot& grid, std::string_view name);
/// The same, or nullptr where there is none.
[[nodiscard]] const GridFile* find_readable(const GridSnapshot& grid, std::string_view name);

/// `now`, "2026-01-23T15:31:00.123Z", with as many digits and with a zone or without one, as `before` has it;
/// without one in that which is so far ahead of UTC.
[[nodiscard]] std::string time_like(std::string_view before, std::string_view now,
                                    std::optional<std::int64_t> utc_offset_minutes = {});

/// The number of a raw value: 3, "3" and "03" are 3. -1: none.
[[nodiscard]] std::int64_t number_in(std::string_view raw);

/// The elements, raw, of an array; none of anything else.
[[nodiscard]] std::vector<std::string_view> elements_of(std::string_view raw);

[[noreturn]] void refuse_input(const std::string& where, const std::string& why,
                               const std::string& hint = {});
[[noreturn]] void refuse_now(const std::string& where, const std::string& why, const std::string& hint);

/// Throws Error invalid_input where `text`, a file's as it is to be, says not `expected` but `actual`.
void require_said(std::string_view name, std::string_view expected, std::string_view actual);

}  // namespace rlmdb::grid
