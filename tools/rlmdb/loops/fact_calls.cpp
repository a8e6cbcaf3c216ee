// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "format/json_writer.hpp"
#include "loops/print_loops.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

/// The members of an object that are numbers, by name.
std::map<std::string, std::string> numbers_of(const std::optional<JsonText>& object) {
  std::map<std::string, std::string> numbers;
  if (!object.has_value() || !object->text.starts_with('{')) {
    return numbers;
  }
  for (const JsonMember& member : split_json_object(object->text, HalfPairs::stay_escaped)) {
    if (json_kind(member.value) == JsonKind::number) {
      numbers.emplace(member.name, std::string(member.value));
    }
  }
  return numbers;
}

/// "coverage_percentage 85.5, test_count 42"
std::string baseline_text(const LoopDetails& details) {
  std::string text;
  for (const auto& [name, value] : numbers_of(details.baseline_metrics)) {
    text.append(text.empty() ? "" : ", ").append(name).append(" ").append(value);
  }
  return text;
}

}  // namespace

std::string score_text(const std::optional<double>& score) {
  return score.has_value() ? to_json(*score) : "";
}

std::string number_text(const std::optional<std::int64_t>& number) {
  return number.has_value() ? std::to_string(*number) : std::string{};
}

std::string iterations_text(const Loop& loop) {
  const std::string done = number_text(loop.iteration);
  return loop.max_iterations.has_value() ? done + "/" + number_text(loop.max_iterations) : done;
}

std::optional<double> last_score(const Loop& loop) {
  return loop.scores.empty() ? std::nullopt : std::optional(loop.scores.back());
}

std::vector<std::pair<std::string, std::string>> loop_facts(const LoopDetails& details) {
  const Loop& loop = details.loop;
  const std::string best =
      loop.best.has_value()
          ? fmt::format("{} in iteration {}", score_text(loop.best->quality_score), loop.best->iteration)
          : "";
  std::vector<std::pair<std::string, std::string>> facts{
      {"status", loop.status.value_or("")},
      {"task", loop.task.value_or("")},
      {"completion", loop.completion_criteria.value_or("")},
      {"baseline", baseline_text(details)},
      {"iteration", iterations_text(loop)},
      {"best", best},
      {"last", score_text(last_score(loop))},
      {"level", loop.reinforcement_level},
      {"regressions", fmt::format("{} ({} open)", details.regressions.size(), loop.open_regressions)},
      {"recoveries", std::to_string(details.recoveries.size())},
      {"patterns", std::to_string(details.patterns.size())},
      {"started", loop.started_at.value_or("")},
      {"updated", loop.last_updated.value_or("")},
      {"finished", loop.finished_at.value_or("")}};
  for (const auto& [name, value] : numbers_of(details.metrics)) {
    facts.emplace_back(name, value);
  }
  facts.emplace_back("place", loop.place);
  facts.emplace_back("version", std::to_string(loop.version));
  std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
  return facts;
}

std::vector<ComparedFact> compared_facts(const LoopDetails& first, const LoopDetails& second) {
  const auto facts = [](const LoopDetails& details) {
    std::map<std::string, std::string> all;
    for (auto& [name, value] : loop_facts(details)) {
      all.emplace(std::move(name), std::move(value));
    }
    return all;
  };
  const std::map<std::string, std::string> left = facts(first);
  const std::map<std::string, std::string> right = facts(second);
  const auto value = [](const std::map<std::string, std::string>& all, const std::string& name) {
    const auto found = all.find(name);
    return found == all.end() ? std::string{} : found->second;
  };
  std::vector<ComparedFact> compared;
  const auto add = [&](const std::string& name) {
    const auto is_it = [&](const ComparedFact& fact) { return fact.name == name; };
    if (std::none_of(compared.begin(), compared.end(), is_it)) {
      compared.push_back({name, value(left, name), value(right, name)});
    }
  };
  for (const LoopDetails* details : {&first, &second}) {
    for (const auto& fact : loop_facts(*details)) {
      add(fact.first);
    }
  }
  return compared;
}

std::vector<ComparedFact> compared_scores(const LoopDetails& first, const LoopDetails& second) {
  std::map<std::int64_t, std::pair<std::string, std::string>> scores;
  for (const LoopIteration& one : first.iterations) {
    scores[one.iteration.value_or(0)].first = score_text(one.quality_score);
  }
  for (const LoopIteration& one : second.iterations) {
    scores[one.iteration.value_or(0)].second = score_text(one.quality_score);
  }
  std::vector<ComparedFact> compared;
  for (const auto& [iteration, both] : scores) {
    compared.push_back({fmt::format("iteration {}", iteration), both.first, both.second});
  }
  return compared;
}

}  // namespace rlmdb::cli
