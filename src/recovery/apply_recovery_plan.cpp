// SPDX-License-Identifier: MIT
// 1. Read the document; one that was applied before is done.
// 2. Plan its trees again, in the transaction that will apply, and compare row by row.
// 3. Apply what both plans say.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "db/connections.hpp"
#include "db/schema.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "recovery/recovery_file.hpp"
#include "recovery/recovery_plan.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/recover.hpp"
#include "util/clock.hpp"
#include "writing/request_rows.hpp"

namespace rlmdb {

namespace {

constexpr std::size_t k_most_named = 3;

/// What the plan does something about.
bool is_acted_on(Decision decision) {
  return decision == Decision::resume || decision == Decision::retry || decision == Decision::give_up;
}

std::string name_of(const std::string& task_id, const std::string& node_id) {
  return task_id.empty() ? node_id : task_id;
}

std::string or_nothing(const std::string& text) {
  return text.empty() ? "nobody" : text;
}

/// What differs between the row as it was planned and as it is; "" where nothing does.
std::string difference(const recovery::SavedNode& saved, const NodePlan& now, const recovery::RowStamp& row) {
  if (saved.row.digest == row.digest) {
    if (is_acted_on(saved.decision) && now.decision != saved.decision) return now.reason;
    return {};
  }
  std::string text;
  const auto add = [&](std::string_view what, const std::string& is, const std::string& was) {
    if (is != was) text += fmt::format("{}{} {}, planned {}", text.empty() ? "" : "; ", what, is, was);
  };
  add("state", now.state, saved.state);
  add("version", std::to_string(row.version), std::to_string(saved.row.version));
  add("owner", or_nothing(row.owner), or_nothing(saved.row.owner));
  return text.empty() ? "its place in the tree, its checkpoints or what it depends on has changed" : text;
}

/// Collects what is not as it was planned.
class Comparison {
 public:
  void compare(const recovery::SavedTree& saved, const recovery::PlannedTree& now) {
    std::unordered_map<std::int64_t, std::size_t> left;
    for (std::size_t i = 0; i < now.ids.size(); ++i) left.emplace(now.ids[i], i);
    for (const recovery::SavedNode& node : saved.nodes) {
      const auto found = left.find(node.id);
      if (found == left.end()) {
        note(name_of(node.task_id, node.node_id),
             saved.is_outside ? "does not run any more" : "is gone from " + saved.tree_id.text);
        continue;
      }
      const NodePlan& planned = now.plan.nodes[found->second];
      const std::string what = difference(node, planned, now.stamps[found->second]);
      if (!what.empty()) note(name_of(node.task_id, node.node_id), what);
      left.erase(found);
    }
    // No task outside trees has anything to do with another one that was started since.
    for (std::size_t i = 0; i < now.ids.size() && !saved.is_outside; ++i) {
      const NodePlan& node = now.plan.nodes[i];
      if (left.contains(now.ids[i]))
        note(name_of(id_text(node.task_id), node.node_id), "is new in " + saved.tree_id.text);
    }
  }

  /// Error conflict where anything differs.
  void require_same() const {
    if (m_count == 0) return;
    throw Error(
        ErrorCode::conflict,
        m_count == 1
            ? "a row that the plan relies on has changed; nothing was applied"
            : fmt::format("{} rows that the plan relies on have changed; nothing was applied", m_count),
        m_count > k_most_named ? m_where + "; …" : m_where,
        "make a new plan with `rlmdb recover --plan FILE`, look at it, and apply that one");
  }

 private:
  void note(const std::string& name, const std::string& what) {
    if (++m_count > k_most_named) return;
    m_where += fmt::format("{}{}: {}", m_where.empty() ? "" : "; ", name, what);
  }

  std::size_t m_count = 0;
  std::string m_where;
};

/// Of tasks outside trees those that the plan names.
void leave_only(const std::unordered_map<std::int64_t, const recovery::SavedNode*>& named,
                recovery::PlannedTree& planned) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < planned.ids.size(); ++i) {
    if (!named.contains(planned.ids[i])) continue;
    if (kept != i) {
      planned.ids[kept] = planned.ids[i];
      planned.plan.nodes[kept] = std::move(planned.plan.nodes[i]);
    }
    ++kept;
  }
  planned.ids.resize(kept);
  planned.plan.nodes.resize(kept);
}

/// What the plan leaves alone stays as it said, though time may have told more since.
void take_decisions(const recovery::SavedTree& saved, recovery::PlannedTree& planned) {
  std::unordered_map<std::int64_t, const recovery::SavedNode*> by_id;
  for (const recovery::SavedNode& node : saved.nodes) by_id[node.id] = &node;
  if (saved.is_outside) leave_only(by_id, planned);
  for (std::size_t i = 0; i < planned.ids.size(); ++i) {
    NodePlan& node = planned.plan.nodes[i];
    const recovery::SavedNode& said = *by_id.at(planned.ids[i]);
    if (node.decision == said.decision) continue;
    node.decision = said.decision;
    node.reason = said.reason;
    node.blocked_by = said.blocked_by;
  }
}

std::vector<recovery::PlannedTree> plan_as_saved(db::Connection& connection,
                                                 const recovery::SavedPlan& saved) {
  std::vector<recovery::PlannedTree> planned;
  Comparison comparison;
  for (const recovery::SavedTree& tree : saved.trees) {
    planned.push_back(tree.is_outside ? recovery::plan_outside(connection, saved.options)
                                      : recovery::plan_again(connection, tree.tree_id, saved.options));
    comparison.compare(tree, planned.back());
  }
  comparison.require_same();
  for (std::size_t i = 0; i < planned.size(); ++i) take_decisions(saved.trees[i], planned[i]);
  return planned;
}

/// The answer of a request is a JSON array.
std::string answer_of(const std::string& time) {
  return "[\"" + time + "\"]";
}

std::string time_of(const std::string& answer) {
  return answer.size() < 4 ? answer : answer.substr(2, answer.size() - 4);
}

void require_this_database(db::Connection& connection, const recovery::SavedPlan& plan,
                           const std::string& name) {
  if (plan.database == db::database_identity(connection)) return;
  throw Error(ErrorCode::invalid_input, name + " is a plan for another database", name,
              "nothing was changed; name the database that it was made for with --db");
}

}  // namespace

AppliedRecovery apply_recovery_plan(Store& store, std::string_view text, const std::string& name) {
  const recovery::SavedPlan saved = recovery::read_plan(text, name);
  AppliedRecovery applied{{}, saved.planned_at, saved.sha256, {}};
  const std::string request = "recovery-plan:" + saved.sha256;
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  {
    db::WriteTransaction transaction(connection);
    require_this_database(connection, saved, name);
    writing::RequestRows requests(connection);
    if (const auto earlier = requests.find(request)) {
      applied.applied_before = time_of(earlier->answer);
      return applied;
    }
    std::vector<recovery::PlannedTree> planned = plan_as_saved(connection, saved);
    applied.report.changed = recovery::apply_plans(connection, planned, saved.sha256);
    applied.report.applied = true;
    if (applied.report.changed > 0) {
      const std::string now = util::utc_now_text();
      requests.insert(request, now, {saved.sha256, answer_of(now)});
      transaction.commit();
    }
    recovery::take_plans(std::move(planned), applied.report);
  }
  if (applied.report.changed > 0) db::keep_wal_short(connection);
  return applied;
}

}  // namespace rlmdb
