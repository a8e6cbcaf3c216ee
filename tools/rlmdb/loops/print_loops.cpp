// SPDX-License-Identifier: MIT
#include "loops/print_loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "format/json_writer.hpp"
#include "loops/loop_rows.hpp"
#include "terminal/sparkline.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_shown_scores = 40;

void append_best(std::string& json, const std::optional<BestIteration>& best) {
  best.has_value() ? best_rows()(json, *best) : void(json += "null");
}

template <class Entry>
void append_entry(std::string& json, const Entry& entry) {
  json += entry.json.text;
}

void append_regression(std::string& json, const LoopRegression& regression) {
  JsonObject(json).add("is_open", regression.is_open).add("event", regression.json).close();
}

std::vector<BestIteration> best_of(const LoopDetails& details) {
  return details.loop.best.has_value() ? std::vector{*details.loop.best} : std::vector<BestIteration>{};
}

/// Calls `use` with the entries that `verb` shows and their columns.
template <class Use>
auto with_entries(LoopVerb verb, const LoopDetails& details, Use use) {
  switch (verb) {
    case LoopVerb::iterations:
      return use(details.iterations, iteration_rows());
    case LoopVerb::best:
      return use(best_of(details), best_rows());
    case LoopVerb::regressions:
      return use(details.regressions, regression_rows());
    case LoopVerb::recoveries:
      return use(details.recoveries, recovery_rows());
    case LoopVerb::levels:
      return use(details.reinforcements, level_rows());
    default:
      return use(details.patterns, pattern_rows());
  }
}

}  // namespace

std::string text_loops(const std::vector<Loop>& loops, const Terminal& terminal) {
  return loop_rows().text(loops, terminal);
}

std::string text_loop(const LoopDetails& details, const Terminal& terminal) {
  auto facts = loop_facts(details);
  if (!details.loop.scores.empty()) {
    facts.emplace_back("quality", sparkline(details.loop.scores, k_shown_scores, terminal));
  }
  std::string text = terminal.is_terminal ? shown(details.loop.loop_id, terminal) + "\n"
                                          : tab_separated_line({{"id"}, {details.loop.loop_id}}, terminal);
  std::size_t width = 0;
  for (const auto& fact : facts) {
    width = std::max(width, fact.first.size());
  }
  for (const auto& [name, value] : facts) {
    text += terminal.is_terminal
                ? fmt::format("  {:<{}}  {}\n", shown(name, terminal), width, shown(value, terminal))
                : tab_separated_line({{name}, {value}}, terminal);
  }
  return text;
}

std::string text_entries(LoopVerb verb, const LoopDetails& details, const Terminal& terminal) {
  return with_entries(verb, details,
                      [&](const auto& list, const auto& rows) { return rows.text(list, terminal); });
}

std::size_t count_entries(LoopVerb verb, const LoopDetails& details) {
  return with_entries(verb, details, [](const auto& list, const auto&) { return list.size(); });
}

std::string text_compared(const LoopDetails& first, const LoopDetails& second, const Terminal& terminal) {
  std::vector<ComparedFact> facts{{"id", first.loop.loop_id, second.loop.loop_id}};
  for (const auto& more : {compared_facts(first, second), compared_scores(first, second)}) {
    facts.insert(facts.end(), more.begin(), more.end());
  }
  facts.push_back({"quality", sparkline(first.loop.scores, k_shown_scores, terminal),
                   sparkline(second.loop.scores, k_shown_scores, terminal)});
  return compared_rows().text(facts, terminal);
}

std::string text_changed(LoopVerb verb, const LoopChanged& changed, const Terminal& terminal) {
  if (verb == LoopVerb::start) {
    return changed.loop_id + "\n";
  }
  if (!terminal.is_terminal) {
    std::vector<TableCell> cells{{changed.loop_id}, {changed.status}, {std::to_string(changed.version)}};
    if (!changed.entry_id.empty()) {
      cells.push_back({changed.entry_id});
    }
    return tab_separated_line(cells, terminal);
  }
  return fmt::format("{}: {}, version {}{}\n", shown(changed.loop_id, terminal),
                     tinted(changed.status, tint_of_status(changed.status), terminal), changed.version,
                     changed.entry_id.empty() ? "" : ", " + shown(changed.entry_id, terminal));
}

std::string text_consequences(const LoopChanged& changed) {
  std::string text;
  if (changed.quality_score.has_value()) {
    text = fmt::format("iteration {}: {} ({})", changed.iteration.value_or(0),
                       score_text(changed.quality_score), delta_text(changed.quality_delta));
    if (changed.is_new_best) {
      text += ", the best so far";
    } else if (changed.best.has_value()) {
      text += fmt::format(", the best is iteration {} with {}", changed.best->iteration,
                          score_text(changed.best->quality_score));
    }
    text += "\n";
  }
  if (!changed.escalation.empty()) {
    text += fmt::format("level {}: {}\n", changed.reinforcement_level, changed.escalation);
  }
  return text;
}

std::string json_loops(const std::vector<Loop>& loops) {
  return loop_rows().json("loops", loops);
}

std::string json_loop(const LoopDetails& details) {
  std::string json;
  JsonObject object(json);
  loop_rows()(object.member("loop"), details.loop);
  object.add("baseline_metrics", details.baseline_metrics)
      .add("persistence_metrics", details.persistence_metrics)
      .add("metrics", details.metrics)
      .add("iterations", static_cast<std::int64_t>(details.iterations.size()))
      .add("regressions", static_cast<std::int64_t>(details.regressions.size()))
      .add("recoveries", static_cast<std::int64_t>(details.recoveries.size()))
      .add("patterns", static_cast<std::int64_t>(details.patterns.size()))
      .close();
  return json;
}

std::string json_entries(LoopVerb verb, const LoopDetails& details) {
  std::string json;
  JsonObject object(json);
  object.add("loop_id", std::string_view(details.loop.loop_id));
  switch (verb) {
    case LoopVerb::iterations:
      object.add_array("iterations", details.iterations, append_entry<LoopIteration>);
      break;
    case LoopVerb::best:
      append_best(object.member("best"), details.loop.best);
      break;
    case LoopVerb::regressions:
      object.add_array("regressions", details.regressions, append_regression);
      break;
    case LoopVerb::recoveries:
      object.add_array("recoveries", details.recoveries, append_entry<LoopRecovery>);
      break;
    case LoopVerb::levels:
      object.add_array("levels", details.reinforcements, append_entry<LoopReinforcement>);
      break;
    default:
      object.add_array("patterns", details.patterns, append_entry<LoopPattern>);
      break;
  }
  object.close();
  return json;
}

std::string json_compared(const LoopDetails& first, const LoopDetails& second) {
  std::string json;
  JsonObject object(json);
  loop_rows()(object.member("first"), first.loop);
  loop_rows()(object.member("second"), second.loop);
  object.add_array("facts", compared_facts(first, second), compared_rows())
      .add_array("scores", compared_scores(first, second), compared_rows())
      .close();
  return json;
}

std::string json_changed(const LoopChanged& changed) {
  std::string json;
  JsonObject object(json);
  object.add("loop_id", std::string_view(changed.loop_id))
      .add("status", std::string_view(changed.status))
      .add("version", changed.version)
      .add("event_seq", changed.event_seq)
      .add("iteration", changed.iteration)
      .add("quality_score", changed.quality_score)
      .add("quality_delta", changed.quality_delta);
  append_best(object.member("best"), changed.best);
  object.add("is_new_best", changed.is_new_best)
      .add_or_null("reinforcement_level", changed.reinforcement_level)
      .add_or_null("escalation", changed.escalation)
      .add_or_null("entry_id", changed.entry_id)
      .close();
  return json;
}

std::string json_written(const std::string& loop_id, const std::string& file, std::string_view format,
                         std::size_t bytes) {
  std::string json;
  JsonObject(json)
      .add("loop_id", std::string_view(loop_id))
      .add("file", std::string_view(file))
      .add("format", format)
      .add("bytes", static_cast<std::int64_t>(bytes))
      .close();
  return json;
}

}  // namespace rlmdb::cli
