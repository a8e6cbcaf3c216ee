// SPDX-License-Identifier: MIT
#include "format/line_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

std::optional<JsonText> LineMembers::value(std::string_view name) {
  const auto found = take(name);
  return found.has_value() ? std::optional(JsonText{std::string(found->value)}) : std::nullopt;
}

std::optional<std::string> LineMembers::text(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  auto text = json_string_text(found->value);
  if (!text.has_value()) {
    refuse(*found, fmt::format("'{}' is no string of whole characters", name));
  }
  return text;
}

std::optional<LineError> LineMembers::error(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  const auto message = find_json_member(found->value, "message");
  auto text = json_string_text(message.value_or(found->value));
  if (!text.has_value()) {
    refuse(*found, fmt::format("'{}' is neither a string nor an object with a string as its message", name));
  }
  const auto text_of = [&](std::string_view member) -> std::optional<std::string> {
    const auto raw = find_json_member(found->value, member);
    if (!raw.has_value()) return std::nullopt;
    auto value = json_string_text(*raw);
    if (!value.has_value()) {
      refuse(*found, fmt::format("the {} of '{}' is no string", member, name));
    }
    return value;
  };
  return LineError{*std::move(text), text_of("code"), text_of("timestamp")};
}

std::optional<double> LineMembers::number(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  double number = 0;
  const auto [end, failure] = std::from_chars(found->value.begin(), found->value.end(), number);
  if (failure != std::errc{} || end != found->value.end() || !is_json(found->value)) {
    refuse(*found, fmt::format("'{}' is no number", name));
  }
  return number;
}

std::vector<RunArtifact> LineMembers::artifacts(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return {};
  }
  std::vector<RunArtifact> artifacts;
  bool is_list = json_kind(found->value) == JsonKind::array && is_json(found->value);
  for (const std::string_view item :
       is_list ? split_json_array(found->value) : std::vector<std::string_view>{}) {
    const auto text_of = [item](std::string_view member) {
      const auto value = find_json_member(item, member);
      return value.has_value() ? json_string_text(*value) : std::nullopt;
    };
    const auto path = json_kind(item) == JsonKind::object ? text_of("path") : json_string_text(item);
    is_list = is_list && path.has_value();
    artifacts.push_back({path.value_or(""), text_of("type"), text_of("description")});
  }
  if (!is_list) {
    refuse(*found, fmt::format("'{}' is no array of paths, or of objects with a path", name));
  }
  return artifacts;
}

std::optional<std::int64_t> LineMembers::integer(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  const std::string_view value = found->value;
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(value.begin(), value.end(), number);
  if (failure != std::errc{} || end != value.end() || !is_json(value)) {
    refuse(*found, fmt::format("'{}' is no whole number of 64 bits", name));
  }
  return number;
}

bool LineMembers::flag(std::string_view name) {
  const auto found = take(name);
  if (found.has_value() && found->value != "true" && found->value != "false") {
    refuse(*found, fmt::format("'{}' is neither true nor false", name));
  }
  return found.has_value() && found->value == "true";
}

std::vector<std::string> LineMembers::texts(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return {};
  }
  std::vector<std::string> texts;
  bool is_list = json_kind(found->value) == JsonKind::array && is_json(found->value);
  for (const std::string_view item :
       is_list ? split_json_array(found->value) : std::vector<std::string_view>{}) {
    const auto text = json_string_text(item);
    is_list = is_list && text.has_value();
    texts.push_back(text.value_or(""));
  }
  if (!is_list) {
    refuse(*found, fmt::format("'{}' is no array of strings", name));
  }
  return texts;
}

void LineMembers::read(std::string_view name, std::optional<std::chrono::milliseconds>& value) {
  if (const auto ms = integer(name)) value = std::chrono::milliseconds(*ms);
}

void LineMembers::read(std::string_view name, std::vector<TaskId>& ids) {
  for (std::string& id : texts(name)) ids.push_back(TaskId{std::move(id)});
}

bool LineMembers::has(std::string_view name) const {
  return std::any_of(m_left.begin(), m_left.end(),
                     [name](const JsonMember& member) { return member.name == name; });
}

SetMembers LineMembers::members(std::string_view name) {
  const JsonMember object = needed(name, take(name));
  SetMembers set;
  try {
    for (JsonMember& member : split_json_object(object.value)) {
      set.members.emplace_back(std::move(member.name), JsonText{std::string(member.value)});
    }
  } catch (const Error& error) {
    refuse(object, fmt::format("'{}': {}", name, error.what()));
  }
  return set;
}

void LineMembers::finish(std::string_view what) const {
  if (!m_left.empty()) {
    refuse(m_left.front(), fmt::format("'{}' is no member of {}", m_left.front().name, what));
  }
}

std::optional<JsonMember> LineMembers::take(std::string_view name) {
  const auto found = std::find_if(m_left.begin(), m_left.end(),
                                  [name](const JsonMember& member) { return member.name == name; });
  if (found == m_left.end()) {
    return std::nullopt;
  }
  JsonMember member = std::move(*found);
  m_left.erase(found);
  return member;
}

void LineMembers::require_found(std::string_view name, bool is_found) {
  if (!is_found) {
    refuse({}, fmt::format("'{}' is missing", name));
  }
}

void LineMembers::refuse(const JsonMember& member, const std::string& problem) {
  throw Error(ErrorCode::invalid_input, problem, std::to_string(member.offset));
}

}  // namespace rlmdb::cli
