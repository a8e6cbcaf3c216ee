// SPDX-License-Identifier: MIT
#include "variables/variable_read.hpp"

#include <algorithm>

#include "events/event_rows.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "records/variable_text.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"

namespace rlmdb::variables {

Variable variable_of(const VariableOwner& owner, const std::string& name, std::string_view raw) {
  const records::VariableText text = records::read_variable_text(raw);
  Variable variable{owner, name, JsonText{std::string(text.value)}, text.is_bare};
  variable.type = json::text_of(text.type);
  variable.description = json::text_of(text.description);
  variable.source = json::text_of(text.source);
  variable.created_at = json::text_of(text.created_at);
  variable.updated_at = json::text_of(text.updated_at);
  variable.access_count = json::exact_int64(text.access_count);
  variable.read_only = text.read_only == "true";
  variable.scope = json::text_of(text.scope);
  variable.ttl_seconds = json::number_of(text.ttl_seconds);
  if (const auto end = records::expiry_of(text)) {
    variable.expires_at = util::utc_text(*end);
    variable.is_expired = *end <= util::now();
  }
  return variable;
}

std::int64_t seq_of(db::Connection& connection, const Moment& moment) {
  if (const auto* seq = std::get_if<std::int64_t>(&moment)) return *seq;
  const auto& text = std::get<std::string>(moment);
  const auto time = util::parse_utc(text);
  if (!time)
    throw Error(ErrorCode::usage, "'" + text + "' is no time", {},
                "a time is UTC as in 2026-02-09T10:00:00.000Z, from 1678 to 2261; or give an event's seq");
  return events::EventRows(connection).newest_by(util::utc_text(*time));
}

}  // namespace rlmdb::variables

namespace rlmdb {

JsonText loaded_state(std::span<const Variable> variables) {
  constexpr std::string_view k_final = "Final";
  json::ObjectText state;
  const auto is_loaded = [](const Variable& variable) {
    return !variable.is_expired && !variable.value.text.empty();
  };
  if (std::none_of(variables.begin(), variables.end(),
                   [&](const Variable& variable) { return is_loaded(variable) && variable.name == k_final; }))
    state.add(k_final, "null");
  for (const Variable& variable : variables) {
    if (is_loaded(variable)) state.add(json::escaped(variable.name), variable.value.text);
  }
  return {state.finish()};
}

}  // namespace rlmdb
