// SPDX-License-Identifier: MIT
#include "loops/loop_facts.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "json/json_members.hpp"
#include "json/json_number.hpp"
#include "json/json_scan.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"

namespace rlmdb::loops {

namespace {

constexpr MemberPlace k_names_of_loop_id[] = {{"", "loop_id"}, {"", "loopId"}, {"", "id"}};
constexpr MemberPlace k_names_of_status[] = {{"", "status"}, {"", "loop_status"}, {"", "loopStatus"}};
constexpr MemberPlace k_names_of_is_active[] = {{"", "active"}, {"", "is_active"}, {"", "isActive"}};
constexpr MemberPlace k_names_of_is_completed[] = {
    {"", "completed"}, {"", "is_completed"}, {"", "isCompleted"}};
constexpr MemberPlace k_names_of_task[] = {{"", "task"}, {"", "objective"}, {"", "task_description"},
                                           {"", "goal"}, {"", "prompt"},    {"", "description"}};
constexpr MemberPlace k_names_of_completion_criteria[] = {
    {"", "completion_criteria"}, {"", "completion"},      {"", "completionCriteria"},
    {"", "success_criteria"},    {"", "successCriteria"}, {"", "criteria"}};
constexpr MemberPlace k_names_of_iteration[] = {{"", "iteration"},
                                                {"", "currentIteration"},
                                                {"", "current_iteration"},
                                                {"", "iteration_count"},
                                                {"", "iterationCount"},
                                                {"", "iterations_completed"},
                                                {"progress", "current_iteration"},
                                                {"progress", "iteration"}};
constexpr MemberPlace k_names_of_max_iterations[] = {{"configuration", "max_iterations"},
                                                     {"", "max_iterations"},
                                                     {"", "maxIterations"},
                                                     {"configuration", "maxIterations"},
                                                     {"config", "max_iterations"},
                                                     {"config", "maxIterations"},
                                                     {"", "iteration_limit"},
                                                     {"progress", "max_iterations"}};
constexpr MemberPlace k_names_of_started_at[] = {{"", "started_at"}, {"", "startTime"},  {"", "startedAt"},
                                                 {"", "start_time"}, {"", "created_at"}, {"", "createdAt"}};
constexpr MemberPlace k_names_of_last_updated[] = {{"", "last_updated"}, {"", "lastUpdate"},
                                                   {"", "lastUpdated"},  {"", "updated_at"},
                                                   {"", "updatedAt"},    {"", "last_update"}};
constexpr MemberPlace k_names_of_finished_at[] = {
    {"", "completed_at"}, {"", "endTime"},  {"", "completedAt"}, {"", "ended_at"},
    {"", "endedAt"},      {"", "end_time"}, {"", "finished_at"}, {"", "finishedAt"}};
constexpr MemberPlace k_names_of_recovery_attempts[] = {{"", "recovery_attempts"}, {"", "recoveryAttempts"}};
constexpr MemberPlace k_names_of_entry_iteration[] = {
    {"", "iteration"}, {"", "number"}, {"", "iteration_number"}, {"", "iterationNumber"}, {"", "n"}};
constexpr MemberPlace k_names_of_entry_timestamp[] = {
    {"", "timestamp"},   {"", "completed_at"}, {"", "completedAt"}, {"", "ended_at"}, {"", "endTime"},
    {"", "finished_at"}, {"", "started_at"},   {"", "startedAt"},   {"", "date"}};
constexpr MemberPlace k_names_of_entry_quality_score[] = {
    {"", "quality_score"}, {"", "qualityScore"}, {"", "score"}, {"", "quality"}};

/// What `text` begins with: "8", "8/50", "8 of 50".
std::optional<std::int64_t> leading_number(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> integer_of(std::string_view raw) {
  if (const auto text = json::text_of(raw)) return leading_number(*text);
  if (const auto exact = json::exact_int64(raw)) return exact;
  // 3.0 and 1e1 are whole numbers, too.
  constexpr double k_greatest = 9'007'199'254'740'992;  // up to here a double knows each
  const auto number = raw.empty() || raw == "null" ? std::nullopt : json::number_of(raw);
  const bool is_whole = number && *number == std::floor(*number) && std::abs(*number) <= k_greatest;
  return is_whole ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

bool is_json(std::string_view text) {
  json::ScanOptions options;
  options.layout = json::JsonLayout::compact;
  options.copy = json::CanonicalCopy::only_when_different;
  std::string canonical;
  const json::ScanResult result = json::scan_value(text, 0, options, &canonical);
  return result.status == json::ScanStatus::complete && result.end == text.size();
}

/// Where no word of its status tells.
LoopStatus standing_by_other_members(std::string_view outline) {
  if (find_fact(outline, LoopFact::is_completed) == "true") return LoopStatus::completed;
  const std::string_view is_active = find_fact(outline, LoopFact::is_active);
  if (is_active == "false") return LoopStatus::aborted;
  if (is_active == "true") return LoopStatus::running;
  const bool has_end = !find_fact(outline, LoopFact::finished_at).empty();
  return has_end ? LoopStatus::completed : LoopStatus::running;
}

}  // namespace

std::span<const MemberPlace> spellings_of(LoopFact fact) noexcept {
  switch (fact) {
    case LoopFact::loop_id:
      return k_names_of_loop_id;
    case LoopFact::status:
      return k_names_of_status;
    case LoopFact::is_active:
      return k_names_of_is_active;
    case LoopFact::is_completed:
      return k_names_of_is_completed;
    case LoopFact::task:
      return k_names_of_task;
    case LoopFact::completion_criteria:
      return k_names_of_completion_criteria;
    case LoopFact::iteration:
      return k_names_of_iteration;
    case LoopFact::max_iterations:
      return k_names_of_max_iterations;
    case LoopFact::started_at:
      return k_names_of_started_at;
    case LoopFact::last_updated:
      return k_names_of_last_updated;
    case LoopFact::finished_at:
      return k_names_of_finished_at;
    case LoopFact::recovery_attempts:
      return k_names_of_recovery_attempts;
    case LoopFact::entry_iteration:
      return k_names_of_entry_iteration;
    case LoopFact::entry_timestamp:
      return k_names_of_entry_timestamp;
    case LoopFact::entry_quality_score:
      return k_names_of_entry_quality_score;
  }
  return {};
}

std::string_view member_at(std::string_view outline, const MemberPlace& place) {
  const std::string_view holder = place.holder.empty() ? outline : json::find_member(outline, place.holder);
  return json::find_member(holder, place.name);
}

std::string with_member_at(std::string_view outline, const MemberPlace& place, std::string_view raw) {
  if (place.holder.empty()) return json::with_member(outline, place.name, raw);
  const std::string holder = json::with_member(json::find_member(outline, place.holder), place.name, raw);
  return json::with_member(outline, place.holder, holder);
}

std::vector<MemberPlace> places_of(std::string_view outline, LoopFact fact) {
  std::vector<MemberPlace> places;
  for (const MemberPlace& place : spellings_of(fact))
    if (!member_at(outline, place).empty()) places.push_back(place);
  return places;
}

std::vector<MemberPlace> places_to_change(std::string_view outline, LoopFact fact, std::string_view raw) {
  const auto is_truth_value = [](std::string_view value) { return value == "true" || value == "false"; };
  std::vector<MemberPlace> places = places_of(outline, fact);
  std::erase_if(places, [&](const MemberPlace& place) {
    const std::string_view before = member_at(outline, place);
    const bool is_other = is_truth_value(raw) && !is_truth_value(before) && before != "null";
    return before.starts_with('{') || before.starts_with('[') || is_other;
  });
  return places;
}

std::string pointer_to(const MemberPlace& place) {
  std::string pointer;
  if (!place.holder.empty()) pointer.append("/").append(place.holder);
  return pointer.append("/").append(place.name);
}

std::string_view find_fact(std::string_view outline, LoopFact fact) {
  for (const MemberPlace& place : spellings_of(fact)) {
    const std::string_view raw = member_at(outline, place);
    if (!raw.empty() && raw != "null") return raw;
  }
  return {};
}

std::optional<std::string> find_text(std::string_view outline, LoopFact fact) {
  return json::text_of(find_fact(outline, fact));
}

std::optional<std::int64_t> find_number(std::string_view outline, LoopFact fact) {
  std::optional<std::int64_t> greatest;
  for (const MemberPlace& place : places_of(outline, fact))
    greatest = std::max(greatest, integer_of(member_at(outline, place)));
  return greatest;
}

LoopStatus standing_of(std::string_view outline) {
  const auto word = find_text(outline, LoopFact::status);
  const auto known = word ? find_loop_status(*word) : std::nullopt;
  return known ? *known : standing_by_other_members(outline);
}

std::string status_text_of(std::string_view outline) {
  if (auto word = find_text(outline, LoopFact::status)) return *std::move(word);
  return std::string(to_text(standing_of(outline)));
}

LoopStatus status_for_verbs(std::string_view outline) {
  const auto word = find_text(outline, LoopFact::status);
  if (!word) return standing_of(outline);
  return find_loop_status(*word).value_or(LoopStatus::running);
}

std::string in_one_line(const std::string& criteria) {
  if (!criteria.starts_with('[') || !is_json(criteria)) return criteria;
  std::vector<std::string_view> elements;
  json::split_elements(criteria, elements);
  std::string line;
  for (const std::string_view element : elements)
    line.append(line.empty() ? "" : "; ").append(json::text_of(element).value_or(std::string(element)));
  return line;
}

}  // namespace rlmdb::loops
