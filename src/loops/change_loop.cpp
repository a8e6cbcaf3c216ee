// SPDX-License-Identifier: MIT
// Each change of a loop but the recording of an iteration: checks, one LoopEdit, one event.
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "loops/best_iteration.hpp"
#include "loops/loop_change.hpp"
#include "loops/loop_check.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/loop.hpp"
#include "util/own_names.hpp"
#include "writing/given_json.hpp"

namespace rlmdb {

namespace {

/// Version 4, variant 1.
std::string new_uuid() {
  std::string hex = util::random_name() + util::random_name();
  constexpr std::size_t k_version = 12, k_variant = 16;
  constexpr std::string_view k_variants = "89ab";
  const char digit = hex[k_variant];
  hex[k_version] = '4';
  hex[k_variant] = k_variants[static_cast<std::size_t>(digit) % k_variants.size()];
  for (const std::size_t at : {8U, 13U, 18U, 23U}) hex.insert(at, 1, '-');
  return hex;
}

/// An entry with what it may leave out.
class Entry {
 public:
  Entry(loops::LoopEdit& edit, std::string json) : m_json(std::move(json)) {
    add_missing("timestamp", json::quoted(edit.at()));
    add_missing("iteration", std::to_string(edit.iteration()));
  }

  void add_missing(std::string_view name, const std::string& raw) {
    if (json::find_member(m_json, name).empty()) m_json = json::with_member(m_json, name, raw);
  }
  [[nodiscard]] std::string text(std::string_view name) const {
    return json::text_member(m_json, name).value_or("");
  }
  [[nodiscard]] std::int64_t iteration() const {
    return json::exact_int64(json::find_member(m_json, "iteration")).value_or(1);
  }
  [[nodiscard]] const std::string& json() const noexcept { return m_json; }

 private:
  std::string m_json;
};

loops::ListEntry get_regression(loops::LoopEdit& edit, const std::string& event_id) {
  auto entry = edit.rows().find_regression(edit.head().id, event_id);
  if (!entry)
    throw Error(ErrorCode::not_found, "there is no regression '" + event_id + "' in " + edit.head().loop_id,
                event_id, "`rlmdb loop regressions " + edit.head().loop_id + "` lists them");
  return *std::move(entry);
}

/// What an attempt has come to, in the regression that it was for.
std::string with_outcome(const std::string& regression, const std::string& recovery) {
  std::string text = json::with_member(regression, "recovery_protocol_invoked", "true");
  const std::string outcome = json::text_member(recovery, "outcome").value_or("");
  if (!outcome.empty())
    text =
        json::with_member(text, "recovery_outcome", json::quoted(outcome == "aborted" ? "failed" : outcome));
  const std::string_view steps = json::find_member(recovery, "protocol_steps");
  if (json::find_member(steps, "escalate").starts_with('{'))
    text = json::with_member(text, "human_gate_invoked", "true");
  return text;
}

void require_follower(const loops::LoopEdit& edit, loops::LoopStatus wish) {
  if (!loops::may_follow(edit.status(), wish))
    loops::refuse_status(edit, std::string(to_text(wish)) + " cannot follow that");
}

loops::LoopStatus status_of(const std::string& text) {
  if (const auto status = named<loops::LoopStatus>(text)) return *status;
  throw Error(ErrorCode::usage, "'" + text + "' is no status of a loop", "status",
              "running, paused, completing, completed, failed, aborted, crashed or recovering");
}

}  // namespace

LoopChanged loops::append_regression(LoopEdit& edit, const std::string& regression) {
  require_not_ended(edit, "a regression is noted only before its end");
  Entry entry(edit, regression);
  entry.add_missing("event_id", json::quoted(new_uuid()));
  if (edit.rows().find_regression(edit.head().id, entry.text("event_id")))
    throw Error(ErrorCode::conflict,
                edit.head().loop_id + " has a regression " + entry.text("event_id") + " already",
                "regression/event_id", "nothing was changed; `loop regression --event` sets members of it");
  edit.append(LoopList::regression_events, entry.json());
  const std::int64_t attempts = edit.number(LoopFact::recovery_attempts).value_or(0);
  edit.set(LoopFact::recovery_attempts, std::to_string(attempts + 1));
  edit.mark_iteration(entry.iteration(), "regression_detected");
  const auto escalation = escalation_by_regression(edit.level(), entry.iteration());
  if (escalation && !edit.rows().has_level_reason(edit.head().id, escalation->reason))
    edit.escalate(*escalation, entry.iteration(), entry.text("timestamp"));
  LoopChanged changed = edit.finish(EventKind::loop_regression, entry.text("regression_type"));
  changed.entry_id = entry.text("event_id");
  return changed;
}

LoopChanged add_regression(Store& store, const LoopId& loop, const JsonText& regression,
                           const LoopCondition& condition) {
  const std::string json = loops::checked_entry(regression, loops::regression_rules(), "regression");
  return loops::change_once(store, loop, condition,
                            [&](loops::LoopEdit& edit) { return loops::append_regression(edit, json); });
}

LoopChanged update_regression(Store& store, const LoopId& loop, const std::string& event_id,
                              const JsonText& members, const LoopCondition& condition) {
  const std::string json = loops::checked_entry(members, loops::regression_update_rules(), "regression");
  if (json::text_member(json, "event_id").value_or(event_id) != event_id)
    throw Error(ErrorCode::usage, "the id of a regression is never changed", "regression/event_id",
                "nothing was changed; leave event_id out");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    const loops::ListEntry entry = get_regression(edit, event_id);
    edit.replace(loops::LoopList::regression_events, entry, loops::with_members(entry.json, json));
    LoopChanged changed = edit.finish(EventKind::loop_regression, event_id);
    changed.entry_id = event_id;
    return changed;
  });
}

LoopChanged reinforce_loop(Store& store, const LoopId& loop, const Reinforcement& reinforcement,
                           const LoopCondition& condition) {
  if (!loops::is_reinforcement_level(reinforcement.level))
    throw Error(ErrorCode::usage, "'" + reinforcement.level + "' is no reinforcement level", "level",
                "OFF, MINIMAL, STANDARD, AGGRESSIVE or ADAPTIVE");
  const std::string reason = reinforcement.reason.value_or("Set by hand");
  writing::require_utf8(reason, "reason");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    loops::require_not_ended(edit, "its level is changed only before its end");
    if (edit.level() == reinforcement.level)
      throw Error(ErrorCode::conflict, edit.head().loop_id + " is at " + reinforcement.level + " already",
                  edit.head().loop_id, "nothing was changed");
    edit.escalate({reinforcement.level, reason}, reinforcement.iteration.value_or(edit.iteration()),
                  edit.at());
    return edit.finish(EventKind::loop_reinforced, reason);
  });
}

LoopChanged add_recovery(Store& store, const LoopId& loop, const JsonText& recovery,
                         const std::optional<std::string>& event_id, const LoopCondition& condition) {
  const std::string json = loops::checked_entry(recovery, loops::recovery_rules(), "recovery");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    loops::require_not_ended(edit, "a recovery is noted only before its end");
    Entry entry(edit, json);
    entry.add_missing("recovery_id", json::quoted(new_uuid()));
    edit.append(loops::LoopList::recovery_history, entry.json());
    edit.mark_iteration(entry.iteration(), "recovery_attempted");
    if (event_id) {
      const loops::ListEntry regression = get_regression(edit, *event_id);
      edit.replace(loops::LoopList::regression_events, regression,
                   with_outcome(regression.json, entry.json()));
    }
    LoopChanged changed = edit.finish(EventKind::loop_recovered, entry.text("outcome"));
    changed.entry_id = entry.text("recovery_id");
    return changed;
  });
}

LoopChanged add_pattern(Store& store, const LoopId& loop, const JsonText& pattern,
                        const LoopCondition& condition) {
  const std::string json = loops::checked_entry(pattern, loops::pattern_rules(), "pattern");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    loops::require_not_ended(edit, "a pattern is noted only before its end");
    const Entry entry(edit, json);
    edit.append(loops::LoopList::detected_patterns, entry.json());
    loops::count_patterns(edit);
    LoopChanged changed = edit.finish(EventKind::loop_noted, entry.text("pattern_id"));
    changed.entry_id = entry.text("pattern_id");
    return changed;
  });
}

LoopChanged update_persistence_metrics(Store& store, const LoopId& loop, const JsonText& metrics,
                                       const LoopCondition& condition) {
  const std::string json = loops::checked_entry(metrics, loops::persistence_rules(), "metrics");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    edit.set("persistence_metrics", loops::with_members(edit.get("persistence_metrics"), json));
    return edit.finish(EventKind::loop_noted, "persistence_metrics");
  });
}

LoopChanged set_loop_status(Store& store, const LoopId& loop, const std::string& status,
                            const LoopCondition& condition) {
  const loops::LoopStatus wish = status_of(status);
  if (loops::is_ended(wish)) return finish_loop(store, loop, status, condition);
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    require_follower(edit, wish);
    edit.set(loops::LoopFact::status, json::quoted(status));
    return edit.finish(EventKind::loop_status);
  });
}

LoopChanged finish_loop(Store& store, const LoopId& loop, const std::string& status,
                        const LoopCondition& condition) {
  const loops::LoopStatus wish = status_of(status);
  if (!loops::is_ended(wish))
    throw Error(ErrorCode::usage, "a loop does not end as " + status, "status",
                "completed, failed or aborted");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    require_follower(edit, wish);
    edit.set(loops::LoopFact::status, json::quoted(status));
    edit.set_if_there(loops::LoopFact::is_active, "false");
    if (wish == loops::LoopStatus::completed) edit.set_if_there(loops::LoopFact::is_completed, "true");
    edit.set("detection_enabled", "false");
    edit.set(loops::LoopFact::finished_at, json::quoted(edit.at()));
    const bool is_new_best = loops::keep_best(edit, loops::standing(edit));
    LoopChanged changed = edit.finish(EventKind::loop_finished);
    changed.is_new_best = is_new_best;
    return changed;
  });
}

}  // namespace rlmdb
