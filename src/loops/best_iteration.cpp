// SPDX-License-Identifier: MIT
#include "loops/best_iteration.hpp"

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

bool keep_best(LoopEdit& edit, const std::vector<ScoredEntry>& scored) {
  std::vector<ScoredIteration> iterations;
  for (const ScoredEntry& entry : scored) iterations.push_back({entry.iteration.value_or(0), entry.score});
  const auto best = best_of(iterations);
  if (!best) return false;
  const ScoredEntry& entry = scored[*best];
  const std::string_view before = json::find_member(edit.get("best_iteration"), "quality_score");
  if (!before.empty() && before != "null" && entry.score <= number_of(before)) return false;
  const std::string score = number_text(entry.score);
  json::ObjectText text;
  text.add("iteration", std::to_string(entry.iteration.value_or(0)));
  text.add("quality_score", score);
  if (entry.snapshot_path) text.add("snapshot_path", json::quoted(*entry.snapshot_path));
  text.add("updated_at", json::quoted(entry.timestamp.value_or(edit.at())));
  text.add("selection_reason", json::quoted("Highest quality score (" + score + "%)"));
  edit.set("best_iteration", text.finish());
  return true;
}

}  // namespace rlmdb::loops
