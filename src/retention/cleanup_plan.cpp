// SPDX-License-Identifier: MIT
// 1. Trees by their ages: one goes when all of its nodes are finished and old enough and nothing keeps it.
// 2. Old tasks outside trees, unless something keeps them.
// 3. Old events, and answers to requests.
#include "retention/cleanup_plan.hpp"

#include <algorithm>
#include <unordered_map>

#include "events/clock_check.hpp"
#include "events/event_rows.hpp"
#include "records/typed_ids.hpp"
#include "retention/cleanup_words.hpp"
#include "retention/review_rows.hpp"
#include "trees/tree_parts.hpp"
#include "util/clock.hpp"
#include "writing/given_json.hpp"
#include "writing/request_rows.hpp"

namespace rlmdb::retention {

namespace {

using std::chrono::milliseconds;
using std::chrono::system_clock;

std::int64_t to_ms(system_clock::time_point time) {
  return std::chrono::floor<milliseconds>(time.time_since_epoch()).count();
}

Cutoffs cutoffs_of(const RetentionPolicy& policy, system_clock::time_point now) {
  const auto before = [now](const std::optional<milliseconds>& kept) {
    return kept ? std::optional(to_ms(now - *kept)) : std::nullopt;
  };
  Cutoffs cutoffs;
  cutoffs.completed_ms = before(policy.completed);
  cutoffs.failed_ms = before(policy.failed);
  cutoffs.cancelled_ms = before(policy.cancelled ? policy.cancelled : policy.completed);
  cutoffs.takes_unreviewed = policy.failed_work == FailedWork::all;
  cutoffs.counts_from_import = policy.age_from == AgeFrom::end_or_import;
  return cutoffs;
}

class Planner {
 public:
  Planner(db::Connection& connection, const RetentionPolicy& policy, system_clock::time_point now,
          CleanupReport& report)
      : m_connection(connection),
        m_policy(policy),
        m_report(report),
        m_rows(connection),
        m_keepers(connection, to_ms(now)) {
    m_plan.now_ms = to_ms(now);
    m_plan.cutoffs = cutoffs_of(policy, now);
    if (policy.requests) m_plan.requests_before = util::utc_text(now - *policy.requests);
  }

  CleanupPlan make() {
    std::vector<std::string> trees = choose_trees();
    choose_tasks(trees);
    list_failures();
    list_undated();
    for (const TimeToCome& odd : m_keepers.odd())
      m_report.warnings.push_back({odd.name, "time_to_come",
                                   "its " + odd.member + " " + odd.time +
                                       " is not yet; it is left out, with its tree if it is of one"});
    count_history();
    return std::move(m_plan);
  }

 private:
  std::vector<std::string> choose_trees() {
    std::vector<std::string> trees;
    for (const TreeAge& age : m_rows.tree_ages(m_plan.cutoffs)) {
      if (age.old == 0) continue;
      std::string because;
      if (age.unfinished > 0) {
        because = age.unfinished == age.unreviewed ? unreviewed_words(age.unreviewed, age.nodes)
                                                   : unfinished_words(age.unfinished, age.nodes);
      } else if (m_plan.cutoffs.completed_ms && age.forked_ms >= *m_plan.cutoffs.completed_ms) {
        because = "it was forked too recently";
      } else if (age.old < age.nodes) {
        because = younger_words(age.nodes - age.old, age.nodes);
      } else if (const std::string* keeper = m_keepers.of_tree(age.tree_id)) {
        because = *keeper;
      }
      if (because.empty()) {
        trees.push_back(age.tree_id);
      } else {
        m_report.kept.push_back({{}, TreeId{age.tree_id}, age.old, because});
        m_report.kept_tasks += age.old;
      }
    }
    return trees;
  }

  void choose_tasks(const std::vector<std::string>& trees) {
    std::unordered_map<std::string, std::size_t> departure_of;
    for (OldTask& task : m_rows.old_tasks(m_plan.cutoffs, json_array(trees))) {
      if (const std::string* keeper = task.tree_id.empty() ? m_keepers.of_task(task) : nullptr) {
        m_report.kept.push_back({TaskId{task.name}, {}, 1, *keeper});
        ++m_report.kept_tasks;
        continue;
      }
      m_report.tasks.push_back({TaskId{task.name}, task.state, task.completed_at,
                                records::id_or_none<TreeId>(task.tree_id), task.bytes,
                                age_words(m_policy, task.state, !task.tree_id.empty())});
      m_report.bytes += task.bytes;
      std::size_t index = m_plan.departures.size();
      if (!task.tree_id.empty()) index = departure_of.try_emplace(task.tree_id, index).first->second;
      if (index == m_plan.departures.size()) m_plan.departures.push_back({task.tree_id, {}});
      m_plan.departures[index].tasks.push_back(std::move(task));
    }
    for (const std::string& tree : trees) describe(tree);
  }

  void describe(const std::string& tree_id) {
    const trees::TreeParts parts = trees::parts_of_tree(m_connection, tree_id);
    m_report.trees.push_back({tree_id, static_cast<std::int64_t>(parts.nodes.size()),
                              static_cast<std::int64_t>(parts.documents.size()), parts.state ? 1 : 0,
                              static_cast<std::int64_t>(parts.checkpoints.size()), parts.files,
                              parts.has_settings});
  }

  /// Somebody has to look at them first.
  void list_failures() {
    if (m_policy.failed_work == FailedWork::all) return;
    const std::int64_t before = m_plan.now_ms - m_policy.failed.value_or(k_failed_kept).count();
    for (const OldFailure& failure : m_rows.old_failures(before))
      m_report.to_review.push_back(
          {TaskId{failure.name}, failure.completed_at, records::id_or_none<TreeId>(failure.tree_id)});
  }

  /// No age lets them go: without a word they would stay for ever.
  void list_undated() {
    for (const Undated& task : m_rows.undated(m_plan.cutoffs))
      m_report.undated.push_back(
          {TaskId{task.name}, task.state, task.completed_at, records::id_or_none<TreeId>(task.tree_id)});
  }

  void count_history() {
    if (m_policy.events) {
      events::EventRows events(m_connection);
      const auto moment = system_clock::time_point(milliseconds(m_plan.now_ms)) - *m_policy.events;
      m_plan.first_event = events.first_since(util::utc_text(moment));
      m_report.events = events.count_before(m_plan.first_event);
    }
    m_report.requests = writing::RequestRows(m_connection).count_before(m_plan.requests_before);
  }

  static std::string json_array(const std::vector<std::string>& texts) {
    std::string json = "[";
    for (const std::string& text : texts) json += (json.size() > 1 ? "," : "") + writing::json_string(text);
    return json + "]";
  }

  db::Connection& m_connection;
  const RetentionPolicy& m_policy;
  CleanupReport& m_report;
  RetentionRows m_rows;
  Keepers m_keepers;
  CleanupPlan m_plan;
};

/// The same nodes, none of them changed since.
bool is_as_planned(const std::vector<tree_documents::TreeMember>& nodes, const Departure& departure) {
  std::unordered_map<std::int64_t, std::int64_t> planned;
  for (const OldTask& task : departure.tasks) planned.emplace(task.id, task.version);
  const auto same = [&](const tree_documents::TreeMember& node) {
    const auto found = planned.find(node.task_id);
    return found != planned.end() && found->second == node.version;
  };
  return nodes.size() == planned.size() && std::all_of(nodes.begin(), nodes.end(), same);
}

bool is_reviewed(db::Connection& connection, std::int64_t task_id) {
  return !ReviewRows(connection).get(task_id).reviewed_at.empty();
}

}  // namespace

CleanupPlan plan_cleanup(db::Connection& connection, const RetentionPolicy& policy, CleanupReport& report) {
  // The first read makes the snapshot. Its newest event is older than a clock that is read after it.
  (void)events::EventRows(connection).newest_time();
  const system_clock::time_point now = util::now();
  events::require_clock_past_events(connection, now);
  report.at = util::utc_text(now);
  return Planner(connection, policy, now, report).make();
}

bool may_still_go(db::Connection& connection, const CleanupPlan& plan, const Keepers& keepers,
                  const Departure& departure) {
  if (departure.tree_id.empty()) {
    const OldTask& task = departure.tasks.front();
    return keepers.of_task(task) == nullptr &&
           (task.state != "failed" || plan.cutoffs.takes_unreviewed || is_reviewed(connection, task.id));
  }
  if (keepers.of_tree(departure.tree_id) != nullptr) return false;
  const std::vector<TreeAge> ages = RetentionRows(connection).tree_ages(plan.cutoffs, departure.tree_id);
  if (ages.empty() || ages.front().unfinished > 0 || ages.front().old != ages.front().nodes) return false;
  return is_as_planned(tree_documents::DocumentRows(connection).members_of_tree(departure.tree_id),
                       departure);
}

}  // namespace rlmdb::retention
