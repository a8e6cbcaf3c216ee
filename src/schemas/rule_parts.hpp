// SPDX-License-Identifier: MIT
/// What the tables of several schemas are made from. For them alone.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "records/tokens.hpp"
#include "schemas/form_rules.hpp"
#include "schemas/value_rules.hpp"

namespace rlmdb::schemas::parts {

inline constexpr double k_no_end = std::numeric_limits<double>::infinity();
inline constexpr ValueRange k_counts{0, k_no_end};
inline constexpr ValueRange k_from_one{1, k_no_end};
inline constexpr ValueRange k_from_thousand{1000, k_no_end};
inline constexpr ValueRange k_shares{0, 1};
inline constexpr ValueRange k_temperatures{0, 2};

[[nodiscard]] constexpr MemberRule one_of(std::string_view name, std::span<const std::string_view> tokens,
                                          Need need = Need::optional) {
  return {name, ValueKind::text, need, nullptr, tokens};
}
[[nodiscard]] constexpr MemberRule formed(std::string_view name, const TextForm& form,
                                          Need need = Need::optional) {
  return {name, ValueKind::text, need, nullptr, {}, {}, &form};
}
[[nodiscard]] constexpr MemberRule list_of_texts(std::string_view name) {
  return {name, ValueKind::array, Need::optional, nullptr, {}, {}, nullptr, ValueKind::text};
}
[[nodiscard]] constexpr MemberRule whole(std::string_view name, MemberRules inside) {
  return {name, ValueKind::object, Need::optional, nullptr, {}, inside};
}
[[nodiscard]] constexpr MemberRule list_of(std::string_view name, MemberRules inside, std::size_t most = 0) {
  return {name,   ValueKind::array, Need::optional, nullptr,         {},
          inside, nullptr,          ValueKind::any, Inside::members, most};
}
[[nodiscard]] constexpr MemberRule variables_at(std::string_view name, MemberRules inside,
                                                Need need = Need::optional) {
  return {name,   ValueKind::object, need,           nullptr,           {},
          inside, nullptr,           ValueKind::any, Inside::variables, k_variables_of_state};
}

// Of a variable: those of a state document but for the one of its own.
inline constexpr std::span<const std::string_view> k_scopes = std::span(k_words_of<StateScope>).first<4>();

inline constexpr MemberRule k_variable_metadata[] = {
    {"read_only", ValueKind::boolean},
    one_of("scope", k_scopes),
    {"ttl_seconds", ValueKind::number},
};

/// A variable in a task. The seed's own programs leave out its name.
inline constexpr MemberRule k_variable[] = {
    {"type", ValueKind::text, Need::optional, nullptr, records::k_known_variable_types},
    {"description", ValueKind::text},
    {"source", ValueKind::text},
    {"created_at", ValueKind::text},
    {"updated_at", ValueKind::text},
    {"access_count", ValueKind::integer, Need::optional, &k_counts},
    whole("metadata", k_variable_metadata),
};

}  // namespace rlmdb::schemas::parts
