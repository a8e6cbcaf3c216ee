// SPDX-License-Identifier: MIT
#include <algorithm>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "json/object_text.hpp"
#include "loops/auto_checkpoints.hpp"
#include "loops/loop_check.hpp"
#include "loops/loop_edit.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/loop.hpp"
#include "util/clock.hpp"
#include "util/own_names.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_most_slug = 30;
constexpr std::size_t k_id_digits = 8;
constexpr std::size_t k_most_name_bytes = 255;

/// Lower case, a dash for each run of other characters, none at the ends, cut to 30.
std::string slug_of(std::string_view task) {
  std::string slug;
  for (const char c : task) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool is_word = (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9');
    if (is_word) {
      slug += lower;
    } else if (!slug.empty() && slug.back() != '-') {
      slug += '-';
    }
  }
  if (slug.ends_with('-')) slug.pop_back();
  return slug.substr(0, k_most_slug);
}

void require_file_name(const std::string& id) {
  writing::require_utf8(id, "loop id");
  const bool has_control =
      std::any_of(id.begin(), id.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (!id.empty() && id != "." && id != ".." && id.find('/') == std::string::npos && !has_control &&
      id.size() <= k_most_name_bytes)
    return;
  throw Error(ErrorCode::usage, "a loop's id has to be the name of a directory", "loop id",
              "letters, digits, dashes, and at most 255 bytes");
}

std::string id_of(const NewLoop& loop) {
  if (loop.loop_id) {
    require_file_name(*loop.loop_id);
    return *loop.loop_id;
  }
  return "ralph-" + slug_of(loop.task) + "-" + util::random_name().substr(0, k_id_digits);
}

/// "" where there is nothing to say.
std::string configuration_of(const NewLoop& loop) {
  json::ObjectText configuration;
  if (loop.max_iterations) configuration.add("max_iterations", std::to_string(*loop.max_iterations));
  if (!loop.auto_checkpoints.empty())
    configuration.add("auto_checkpoints", loops::auto_checkpoints_text(loop.auto_checkpoints));
  return configuration.empty() ? std::string() : configuration.finish();
}

/// The members of the schema in the order of the seed.
std::string outline_of(const NewLoop& loop, const std::string& id, const std::string& time) {
  json::ObjectText outline;
  outline.add("version", "\"2.0.0\"");
  outline.add("loop_id", json::quoted(id));
  outline.add("status", "\"running\"");
  outline.add("iteration", "0");
  outline.add("task", json::quoted(loop.task));
  if (loop.completion_criteria) outline.add("completion_criteria", json::quoted(*loop.completion_criteria));
  outline.add("started_at", json::quoted(time));
  outline.add("last_updated", json::quoted(time));
  if (const std::string configuration = configuration_of(loop); !configuration.empty())
    outline.add("configuration", configuration);
  outline.add("metrics", R"({"total_iterations":0})");
  if (loop.baseline_metrics)
    outline.add("baseline_metrics",
                loops::checked_entry(*loop.baseline_metrics, loops::baseline_rules(), "baseline"));
  outline.add("iteration_history", "[]");
  outline.add("regression_events", "[]");
  outline.add("reinforcement_level", "\"OFF\"");
  outline.add("reinforcement_history", "[]");
  outline.add("recovery_attempts", "0");
  outline.add("recovery_history", "[]");
  outline.add("detection_enabled", "true");
  outline.add("detected_patterns", "[]");
  return outline.finish();
}

void require_room(db::Connection& connection, const NewLoop& loop) {
  const std::int64_t active = loops::LoopRows(connection).count_active();
  if (active < k_most_active_loops || loop.is_forced) return;
  throw Error(ErrorCode::conflict,
              std::to_string(active) + " loops are active, and " + std::to_string(k_most_active_loops) +
                  " may be at once",
              "loops",
              "nothing was changed; finish or abort one (`rlmdb loop list` names them), or use --force");
}

void require_texts(const NewLoop& loop) {
  if (loop.task.empty()) throw Error(ErrorCode::usage, "a loop needs a task", "task");
  writing::require_utf8(loop.task, "task");
  if (loop.completion_criteria) writing::require_utf8(*loop.completion_criteria, "completion");
  if (loop.max_iterations && *loop.max_iterations < 1)
    throw Error(ErrorCode::usage, "max_iterations has to be 1 or more", "max_iterations");
}

}  // namespace

LoopChanged start_loop(Store& store, const NewLoop& loop) {
  require_texts(loop);
  const auto use = db::connections_of(store).use();
  const std::string id = id_of(loop);
  const std::string time = loop.timestamp.value_or(util::utc_now_text());
  loops::require_time(time, "timestamp");
  const std::string outline = outline_of(loop, id, time);
  db::Connection& connection = use.connection();
  LoopChanged changed;
  {
    db::WriteTransaction transaction(connection);
    require_room(connection, loop);
    loops::LoopEdit edit(connection, id, outline);
    edit.escalate({"MINIMAL", "Loop initialization"}, 1, time);
    changed = edit.finish(EventKind::loop_started);
    changed.escalation.clear();
    transaction.commit();
  }
  db::keep_wal_short(connection);
  return changed;
}

}  // namespace rlmdb
