// SPDX-License-Identifier: MIT
#include "records/variable_text.hpp"

#include <algorithm>
#include <charconv>

#include "json/object_text.hpp"
#include "json/object_view.hpp"
#include "records/tokens.hpp"
#include "util/instant.hpp"

namespace rlmdb::records {

namespace {

constexpr std::size_t k_most_name_bytes = 128;
constexpr std::string_view k_reference = "\"file:";

bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

std::string type_after(std::string_view before, const VariableUpdate& update) {
  if (update.type) return json::quoted(*update.type);
  if (before.starts_with('"') && fits_type(before.substr(1, before.size() - 2), update.value))
    return std::string(before);
  return json::quoted(type_of_value(update.value));
}

std::string_view raw(bool flag) {
  return flag ? "true" : "false";
}

std::string with_details(std::string text, const VariableUpdate& update) {
  if (update.description) text = json::with_member(text, "description", json::quoted(*update.description));
  if (update.source) text = json::with_member(text, "source", json::quoted(*update.source));
  return text;
}

std::string with_settings(const std::string& text, const VariableUpdate& update) {
  if (!update.read_only && !update.ttl_seconds && update.scope.empty()) return text;
  std::string metadata(json::find_member(text, "metadata"));
  if (update.read_only) metadata = json::with_member(metadata, "read_only", raw(*update.read_only));
  if (!update.scope.empty() && json::find_member(metadata, "scope").empty())
    metadata = json::with_member(metadata, "scope", json::quoted(update.scope));
  if (update.ttl_seconds)
    metadata = json::with_member(metadata, "ttl_seconds",
                                 *update.ttl_seconds == 0 ? "" : std::to_string(*update.ttl_seconds));
  return json::with_member(text, "metadata", metadata == "{}" ? "" : metadata);
}

}  // namespace

std::string_view type_of_value(std::string_view value) {
  switch (json::kind_of(value)) {
    case json::JsonKind::null:
      return "null";
    case json::JsonKind::boolean:
      return "boolean";
    case json::JsonKind::number:
      return "number";
    case json::JsonKind::string:
      return "text";
    case json::JsonKind::array:
      return "array";
    case json::JsonKind::object:
      return "json";
  }
  return "json";
}

bool fits_type(std::string_view type, std::string_view value) {
  const std::string_view own = type_of_value(value);
  if (type == "json" || type == own) return true;
  if (own == "text")
    return type == "string" || type == "file_content" ||
           (type == "file_path" && value.starts_with(k_reference));
  return type == "object" && (own == "json" || own == "array" || own == "null");
}

bool is_variable_object(const std::vector<json::Member>& members) {
  bool has_name = false;
  bool has_type = false;
  for (const json::Member& member : members) {
    if (member.raw_name == "\"value\"") return true;
    has_name = has_name || member.raw_name == "\"name\"";
    has_type = has_type || member.raw_name == "\"type\"";
  }
  return has_name && has_type;
}

VariableText read_variable_text(std::string_view raw) {
  VariableText text;
  std::vector<json::Member> members;
  if (raw.starts_with('{')) json::split_members(raw, members);
  if (!is_variable_object(members)) {
    text.is_bare = true;
    text.value = raw;
    return text;
  }
  text.value = json::find_member(members, "value");
  text.type = json::find_member(members, "type");
  text.description = json::find_member(members, "description");
  text.source = json::find_member(members, "source");
  text.created_at = json::find_member(members, "created_at");
  text.updated_at = json::find_member(members, "updated_at");
  text.access_count = json::find_member(members, "access_count");
  const std::string_view metadata = json::find_member(members, "metadata");
  text.read_only = json::find_member(metadata, "read_only");
  text.scope = json::find_member(metadata, "scope");
  text.ttl_seconds = json::find_member(metadata, "ttl_seconds");
  return text;
}

std::optional<std::chrono::system_clock::time_point> expiry_of(const VariableText& text) {
  using Time = std::chrono::system_clock::time_point;
  if (!text.created_at.starts_with('"')) return std::nullopt;
  std::string created_text;
  json::decode_string(text.created_at, created_text);
  const auto created_ms = util::instant_ms(created_text);
  constexpr auto k_most_ms =
      std::chrono::floor<std::chrono::milliseconds>(Time::max().time_since_epoch()).count();
  if (!created_ms || *created_ms > k_most_ms || *created_ms < -k_most_ms) return std::nullopt;
  const Time created{std::chrono::milliseconds(*created_ms)};
  double seconds = 0;
  const char* const end = text.ttl_seconds.data() + text.ttl_seconds.size();
  const auto parsed = std::from_chars(text.ttl_seconds.data(), end, seconds);
  if (text.ttl_seconds.empty() || parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  const double longest = std::chrono::duration<double>(Time::max() - created).count();
  if (!(seconds > 0) || seconds >= longest) return std::nullopt;
  return created + std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

bool is_variable_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= k_most_name_bytes && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) { return is_letter(c) || is_digit(c); });
}

bool is_variable_type(std::string_view type) noexcept {
  return std::find(k_variable_types.begin(), k_variable_types.end(), type) != k_variable_types.end();
}

std::string with_update(std::string_view before, const VariableUpdate& update) {
  const VariableText known = read_variable_text(before);
  if (before.empty() || known.is_bare) {
    json::ObjectText made;
    made.add("name", json::quoted(update.name));
    made.add("value", update.value);
    made.add("type", type_after({}, update));
    const std::string text =
        json::with_member(with_details(made.finish(), update), "created_at", json::quoted(update.now));
    return with_settings(text, update);
  }
  std::string text = json::with_member(before, "value", update.value);
  text = json::with_member(text, "type", type_after(known.type, update));
  if (update.begins_anew) text = json::with_member(text, "created_at", json::quoted(update.now));
  text = json::with_member(with_details(text, update), "updated_at",
                           update.begins_anew ? std::string() : json::quoted(update.now));
  VariableUpdate settings = update;
  settings.scope = {};
  return with_settings(text, settings);
}

std::string with_renamed_variable(std::string_view state, std::string_view name, std::string_view new_name) {
  const std::string old_raw = json::quoted(name);
  std::vector<json::Member> members;
  json::split_members(state, members);
  json::ObjectText text;
  for (const json::Member& member : members) {
    const bool is_it = member.raw_name == old_raw;
    const std::string raw_name = is_it ? json::quoted(new_name) : std::string(member.raw_name);
    std::string value(member.raw_value);
    if (is_it && json::find_member(value, "name") == old_raw)
      value = json::with_member(value, "name", raw_name);
    text.add(std::string_view(raw_name).substr(1, raw_name.size() - 2), value);
  }
  return text.finish();
}

}  // namespace rlmdb::records
