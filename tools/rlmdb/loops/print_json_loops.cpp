// SPDX-License-Identifier: MIT
#include "format/json_writer.hpp"
#include "loops/print_loops.hpp"

namespace rlmdb::cli {
namespace {

void append_best(std::string& json, const std::optional<BestIteration>& best) {
  if (!best.has_value()) {
    json += "null";
    return;
  }
  JsonObject(json)
      .add("iteration", best->iteration)
      .add("quality_score", best->quality_score)
      .add("snapshot_path", best->snapshot_path)
      .add("updated_at", best->updated_at)
      .add("selection_reason", best->selection_reason)
      .close();
}

void append_score(std::string& json, double score) {
  append_json(json, score);
}

void append_loop(std::string& json, const Loop& loop) {
  JsonObject object(json);
  object.add("loop_id", std::string_view(loop.loop_id))
      .add("place", std::string_view(loop.place))
      .add("family", std::string_view(loop.family))
      .add("is_archived", loop.is_archived)
      .add("is_active", loop.is_active)
      .add("version", loop.version)
      .add("status", loop.status)
      .add("task", loop.task)
      .add("completion_criteria", loop.completion_criteria)
      .add("iteration", loop.iteration)
      .add("max_iterations", loop.max_iterations)
      .add("started_at", loop.started_at)
      .add("last_updated", loop.last_updated)
      .add("finished_at", loop.finished_at);
  append_best(object.member("best"), loop.best);
  object.add("reinforcement_level", loop.reinforcement_level)
      .add("recovery_attempts", loop.recovery_attempts)
      .add("detection_enabled", loop.detection_enabled)
      .add("open_regressions", loop.open_regressions)
      .add_array("scores", loop.scores, append_score)
      .close();
}

template <class Entry>
void append_entry(std::string& json, const Entry& entry) {
  json += entry.json.text;
}

void append_regression(std::string& json, const LoopRegression& regression) {
  JsonObject(json).add("is_open", regression.is_open).add("event", regression.json).close();
}

void append_compared(std::string& json, const ComparedFact& fact) {
  JsonObject(json)
      .add("name", std::string_view(fact.name))
      .add_or_null("first", fact.first)
      .add_or_null("second", fact.second)
      .close();
}

}  // namespace

std::string json_loops(const std::vector<Loop>& loops) {
  std::string json;
  JsonObject(json)
      .add_array("loops", loops, append_loop)
      .add("count", static_cast<std::int64_t>(loops.size()))
      .close();
  return json;
}

std::string json_loop(const LoopDetails& details) {
  std::string json;
  JsonObject object(json);
  append_loop(object.member("loop"), details.loop);
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
  append_loop(object.member("first"), first.loop);
  append_loop(object.member("second"), second.loop);
  object.add_array("facts", compared_facts(first, second), append_compared)
      .add_array("scores", compared_scores(first, second), append_compared)
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
