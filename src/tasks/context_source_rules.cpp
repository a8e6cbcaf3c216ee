// SPDX-License-Identifier: MIT
#include "tasks/context_source_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace rlmdb::tasks {

namespace {

constexpr std::string_view k_wildcards = "*?[]{}()!\\";
constexpr std::string_view k_white_space = " \t\r\n";
/// What ends the names of hosts, and hardly ever those of files.
constexpr std::array<std::string_view, 9> k_ends_of_hosts{"ai",  "app", "com", "dev", "edu",
                                                          "gov", "io",  "net", "org"};

bool is_ascii_letter(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool is_ascii_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/// What stands behind `scheme`; nullopt: the text does not begin with it.
std::optional<std::string_view> behind(std::string_view text, std::string_view scheme) {
  if (!text.starts_with(scheme)) return std::nullopt;
  return text.substr(scheme.size());
}

/// "s3:", "https:", "doi:"
bool has_scheme(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_ascii_letter(text.front())) return false;
  return std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(colon), [](char byte) {
    return is_ascii_letter(byte) || is_ascii_digit(byte) || byte == '+' || byte == '-' || byte == '.' ||
           byte == '_';
  });
}

/// "a.md:10-20" names a place in a file, as "a.md#usage" does.
std::string_view without_lines(std::string_view path) {
  const std::size_t colon = path.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == path.size()) return path;
  const std::string_view lines = path.substr(colon + 1);
  const bool is_numbers = std::all_of(lines.begin(), lines.end(), [](char byte) {
    return is_ascii_digit(byte) || byte == '-' || byte == 'L';
  });
  return is_numbers ? without_lines(path.substr(0, colon)) : path;
}

/// A place beneath the root; nullopt: elsewhere, or written in a way of its own.
std::optional<std::string_view> place_in_root(std::string_view path, std::string_view root) {
  if (path.starts_with("//") || path.starts_with('~') || path.find('\0') != std::string_view::npos)
    return std::nullopt;
  if (!path.starts_with('/')) return path;
  if (root.empty() || !path.starts_with(root) || path.size() <= root.size()) return std::nullopt;
  return path[root.size()] == '/' ? std::optional(path.substr(root.size() + 1)) : std::nullopt;
}

ContextSource file_source(std::string_view text, std::string_view root) {
  const auto path = place_in_root(text, root);
  if (!path) return {};
  ContextSource source{SourceNames::file, {std::string(*path)}};
  const auto also = [&](std::string_view reading) {
    if (!reading.empty() && source.readings.back() != reading) source.readings.emplace_back(reading);
  };
  if (path->find_first_of("%\\") != std::string_view::npos) return {};
  also(without_lines(path->substr(0, path->find_first_of("#?"))));
  if (path->find_first_of(k_wildcards) != std::string_view::npos) {
    const std::string place = place_of_pattern(*path);
    if (place.empty()) return {};
    also(place);
  }
  return source;
}

/// "ts" of "src/login.ts"; "" where that is no ending of a file.
std::string_view ending_of(std::string_view path) {
  constexpr std::size_t k_longest = 8;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view ending = name.substr(dot + 1);
  const bool is_ending = !ending.empty() && ending.size() <= k_longest && is_ascii_letter(ending.front()) &&
                         std::all_of(ending.begin(), ending.end(),
                                     [](char byte) { return is_ascii_letter(byte) || is_ascii_digit(byte); });
  return is_ending ? ending : std::string_view();
}

/// Whether a text without a scheme can only be meant as the path of a file.
bool is_path(std::string_view text) {
  if (text.find_first_of(k_white_space) != std::string_view::npos) return false;
  const std::string_view ending = ending_of(without_lines(text.substr(0, text.find_first_of("#?"))));
  if (ending.empty()) return false;
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos)
    return std::find(k_ends_of_hosts.begin(), k_ends_of_hosts.end(), ending) == k_ends_of_hosts.end();
  // "docs.example.org/a.html"; ".github/a.yml" and "../a.md" are no hosts.
  const std::string_view first = text.substr(0, slash);
  return first.starts_with('.') || first.find('.') == std::string_view::npos;
}

/// "task-a1b2c3d4", "task-0001"
bool is_task_id(std::string_view text) {
  const auto digits = behind(text, "task-");
  return digits && !digits->empty() && std::all_of(digits->begin(), digits->end(), [](char byte) {
           return is_ascii_digit(byte) || (byte >= 'a' && byte <= 'f');
         });
}

}  // namespace

ContextSource read_context_source(std::string_view text, std::string_view root) {
  if (text == "parent_result") return {SourceNames::parent_result, {std::string(text)}};
  if (const auto name = behind(text, "variable:")) {
    // "global:a", "a.b" and "a[0]" are notations of others.
    const bool is_name = name->find_first_of(".:/[#") == std::string_view::npos;
    return {is_name ? SourceNames::variable : SourceNames::unknown, {std::string(*name)}};
  }
  for (const std::string_view scheme : {"task:", "node:"})
    if (const auto id = behind(text, scheme))
      return {is_task_id(*id) ? SourceNames::task : SourceNames::unknown, {std::string(*id)}};
  if (is_task_id(text)) return {SourceNames::task, {std::string(text)}};
  if (const auto path = behind(text, "file:"))
    return file_source(path->starts_with("///") ? path->substr(2) : *path, root);
  if (has_scheme(without_lines(text)) || !is_path(text)) return {};
  return file_source(text, root);
}

std::string place_of_pattern(std::string_view pattern) {
  if (pattern.starts_with('/') || pattern.starts_with('~')) return {};
  const std::size_t wildcard = pattern.find_first_of(k_wildcards);
  if (wildcard == std::string_view::npos)
    return pattern.find('/') == std::string_view::npos ? std::string() : std::string(pattern);
  const std::size_t slash = pattern.substr(0, wildcard).rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(pattern.substr(0, slash));
}

}  // namespace rlmdb::tasks
