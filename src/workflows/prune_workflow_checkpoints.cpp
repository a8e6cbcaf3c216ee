// SPDX-License-Identifier: MIT
// 1. The checkpoints of each owner, newest first, and what becomes of each (workflows/workflow_retention).
// 2. In one transaction old ones are packed, others removed, and values that nothing names any more.
#include <array>
#include <set>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "events/clock_check.hpp"
#include "json/packed.hpp"
#include "records/content_rows.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/workflow.hpp"
#include "util/clock.hpp"
#include "workflows/take_workflow_checkpoint.hpp"
#include "workflows/workflow_find.hpp"
#include "workflows/workflow_retention.hpp"

namespace rlmdb {

namespace {

using workflows::KeptWorkflow;
using workflows::WorkflowFate;

workflows::WorkflowRetention retention_of(const WorkflowPruneOptions& options) {
  constexpr std::array k_outcomes = {workflows::WorkflowOutcome::none, workflows::WorkflowOutcome::success,
                                     workflows::WorkflowOutcome::failure};
  return {options.keep, options.older_than, k_outcomes.at(static_cast<std::size_t>(options.end))};
}

WorkflowKept kept_because(KeptWorkflow kept) {
  if (kept == KeptWorkflow::tagged) return WorkflowKept::tagged;
  if (kept == KeptWorkflow::undated) return WorkflowKept::undated;
  return kept == KeptWorkflow::restored ? WorkflowKept::restored : WorkflowKept::newest;
}

struct Candidate {
  workflows::WorkflowHead head;
  workflows::ReadWorkflow read;
  WorkflowCheckpoint shown;
};

class Pruning {
 public:
  Pruning(db::Connection& connection, const WorkflowPruneOptions& options)
      : m_connection(connection), m_options(options), m_rows(connection), m_now(util::now_ms()) {}

  void plan() {
    for (const std::string& owner : owners()) add(candidates(owner));
  }

  [[nodiscard]] bool changes() const { return !m_packed.empty() || !m_removed.empty(); }
  [[nodiscard]] WorkflowPruneReport& report() { return m_report; }

  /// REQUIRES: the transaction that planned it.
  void apply() {
    for (const auto& [id, compact] : m_packed) m_rows.pack(id, json::gzip(compact));
    for (const std::int64_t id : m_removed) m_rows.remove(id);
    records::ContentRows(m_connection).remove_unused();
    writing::TaskWriter writer(m_connection);
    std::optional<loops::LoopHead> no_loop;
    (void)workflows::note_workflow(writer, EventKind::workflow_pruned,
                                   std::to_string(m_packed.size() + m_removed.size()), no_loop);
    for (WorkflowCheckpoint& checkpoint : m_report.packed) checkpoint.is_packed = true;
  }

 private:
  [[nodiscard]] std::set<std::string> owners() {
    std::set<std::string> owners;
    for (workflows::WorkflowHead& head :
         m_options.owner ? m_rows.of_owner(m_options.owner->id) : m_rows.all())
      owners.insert(std::move(head.owner));
    if (m_options.owner && owners.empty())
      throw Error(ErrorCode::not_found, "there is no checkpoint of " + to_text(*m_options.owner),
                  m_options.owner->id, "`rlmdb checkpoint list --workflows` shows those there are");
    return owners;
  }

  [[nodiscard]] std::vector<Candidate> candidates(const std::string& owner) {
    std::vector<Candidate> all;
    for (workflows::WorkflowHead& head : workflows::newest_first(m_connection, owner)) {
      workflows::ReadWorkflow read = workflows::read_workflow(m_connection, head);
      WorkflowCheckpoint shown = workflows::workflow_checkpoint_of(m_connection, head, read);
      all.push_back({std::move(head), std::move(read), std::move(shown)});
    }
    return all;
  }

  /// A tag in a column counts also where the content is damaged.
  [[nodiscard]] workflows::AgedCheckpoint aged(const Candidate& candidate) const {
    const auto time = workflows::time_of(candidate.head);
    workflows::AgedCheckpoint checkpoint;
    if (time) checkpoint.age_ms = m_now - *time;
    checkpoint.days = candidate.head.retention_days;
    checkpoint.is_tagged = candidate.head.tags && *candidate.head.tags != "[]";
    checkpoint.is_whole = !candidate.read.defect;
    checkpoint.is_restored = candidate.shown.is_restored;
    // What cannot be read cannot be packed either.
    checkpoint.is_packed = candidate.shown.is_packed || candidate.read.defect.has_value();
    return checkpoint;
  }

  void add(std::vector<Candidate> all) {
    std::vector<workflows::AgedCheckpoint> aged_ones;
    aged_ones.reserve(all.size());
    for (const Candidate& candidate : all) aged_ones.push_back(aged(candidate));
    const std::vector<WorkflowFate> fates = workflows::fates_of(aged_ones, retention_of(m_options));
    for (std::size_t i = 0; i < all.size(); ++i) add(std::move(all[i]), fates[i]);
  }

  void add(Candidate candidate, const WorkflowFate& fate) {
    if (fate.kept != KeptWorkflow::no) {
      m_report.kept.emplace_back(candidate.shown, kept_because(fate.kept));
    } else if (fate.what != WorkflowFate::What::removed) {
      ++m_report.recent;
    }
    if (fate.what == WorkflowFate::What::removed) {
      m_removed.push_back(candidate.head.id);
      m_report.removed.push_back(std::move(candidate.shown));
    } else if (fate.what == WorkflowFate::What::packed) {
      m_packed.emplace_back(candidate.head.id, std::move(candidate.read.compact));
      m_report.packed.push_back(std::move(candidate.shown));
    }
  }

  db::Connection& m_connection;
  const WorkflowPruneOptions& m_options;
  workflows::WorkflowRows m_rows;
  std::int64_t m_now;
  std::vector<std::pair<std::int64_t, std::string>> m_packed;  ///< workflow_checkpoints.id and the document
  std::vector<std::int64_t> m_removed;
  WorkflowPruneReport m_report;
};

void require_sound(const WorkflowPruneOptions& options) {
  if (options.keep < 0) throw Error(ErrorCode::usage, "no negative number of checkpoints is kept", "keep");
  if (options.older_than.value_or(0) < 0)
    throw Error(ErrorCode::usage, "no checkpoint has a negative age", "older_than");
}

}  // namespace

WorkflowPruneReport prune_workflow_checkpoints(Store& store, const WorkflowPruneOptions& options) {
  require_sound(options);
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  if (options.run == WorkflowPruneRun::dry_run) {
    const db::ReadTransaction snapshot(connection);
    Pruning pruning(connection, options);
    pruning.plan();
    return std::move(pruning.report());
  }
  WorkflowPruneReport report;
  {
    db::WriteTransaction transaction(connection);
    Pruning pruning(connection, options);
    pruning.plan();
    if (!pruning.report().removed.empty()) {
      const auto now = util::now();
      events::require_clock_past_events(connection, now);
      events::require_believed_clock(connection, now, options.clock,
                                     "rlmdb checkpoint prune --workflows --clock-is-right");
    }
    if (pruning.changes()) {
      pruning.apply();
      transaction.commit();
    }
    report = std::move(pruning.report());
  }
  report.applied = true;
  db::keep_wal_short(connection);
  return report;
}

}  // namespace rlmdb
