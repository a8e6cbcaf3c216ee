// SPDX-License-Identifier: MIT
#include "grid/grid_state_rules.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "grid/grid_yaml.hpp"
#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_string.hpp"

namespace rlmdb::grid {

namespace {

constexpr std::int64_t k_full = 100;

std::string list_of(std::span<const std::string_view> words) {
  std::string list;
  for (const std::string_view word : words) list.append(list.empty() ? "" : ", ").append(word);
  return list;
}

void require_word_of(std::string_view patch, std::string_view name, std::span<const std::string_view> words) {
  const std::string_view raw = json::find_member(patch, name);
  if (raw.empty()) return;
  const auto text = json::text_of(raw);
  if (!text || std::find(words.begin(), words.end(), *text) == words.end())
    refuse_input("/" + std::string(name), "has to be one of " + list_of(words));
}

/// 3 of 3, "3" and "03".
std::optional<std::int64_t> whole_number(std::string_view raw) {
  const auto text = json::text_of(raw);
  if (!text) return json::exact_int64(raw);
  const bool is_number = !text->empty() && text->find_first_not_of("0123456789") == std::string::npos;
  const std::int64_t number = is_number ? number_of(*text) : -1;
  return number < 0 ? std::nullopt : std::optional(number);
}

void require_number(std::string_view object, std::string_view name, const std::string& pointer,
                    std::int64_t most) {
  const std::string_view raw = json::find_member(object, name);
  if (raw.empty()) return;
  const auto number = whole_number(raw);
  if (number && *number >= 0 && *number <= most) return;
  refuse_input(pointer + "/" + std::string(name), most == k_full ? "has to be a whole number from 0 to 100"
                                                                 : "has to be a whole number from 0 on");
}

void require_position(std::string_view patch, std::string_view state) {
  const std::string_view given = json::find_member(patch, "position");
  if (given.empty()) return;
  if (!given.starts_with('{')) refuse_input("/position", "has to be an object");
  const std::string_view position = json::find_member(state, "position");
  for (const std::string_view level : k_position_levels) {
    const std::string total = std::string(level) + "_total";
    require_number(given, level, "/position", INT64_MAX);
    require_number(given, total, "/position", INT64_MAX);
    if (json::find_member(given, level).empty() && json::find_member(given, total).empty()) continue;
    const auto at = whole_number(json::find_member(position, level));
    const auto of = whole_number(json::find_member(position, total));
    if (at && of && *at > *of)
      refuse_input("/position/" + std::string(level),
                   "would be " + std::to_string(*at) + " of " + std::to_string(*of),
                   "set " + total + " too if there are more now");
  }
}

void require_text(std::string_view patch, std::string_view name) {
  const std::string_view raw = json::find_member(patch, name);
  if (raw.empty()) return;
  const auto text = json::text_of(raw);
  if (!text || text->empty()) refuse_input("/" + std::string(name), "has to be a text");
}

}  // namespace

const CheckpointType* find_checkpoint_type(std::string_view name) {
  const auto* const found = std::find_if(k_checkpoint_types.begin(), k_checkpoint_types.end(),
                                         [&](const CheckpointType& type) { return type.name == name; });
  return found == k_checkpoint_types.end() ? nullptr : found;
}

void require_state(std::string_view patch_json, std::string_view state_json) {
  require_text(patch_json, "cluster");
  require_text(patch_json, "session_id");
  require_word_of(patch_json, "status", k_state_statuses);
  require_word_of(patch_json, "mode", k_state_modes);
  require_number(patch_json, "progress_percent", "", k_full);
  require_number(patch_json, "energy_remaining", "", INT64_MAX);
  require_position(patch_json, state_json);
}

}  // namespace rlmdb::grid
