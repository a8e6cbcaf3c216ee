// SPDX-License-Identifier: MIT
#include "loops/print_loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "format/json_writer.hpp"
#include "loops/loop_chart.hpp"
#include "loops/loop_columns.hpp"
#include "terminal/visible_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::size_t k_shown_scores = 40;

constexpr std::string_view k_about_entries = "as the loop's document has them";

/// An entry of the document, as it stands there.
constexpr auto k_entry = [](const auto& entry) { return ObjectView{entry.json.text}; };

void add_loop(JsonObject& object, const Loop& loop) {
  object.add("loop_id", loop.loop_id)
      .add("place", loop.place, "of its document, from the project's root")
      .add("family", WordOf<k_loop_families>{loop.family})
      .add("is_archived", loop.is_archived)
      .add("is_active", loop.is_active, "running, paused, completing or recovering, and not archived")
      .add("version", loop.version)
      .add("status", loop.status, "as its document spells it")
      .add("task", loop.task)
      .add("completion_criteria", loop.completion_criteria, "when it is done")
      .add("iteration", loop.iteration, "how far it is")
      .add("max_iterations", loop.max_iterations)
      .add("started_at", loop.started_at)
      .add("last_updated", loop.last_updated)
      .add("finished_at", loop.finished_at)
      .add_object("best", loop.best, best_rows(), "the iteration with the highest score")
      .add("reinforcement_level", loop.reinforcement_level, "MINIMAL where its document says nothing")
      .add("recovery_attempts", loop.recovery_attempts, "0 where its document says nothing")
      .add("detection_enabled", loop.detection_enabled,
           "regressions are looked for; false where its document says nothing")
      .add("open_regressions", loop.open_regressions, "how many nothing has put right")
      .add_array("scores", loop.scores, std::identity(),
                 "of the newest iterations that have one, oldest first; in a list 12 at most");
}

void add_fall(JsonObject& object, const LoopFall& fall) {
  object.add("metric", fall.metric, "of baseline_metrics")
      .add("regression_type", fall.regression_type)
      .add("severity", fall.severity)
      .add("baseline", fall.baseline)
      .add("current", fall.current, "of the iteration that was recorded")
      .add_or_null("event_id", fall.event_id, "of the regression that was noted; null where none was");
}

void add_regression(JsonObject& object, const LoopRegression& regression) {
  object.add("is_open", regression.is_open, "nothing has put it right")
      .add("event", ObjectView{regression.json.text}, "as the loop's document has it");
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
  for (const LoopFall& fall : changed.falls) {
    text += fmt::format("{}: {} {}, in the baseline {}{}\n", fall.regression_type, fall.metric,
                        score_text(fall.current), score_text(fall.baseline),
                        fall.event_id.empty() ? "" : "; noted as " + fall.event_id);
  }
  if (!changed.stuck.empty()) {
    text += changed.stuck + "; `rlmdb loop recover` notes what is done about it\n";
  }
  if (!changed.escalation.empty()) {
    text += fmt::format("level {}: {}\n", changed.reinforcement_level, changed.escalation);
  }
  if (!changed.checkpoint_id.empty()) {
    text += fmt::format("checkpoint {}\n", changed.checkpoint_id);
  }
  return text;
}

std::string json_loops(const std::vector<Loop>& loops) {
  return JsonObject().add_array("loops", loops, add_loop).add("count", loops.size()).text();
}

std::string json_loop(const LoopDetails& details) {
  return JsonObject()
      .add_object("loop", details.loop, add_loop)
      .add("baseline_metrics", object_in(details.baseline_metrics), "of the project when the loop began")
      .add("persistence_metrics", object_in(details.persistence_metrics))
      .add("metrics", object_in(details.metrics))
      .add("iterations", details.iterations.size(), "how many")
      .add("regressions", details.regressions.size(), "how many")
      .add("recoveries", details.recoveries.size(), "how many")
      .add("patterns", details.patterns.size(), "how many")
      .text();
}

std::string json_entries(LoopVerb verb, const LoopDetails& details) {
  JsonObject object;
  object.add("loop_id", details.loop.loop_id);
  switch (verb) {
    case LoopVerb::iterations:
      object.add_array("iterations", details.iterations, k_entry, k_about_entries);
      break;
    case LoopVerb::best:
      object.add_object("best", details.loop.best, best_rows(), "of equal ones the earliest");
      break;
    case LoopVerb::regressions:
      object.add_array("regressions", details.regressions, add_regression);
      break;
    case LoopVerb::recoveries:
      object.add_array("recoveries", details.recoveries, k_entry, k_about_entries);
      break;
    case LoopVerb::levels:
      object.add_array("levels", details.reinforcements, k_entry, k_about_entries);
      break;
    default:
      object.add_array("patterns", details.patterns, k_entry, k_about_entries);
      break;
  }
  return object.text();
}

std::string json_compared(const LoopDetails& first, const LoopDetails& second) {
  return JsonObject()
      .add_object("first", first.loop, add_loop)
      .add_object("second", second.loop, add_loop)
      .add_array("facts", compared_facts(first, second), compared_rows(), "as show tells them of each")
      .add_array("scores", compared_scores(first, second), compared_rows(), "named \"iteration 1\"")
      .text();
}

std::string json_changed(const LoopChanged& changed) {
  return JsonObject()
      .add("loop_id", changed.loop_id)
      .add("status", changed.status)
      .add("version", changed.version)
      .add("event_seq", changed.event_seq, "of the event that tells of the change")
      .add("iteration", changed.iteration, "how far the loop is")
      .add("quality_score", changed.quality_score, "of the iteration that was recorded")
      .add("quality_delta", changed.quality_delta, "against the iteration before it")
      .add_object("best", changed.best, best_rows())
      .add("is_new_best", changed.is_new_best)
      .add_or_null("reinforcement_level", changed.reinforcement_level)
      .add_or_null("escalation", changed.escalation, "why the level was raised; null where it was not")
      .add_or_null("entry_id", changed.entry_id, "of the regression, recovery or pattern that was appended")
      .add_array("falls", changed.falls, add_fall, "what of the iteration is below the loop's baseline")
      .add_or_null("stuck", changed.stuck,
                   "the trigger of a recovery that is due, after three failures in a row")
      .add_or_null("checkpoint_id", changed.checkpoint_id, "of the checkpoint that the loop took with it")
      .text();
}

std::string json_written(const std::string& loop_id, const std::string& file, std::string_view format,
                         std::size_t bytes) {
  return JsonObject()
      .add("loop_id", loop_id)
      .add("file", file)
      .add("format", WordOf<k_loop_formats>{format}, "loop: its state document")
      .add("bytes", bytes)
      .text();
}

}  // namespace rlmdb::cli
