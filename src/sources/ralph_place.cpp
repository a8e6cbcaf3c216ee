// SPDX-License-Identifier: MIT
#include "sources/ralph_place.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <vector>

#include "sources/rlm_place.hpp"
#include "util/clock.hpp"

namespace rlmdb::sources {

namespace {

constexpr std::string_view k_json = ".json";
/// What a directory of checkpoints may have beside them.
constexpr std::string_view k_manifest = "manifest.json";
/// The last moment that a text of four year digits can say, in milliseconds.
constexpr std::int64_t k_last_ms = 253'402'300'799'999;

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    parts.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// Without ".json", ".json.gz", ".json.lz4"; nullopt: it has none of them.
std::optional<std::string_view> stem_of(std::string_view name) {
  for (const std::string_view packed : {std::string_view(".gz"), std::string_view(".lz4")}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  if (!name.ends_with(k_json)) return std::nullopt;
  return name.substr(0, name.size() - k_json.size());
}

bool is_packed_name(std::string_view name) {
  return stem_of(name) && !name.ends_with(k_json);
}

std::optional<std::int64_t> number_of(std::string_view digits) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number =
      error == std::errc{} && end == digits.data() + digits.size() && !digits.empty() && number >= 0;
  return is_number ? std::optional(number) : std::nullopt;
}

std::optional<std::string> time_of_ms(std::int64_t ms) {
  if (ms > k_last_ms) return std::nullopt;
  return util::utc_text(std::chrono::system_clock::time_point(std::chrono::milliseconds(ms)));
}

/// "N" or "N-MS".
std::optional<CheckpointName> parse_numbers(std::string_view text) {
  const std::size_t dash = text.find('-');
  CheckpointName name;
  name.iteration = number_of(text.substr(0, dash));
  if (!name.iteration) return std::nullopt;
  if (dash == std::string_view::npos) return name;
  const auto ms = number_of(text.substr(dash + 1));
  if (ms) name.created_at = time_of_ms(*ms);
  return name.created_at ? std::optional(name) : std::nullopt;
}

/// "2026-01-25T15-00-00Z" as it is meant, with or without a fraction after the seconds.
std::optional<std::string> time_of_name(std::string_view text) {
  constexpr std::size_t k_minutes = 13;  // the dash before them
  constexpr std::size_t k_seconds = 16;
  constexpr std::size_t k_fraction = 19;
  if (text.size() <= k_fraction || text[k_minutes] != '-' || text[k_seconds] != '-') return std::nullopt;
  std::string time(text);
  time[k_minutes] = time[k_seconds] = ':';
  if (time[k_fraction] == '-') time[k_fraction] = '.';
  return util::parse_utc(time) ? std::optional(std::move(time)) : std::nullopt;
}

/// "ID-TIME-TRIGGER", from the right-hand end.
std::optional<CheckpointName> parse_workflow_name(std::string_view text) {
  const std::size_t trigger = text.rfind('-');
  if (trigger == std::string_view::npos || !text.substr(0, trigger).ends_with('Z')) return std::nullopt;
  const std::string_view before = text.substr(0, trigger);
  for (const std::size_t length : {std::size_t{20}, std::size_t{24}}) {  // "…00Z", "…00.000Z"
    if (before.size() < length + 2 || before[before.size() - length - 1] != '-') continue;
    CheckpointName name;
    name.created_at = time_of_name(before.substr(before.size() - length));
    name.workflow_id = before.substr(0, before.size() - length - 1);
    if (name.created_at) return name;
  }
  return std::nullopt;
}

RalphFile file_in_checkpoints(std::string_view name) {
  if (is_packed_name(name) || parse_checkpoint_name(name)) return RalphFile::checkpoint;
  if (name == k_manifest) return RalphFile::maybe_checkpoint;
  return stem_of(name) ? RalphFile::stray_checkpoint : RalphFile::other;
}

/// `own`: what Ralph's programs call it there; language models have a name of their own.
bool is_loop_name(std::string_view name, bool is_external, std::string_view own) {
  return name == "loop-state.json" || name == (is_external ? "session-state.json" : own);
}

/// Beneath `.aiwg/ralph/` or `.aiwg/ralph-external/`; `parts` from there on.
RalphPlace place_beneath(std::string_view family, const std::vector<std::string_view>& parts) {
  const bool is_external = family == "ralph-external";
  RalphPlace place;
  place.family = family;
  const std::string_view name = parts.back();
  if (is_packed_name(name)) place.file = RalphFile::maybe_checkpoint;
  if (parts.size() == 1 && is_loop_name(name, is_external, "current-loop.json")) place.file = RalphFile::loop;
  if (parts.size() < 3 || (parts[0] != "loops" && parts[0] != "archive")) return place;
  place.owner = parts[1];
  place.is_archived = parts[0] == "archive";
  if (parts.size() == 3 && is_loop_name(name, is_external, "state.json")) place.file = RalphFile::loop;
  if (parts.size() == 4 && parts[2] == "checkpoints") place.file = file_in_checkpoints(name);
  return place;
}

}  // namespace

std::optional<RalphPlace> ralph_place_of(const std::filesystem::path& file) {
  const auto path = path_in_project(file);
  if (!path) return std::nullopt;
  std::vector<std::string_view> parts = parts_of(*path);
  if (parts.size() < 3) return std::nullopt;
  const std::string_view top = parts[1];
  parts.erase(parts.begin(), parts.begin() + 2);
  if (top == "ralph" || top == "ralph-external") return place_beneath(top, parts);
  if (top != "checkpoints") return std::nullopt;
  RalphPlace place;
  place.file = file_in_checkpoints(parts.back());
  return place;
}

std::string directory_of_loop(const std::filesystem::path& file) {
  const auto place = ralph_place_of(file);
  return place ? place->owner : std::string();
}

std::optional<CheckpointName> parse_checkpoint_name(std::string_view name) {
  const auto stem = stem_of(name);
  if (!stem) return std::nullopt;
  for (const std::string_view prefix : {std::string_view("iteration-"), std::string_view("checkpoint-")}) {
    if (!stem->starts_with(prefix)) continue;
    auto numbers = parse_numbers(stem->substr(prefix.size()));
    if (numbers && (prefix.front() == 'c' || !numbers->created_at)) return numbers;
  }
  return parse_workflow_name(*stem);
}

}  // namespace rlmdb::sources
