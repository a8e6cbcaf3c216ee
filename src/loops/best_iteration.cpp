// SPDX-License-Identifier: MIT
#include "loops/best_iteration.hpp"

#include <algorithm>
#include <utility>

#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "loops/loop_check.hpp"

namespace rlmdb::loops {

std::string snapshot_path_of(const LoopHead& head, std::int64_t iteration) {
  constexpr std::size_t k_digits = 3;
  std::string number = std::to_string(iteration);
  if (number.size() < k_digits) number.insert(0, k_digits - number.size(), '0');
  const std::size_t slash = head.place.rfind('/');
  std::string directory = slash == std::string::npos ? std::string() : head.place.substr(0, slash + 1);
  return directory + "iterations/iteration-" + number + ".json";
}

std::optional<std::int64_t> current_iteration(const LoopEdit& edit) {
  return edit.number(LoopFact::iteration);
}

std::optional<std::int64_t> gone_back_to(LoopEdit& edit) {
  const auto current = current_iteration(edit);
  return current && *current < edit.rows().last_recorded(edit.head().id).value_or(0) ? current : std::nullopt;
}

std::vector<ScoredEntry> standing(std::vector<ScoredEntry> scored,
                                  const std::optional<std::int64_t>& current) {
  std::vector<ScoredEntry> stands;
  for (ScoredEntry& entry : scored) {
    if (entry.iteration)
      std::erase_if(stands, [&](const ScoredEntry& earlier) {
        return earlier.iteration && *earlier.iteration >= *entry.iteration;
      });
    stands.push_back(std::move(entry));
  }
  if (current)
    std::erase_if(stands, [&](const ScoredEntry& entry) { return entry.iteration.value_or(0) > *current; });
  return stands;
}

std::vector<ScoredEntry> standing(LoopEdit& edit) {
  return standing(edit.rows().scored(edit.head().id), current_iteration(edit));
}

std::optional<std::string> best_text(const std::vector<ScoredEntry>& scored, const std::string& at) {
  std::vector<ScoredIteration> iterations;
  for (const ScoredEntry& entry : scored) iterations.push_back({entry.iteration.value_or(0), entry.score});
  const auto best = best_of(iterations);
  if (!best) return std::nullopt;
  const ScoredEntry& entry = scored[*best];
  const std::string score = number_text(entry.score);
  json::ObjectText text;
  text.add("iteration", std::to_string(entry.iteration.value_or(0)));
  text.add("quality_score", score);
  if (entry.snapshot_path) text.add("snapshot_path", json::quoted(*entry.snapshot_path));
  text.add("updated_at", json::quoted(entry.timestamp.value_or(at)));
  text.add("selection_reason", json::quoted("Highest quality score (" + score + "%)"));
  return text.finish();
}

namespace {

bool has_best(const std::vector<ScoredEntry>& scored, std::string_view best) {
  const auto iteration = json::exact_int64(json::find_member(best, "iteration"));
  const double score = number_of(json::find_member(best, "quality_score"));
  return std::any_of(scored.begin(), scored.end(), [&](const ScoredEntry& entry) {
    return entry.iteration == iteration && entry.score == score;
  });
}

/// What no entry says is somebody's word, and stands.
bool is_rolled_back(LoopEdit& edit, const std::vector<ScoredEntry>& stand, std::string_view best) {
  return has_best(edit.rows().scored(edit.head().id), best) && !has_best(stand, best);
}

}  // namespace

bool keep_best(LoopEdit& edit, const std::vector<ScoredEntry>& stand) {
  const auto best = best_text(stand, edit.at());
  if (!best) return false;
  const std::string_view there = edit.get("best_iteration");
  const std::string_view before = json::find_member(there, "quality_score");
  const double score = number_of(json::find_member(*best, "quality_score"));
  if (!before.empty() && before != "null" && score <= number_of(before) &&
      !is_rolled_back(edit, stand, there))
    return false;
  edit.set("best_iteration", *best);
  return true;
}

}  // namespace rlmdb::loops
