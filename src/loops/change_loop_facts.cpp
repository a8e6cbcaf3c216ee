// SPDX-License-Identifier: MIT
// What is said of a loop later: a baseline, what becomes of a pattern, at what it takes checkpoints.
#include <algorithm>
#include <set>

#include "json/json_number.hpp"
#include "loops/auto_checkpoints.hpp"
#include "loops/loop_change.hpp"
#include "loops/loop_check.hpp"
#include "rlmdb/error.hpp"

namespace rlmdb {

namespace {

void require_one_iteration(const std::vector<loops::ListEntry>& entries, const PatternName& pattern) {
  std::set<std::string_view> iterations;
  for (const loops::ListEntry& entry : entries) iterations.insert(json::find_member(entry.json, "iteration"));
  if (iterations.size() < 2) return;
  std::string list;
  for (const std::string_view iteration : iterations) list.append(list.empty() ? "" : ", ").append(iteration);
  throw Error(ErrorCode::conflict, pattern.pattern_id + " was detected in iterations " + list,
              pattern.pattern_id, "nothing was changed; --iteration N says which is meant");
}

std::vector<loops::ListEntry> get_patterns(loops::LoopEdit& edit, const PatternName& pattern) {
  auto entries = edit.rows().find_patterns(edit.head().id, pattern.pattern_id, pattern.iteration);
  if (entries.empty())
    throw Error(ErrorCode::not_found,
                "there is no pattern '" + pattern.pattern_id + "' in " + edit.head().loop_id +
                    (pattern.iteration ? " at iteration " + std::to_string(*pattern.iteration) : ""),
                pattern.pattern_id, "`rlmdb loop patterns " + edit.head().loop_id + "` lists them");
  require_one_iteration(entries, pattern);
  return entries;
}

}  // namespace

void loops::count_patterns(LoopEdit& edit) {
  std::int64_t detections = 0, confirmed = 0, false_ones = 0;
  for (const LoopPattern& pattern : edit.rows().patterns(edit.head().id)) {
    const std::string_view mark = json::find_member(pattern.json.text, "false_positive");
    ++detections;
    if (mark == "false") ++confirmed;
    if (mark == "true") ++false_ones;
  }
  json::ObjectText counts;
  counts.add("false_positive_rate",
             number_text(static_cast<double>(false_ones) / static_cast<double>(detections)));
  counts.add("true_positive_count", std::to_string(confirmed));
  counts.add("false_positive_count", std::to_string(false_ones));
  edit.set("persistence_metrics", with_members(edit.get("persistence_metrics"), counts.finish()));
}

LoopChanged update_pattern(Store& store, const LoopId& loop, const PatternName& pattern,
                           const JsonText& members, const LoopCondition& condition) {
  const std::string json = loops::checked_entry(members, loops::pattern_update_rules(), "pattern");
  if (json::text_member(json, "pattern_id").value_or(pattern.pattern_id) != pattern.pattern_id)
    throw Error(ErrorCode::usage, "the id of a pattern is never changed", "pattern/pattern_id",
                "nothing was changed; leave pattern_id out");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    for (const loops::ListEntry& entry : get_patterns(edit, pattern))
      edit.replace(loops::LoopList::detected_patterns, entry, loops::with_members(entry.json, json));
    loops::count_patterns(edit);
    LoopChanged changed = edit.finish(EventKind::loop_changed, pattern.pattern_id);
    changed.entry_id = pattern.pattern_id;
    return changed;
  });
}

LoopChanged set_baseline(Store& store, const LoopId& loop, const JsonText& baseline, BaselineChange change,
                         const LoopCondition& condition) {
  const std::string json = loops::checked_entry(baseline, loops::baseline_rules(), "baseline");
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    const std::string_view before = edit.get("baseline_metrics");
    if (change == BaselineChange::only_first && !before.empty() && before != "null")
      throw Error(ErrorCode::conflict, edit.head().loop_id + " has a baseline", edit.head().loop_id,
                  "nothing was changed; --replace sets another, and the event keeps the one before");
    edit.set("baseline_metrics", json);
    return edit.finish(EventKind::loop_changed, "baseline_metrics");
  });
}

LoopChanged set_auto_checkpoints(Store& store, const LoopId& loop, const std::vector<AutoCheckpoint>& at,
                                 const LoopCondition& condition) {
  const std::string members = R"({"auto_checkpoints":)" + loops::auto_checkpoints_text(at) + "}";
  return loops::change_once(store, loop, condition, [&](loops::LoopEdit& edit) {
    loops::require_not_ended(edit, "it takes checkpoints by itself only before its end");
    edit.set("configuration", loops::with_members(edit.get("configuration"), members));
    return edit.finish(EventKind::loop_changed, "auto_checkpoints");
  });
}

}  // namespace rlmdb
