// SPDX-License-Identifier: MIT
/// A member of metadata.rlm_state as text: a variable object, or a bare value.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/json_members.hpp"

namespace rlmdb::records {

/// An object counts as a Variable when it says so by a `value`, or by a `name` and a `type`
/// (`value` may be missing); any other value is bare.
[[nodiscard]] bool is_variable_object(const std::vector<json::Member>& members);

/// What a member of rlm_state says. Raw JSON, spans of the text it was read from; empty: absent.
struct VariableText {
  bool is_bare = false;
  std::string_view value;
  std::string_view type;
  std::string_view description;
  std::string_view source;
  std::string_view created_at;
  std::string_view updated_at;
  std::string_view access_count;
  std::string_view read_only;
  std::string_view scope;
  std::string_view ttl_seconds;
};
[[nodiscard]] VariableText read_variable_text(std::string_view raw);

/// created_at + ttl_seconds; nullopt where there is no ttl, or one of 0, which is for ever, created_at is no
/// ISO time in UTC, or the sum is past the year 2261.
[[nodiscard]] std::optional<std::chrono::system_clock::time_point> expiry_of(const VariableText& text);

/// A letter or _, then letters, digits and _, at most 128 of them.
[[nodiscard]] bool is_variable_name(std::string_view name) noexcept;
/// One of the eight types of the schema.
[[nodiscard]] bool is_variable_type(std::string_view type) noexcept;

/// The schema's name for the kind of a value, which is JSON: text, number, boolean, null, json, array.
[[nodiscard]] std::string_view type_of_value(std::string_view value);
/// Whether a variable of the type, the schema's or typeof's, can have the value.
[[nodiscard]] bool fits_type(std::string_view type, std::string_view value);

struct VariableUpdate {
  std::string_view name;
  std::string_view value;  ///< canonical JSON
  std::optional<std::string> type;
  std::optional<std::string> description;
  std::optional<std::string> source;
  std::optional<bool> read_only;
  std::optional<std::int64_t> ttl_seconds;  ///< 0 takes it away
  std::string_view now;                     ///< UTC text
  bool begins_anew = false;                 ///< created_at becomes now, as if the variable were new
  std::string_view scope = {};              ///< metadata.scope of a new one; "": none
};

/// `before` with the update, compact: the variable object that it is keeps its members and their order. A
/// bare value, or nothing (""), becomes a new variable object.
[[nodiscard]] std::string with_update(std::string_view before, const VariableUpdate& update);

/// rlm_state, an object's text, with a variable under another name, which its object also says, in its place.
[[nodiscard]] std::string with_renamed_variable(std::string_view state, std::string_view name,
                                                std::string_view new_name);

}  // namespace rlmdb::records
