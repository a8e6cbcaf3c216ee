// SPDX-License-Identifier: MIT
#include "format/line_members.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "rlmdb/error.hpp"

namespace rlmdb::cli {

std::optional<JsonText> LineMembers::value(std::string_view name) {
  const auto found = take(name);
  return found.has_value() ? std::optional(JsonText{std::string(*found)}) : std::nullopt;
}

std::optional<std::string> LineMembers::text(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  const nlohmann::json parsed = nlohmann::json::parse(*found, nullptr, false);
  if (!parsed.is_string()) {
    refuse(*found, fmt::format("'{}' is no string of whole characters", name));
  }
  return parsed.get<std::string>();
}

std::optional<std::string> LineMembers::message(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  const nlohmann::json parsed = nlohmann::json::parse(*found, nullptr, false);
  const nlohmann::json text = parsed.is_object() ? parsed.value("message", nlohmann::json()) : parsed;
  if (!text.is_string()) {
    refuse(*found, fmt::format("'{}' is neither a string nor an object with a string as its message", name));
  }
  return text.get<std::string>();
}

std::optional<std::int64_t> LineMembers::integer(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return std::nullopt;
  }
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(found->begin(), found->end(), number);
  if (failure != std::errc{} || end != found->end() || !nlohmann::json::accept(*found)) {
    refuse(*found, fmt::format("'{}' is no whole number of 64 bits", name));
  }
  return number;
}

bool LineMembers::flag(std::string_view name) {
  const auto found = take(name);
  if (found.has_value() && *found != "true" && *found != "false") {
    refuse(*found, fmt::format("'{}' is neither true nor false", name));
  }
  return found == "true";
}

std::vector<std::string> LineMembers::texts(std::string_view name) {
  const auto found = take(name);
  if (!found.has_value()) {
    return {};
  }
  const nlohmann::json list = nlohmann::json::parse(*found, nullptr, false);
  const bool is_list =
      list.is_array() &&
      std::all_of(list.begin(), list.end(), [](const nlohmann::json& item) { return item.is_string(); });
  if (!is_list) {
    refuse(*found, fmt::format("'{}' is no array of strings", name));
  }
  return list.get<std::vector<std::string>>();
}

SetMembers LineMembers::members(std::string_view name) {
  const std::string_view object = needed(name, take(name));
  SetMembers set;
  try {
    for (JsonMember& member : split_object(object)) {
      set.members.emplace_back(std::move(member.name), JsonText{std::string(member.value)});
    }
  } catch (const Error& error) {
    refuse(object, fmt::format("'{}': {}", name, error.what()));
  }
  return set;
}

void LineMembers::finish(std::string_view verb) const {
  if (!m_left.empty()) {
    refuse(m_left.front().value,
           fmt::format("'{}' is no member of a line for task {}", m_left.front().name, verb));
  }
}

std::optional<std::string_view> LineMembers::take(std::string_view name) {
  const auto found = std::find_if(m_left.begin(), m_left.end(),
                                  [name](const JsonMember& member) { return member.name == name; });
  if (found == m_left.end()) {
    return std::nullopt;
  }
  const std::string_view value = found->value;
  m_left.erase(found);
  return value;
}

void LineMembers::require_found(std::string_view name, bool is_found) const {
  if (!is_found) {
    refuse(m_line, fmt::format("'{}' is missing", name));
  }
}

void LineMembers::refuse(std::string_view value, const std::string& problem) const {
  throw Error(ErrorCode::invalid_input, problem, std::to_string(value.data() - m_line.data()));
}

}  // namespace rlmdb::cli
