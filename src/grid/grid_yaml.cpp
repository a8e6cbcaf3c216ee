// SPDX-License-Identifier: MIT
#include "grid/grid_yaml.hpp"

#include <algorithm>

#include "grid/grid_markdown.hpp"
#include "grid/grid_values.hpp"
#include "grid/markdown_documents.hpp"
#include "json/json_members.hpp"
#include "json/json_string.hpp"
#include "rlmdb/error.hpp"
#include "util/clock.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::string_view k_nothing_changed = "nothing was changed";

TextParts yaml_parts(GridFileKind kind, std::string_view text) {
  const TextParts parts = split(kind, text);
  if (parts.before.empty() && parts.yaml.empty())
    throw Error(ErrorCode::invalid_input, "the file has no YAML that could be changed",
                std::string(to_text(kind)), std::string(k_nothing_changed));
  return parts;
}

}  // namespace

std::string with_yaml(const TextParts& parts, std::string_view yaml) {
  std::string text(parts.before);
  text.append(yaml);
  if (!parts.body.empty() && !yaml.empty() && !yaml.ends_with('\n')) text += line_end_of(parts.before);
  return text.append(parts.body);
}

std::string with_members(GridFileKind kind, std::string_view text, std::string_view patch_json) {
  if (kind == GridFileKind::state && is_markdown(read_document(kind, text).json))
    return with_markdown_state(text, patch_json);
  const TextParts parts = yaml_parts(kind, text);
  return with_yaml(parts, yaml::merged(parts.yaml, patch_json, k_text_members));
}

std::string with_list_item(GridFileKind kind, std::string_view text, std::string_view pointer,
                           std::string_view item_json) {
  const TextParts parts = yaml_parts(kind, text);
  return with_yaml(parts, yaml::with_item(parts.yaml, pointer, item_json, k_text_members));
}

std::string yaml_file(std::string_view object_json) {
  std::string text = "---\n" + yaml::from_json(object_json);
  if (!text.ends_with('\n')) text += '\n';
  return text + "---\n";
}

const GridFile* find_readable(const GridSnapshot& grid, std::string_view name) {
  const GridFile* const file = grid.find(name);
  if (file != nullptr && !file->fault.empty())
    throw Error(ErrorCode::invalid_input, file->name + " cannot be read: " + file->fault, file->name,
                "nothing was changed; repair the file, or let `rlmdb grid resume` rebuild what it can");
  return file;
}

const GridFile& readable_file(const GridSnapshot& grid, std::string_view name) {
  const GridFile* const file = find_readable(grid, name);
  if (file == nullptr)
    throw Error(ErrorCode::not_found, "there is no " + std::string(name) + " in " + grid.place,
                std::string(name),
                name == "STATE.md" ? "nothing was changed; `rlmdb grid init` begins a mission"
                                   : std::string(k_nothing_changed));
  return *file;
}

std::string time_like(std::string_view before, std::string_view now_utc,
                      std::optional<std::int64_t> utc_offset_minutes) {
  constexpr std::size_t k_to_seconds = std::string_view("2026-01-23T15:31:00").size();
  if (before.size() < k_to_seconds || before[10] != 'T') return std::string(now_utc);
  std::string now(now_utc);
  const auto known = time_of(before);
  const auto moment = util::parse_utc(now_utc);
  if (known && !known->has_zone && moment)
    now = util::utc_text(*moment + std::chrono::minutes(utc_offset_minutes.value_or(0)));
  std::string text = now.substr(0, k_to_seconds);
  std::string_view rest = before.substr(k_to_seconds);
  if (rest.starts_with('.')) {
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789", 1), rest.size()) - 1;
    std::string fraction = now.substr(k_to_seconds + 1, 3);
    fraction.resize(digits, '0');
    text.append(".").append(fraction);
    rest.remove_prefix(digits + 1);
  }
  if (!rest.empty()) text += 'Z';
  return text;
}

std::int64_t number_in(std::string_view raw) {
  const auto text = json::text_of(raw);
  return number_of(text ? std::string_view(*text) : raw);
}

std::vector<std::string_view> elements_of(std::string_view raw) {
  std::vector<std::string_view> elements;
  if (raw.starts_with('[')) json::split_elements(raw, elements);
  return elements;
}

void refuse_input(const std::string& where, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::invalid_input, where + " " + why, where,
              std::string(k_nothing_changed) + (hint.empty() ? "" : "; " + hint));
}

void refuse_now(const std::string& where, const std::string& why, const std::string& hint) {
  throw Error(ErrorCode::conflict, why, where,
              std::string(k_nothing_changed) + (hint.empty() ? "" : "; " + hint));
}

void require_said(std::string_view name, std::string_view expected, std::string_view actual) {
  if (expected == actual) return;
  throw Error(ErrorCode::invalid_input,
              std::string(name) + " cannot take this: it would read back as something else",
              std::string(name),
              "nothing was changed; look whether a block of the file is left open (--- or ```), or say it in "
              "other words");
}

}  // namespace rlmdb::grid
