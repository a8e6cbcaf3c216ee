// SPDX-License-Identifier: MIT
// One attempt is one write transaction: leases that are over end, then the first of the queue that waits for
// nothing is taken. A task found waiting is marked with what it waits for, so that no later claim looks at it
// before that has ended; a transaction marks a bounded number, so that other writers get their turn.
#include "rlmdb/claim.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "db/connections.hpp"
#include "db/meta_rows.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "events/change_watch.hpp"
#include "records/stored_claim.hpp"
#include "records/task_lookup.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "tasks/backoff_rules.hpp"
#include "tasks/dependency_guard.hpp"
#include "tasks/expire_claims.hpp"
#include "tasks/given_metadata.hpp"
#include "tasks/ready_rows.hpp"
#include "tasks/task_changes.hpp"
#include "trees/relation_rows.hpp"
#include "trees/tree_budget.hpp"
#include "trees/tree_rows.hpp"
#include "trees/waiting.hpp"
#include "util/clock.hpp"
#include "util/process_identity.hpp"
#include "writing/claimant.hpp"
#include "writing/holds.hpp"
#include "writing/request_rows.hpp"
#include "writing/request_text.hpp"
#include "writing/transitions.hpp"

namespace rlmdb {

namespace {

/// Who a claim of `owner` belongs to. Error not_found when the process that is to be judged does not exist.
records::Claimant claimant_of(const std::string& owner, const ClaimOptions& options) {
  records::Claimant claimant = writing::claimant_of(owner, options.owner_pid);
  if (!claimant.pid) claimant.pid = options.noted_pid ? *options.noted_pid : util::own_identity().pid;
  return claimant;
}

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr int k_most_blocked_at_once = 256;
constexpr std::int64_t k_most_siblings_at_once = 16;

std::int64_t claimable(db::Connection& connection, const TaskId& id) {
  const auto head = records::TaskHeads(connection).find(id.text);
  if (!head) throw records::no_such_task(id.text);
  const std::string state = head->state.value_or("");
  if (state != "queued" && state != "running")
    throw Error(ErrorCode::conflict,
                id.text + (state.empty() ? " is in no state" : " is " + state) + ", not queued", id.text,
                "nothing was claimed; `rlmdb task retry` queues what failed or was cancelled");
  return head->id;
}

tasks::ClaimFilter filter_of(db::Connection& connection, const ClaimOptions& options) {
  tasks::ClaimFilter filter;
  if (options.task) filter.task = claimable(connection, *options.task);
  if (options.agent) filter.agent = *options.agent;
  if (options.tree) filter.tree_id = options.tree->text;
  filter.own_hold = writing::own_hold(connection);
  return filter;
}

/// Not the number of the event alone: a token of a database that is gone would be good in the one that took its
/// place.
std::int64_t next_token(writing::TaskWriter& writer) {
  const auto id = db::MetaRows(writer.connection()).find_number(db::k_database_id);
  return id.value_or(0) + writer.events().next_seq();
}

Claim take(writing::TaskWriter& writer, trees::StoredRelations& relations, const records::TaskHead& head,
           const records::Claimant& owner, milliseconds lease) {
  Claim claim;
  claim.id.text = head.legacy_id;
  claim.token = next_token(writer);
  claim.lease_expires_at = writer.later(lease);
  claim.version = head.version + 1;
  claim.attempts = head.attempts;
  claim.resume_checkpoint_id = trees::TreeRows(writer.connection()).resume_checkpoint(head.id);
  claim.redecompose = !relations.has_children();
  records::NewState next = writing::unchanged(head);
  next.state = "running";
  next.started_at = writer.now();
  next.pid = owner.pid;
  next.owner = owner;
  next.token = claim.token;
  next.lease_expires_at = claim.lease_expires_at;
  claim.event_seq = writer.change_state(
      head, next, {.kind = writing::event_kind(writing::Verb::claim), .token = claim.token});
  claim.record_json = writer.texts().find(head.id, 0);
  claim.timeout = writer.heads().timeout(head.id);
  claim.warnings = tasks::warnings_of_context(writer, head, claim.record_json);
  return claim;
}

/// Until what it waits for has ended. A time ends with the row of the node that is scheduled.
void note_what_waits(records::TaskHeads& heads, std::int64_t id, const trees::Waiting& waiting) {
  const trees::Blocker& blocker =
      waiting.what == trees::WaitsFor::time ? *waiting.above : waiting.blockers.front();
  if (blocker.id == 0) {
    heads.block_for_unknown(id);
  } else {
    heads.block(id, blocker.id);
  }
  // All children of one node wait for what is above it.
  if (waiting.above) heads.block_siblings(id, k_most_siblings_at_once);
}

void keep_answer(writing::TaskWriter& writer, const ClaimOptions& options, const Claim& claim) {
  if (options.request_id.empty()) return;
  writing::RequestRows(writer.connection())
      .insert(options.request_id, writer.now(), {writing::digest_of(options), writing::to_json(claim)});
}

/// Who asks again may be for another process, whose end is to end the claim from here on. Whether anything was
/// written.
bool hand_over(writing::TaskWriter& writer, const records::TaskHead& head, const records::Claimant& owner,
               const Claim& claim) {
  const std::optional<records::StoredClaim> now = writer.heads().claim(head.id);
  if (!owner.start_ticks || !now || head.state != "running" || head.token != claim.token) return false;
  if (now->by.pid == owner.pid && now->by.start_ticks == owner.start_ticks) return false;
  records::NewState next = writing::unchanged(head);
  next.pid = owner.pid;
  next.owner = owner;
  next.token = claim.token;
  next.lease_expires_at = now->lease_expires_at;
  (void)writer.change_state(
      head, next, {.kind = EventKind::task_updated, .token = claim.token, .reason = "claimed_again"});
  return true;
}

/// What the same request was answered before.
std::optional<Claim> earlier_answer(writing::TaskWriter& writer, const ClaimOptions& options) {
  if (options.request_id.empty()) return std::nullopt;
  const auto earlier = writing::RequestRows(writer.connection()).find(options.request_id);
  if (!earlier) return std::nullopt;
  writing::require_same_request(options.request_id, earlier->request_sha256, writing::digest_of(options));
  Claim claim = writing::claim_of(earlier->answer);
  claim.repeated = true;
  return claim;
}

/// Whether it was written to: the answer says how the task is now.
bool bring_up_to_date(writing::TaskWriter& writer, const records::Claimant& owner, Claim& claim) {
  const auto head = writer.heads().find(claim.id.text, claim.token);
  if (!head) return false;
  const bool is_handed_over = hand_over(writer, *head, owner, claim);
  claim.version = head->version + (is_handed_over ? 1 : 0);
  claim.record_json = writer.texts().find(head->id, 0);
  claim.timeout = writer.heads().timeout(head->id);
  return is_handed_over;
}

void apply_first(writing::TaskWriter& writer, std::span<const TaskChange> changes) {
  tasks::DependencyGuard dependencies(writer);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    dependencies.remember(changes[i]);
    const ChangeResult result = tasks::apply_change(writer, changes[i], "first[" + std::to_string(i) + "]");
    dependencies.remember_added(changes[i], result);
  }
  dependencies.require_sound();
}

/// What came of one transaction.
struct Attempt {
  std::optional<Claim> claim;
  bool has_more = false;  ///< the queue was not looked at to its end
};

/// Nothing is taken when `cancelled`, which may be empty, says before the commit that nobody waits any more.
Attempt attempt(db::Connection& connection, const ClaimOptions& options, std::span<const TaskChange> first,
                const records::Claimant& owner, const std::function<bool()>& cancelled) {
  db::WriteTransaction transaction(connection);
  writing::TaskWriter writer(connection);
  tasks::ReadyRows ready(connection);
  trees::TreeBudgets budgets(connection);
  trees::TurnsAbove turns;
  Attempt result;
  if (result.claim = earlier_answer(writer, options); result.claim) {
    if (bring_up_to_date(writer, owner, *result.claim)) transaction.commit();
    return result;
  }
  apply_first(writer, first);
  if (options.tree) records::require_tree(connection, options.tree->text);
  const tasks::Ended ended = tasks::expire_claims(writer, ready);
  const tasks::ClaimFilter filter = filter_of(connection, options);
  const bool has_newcomers = writer.heads().has_newcomers();
  if (has_newcomers) writer.heads().unblock_for_newcomers();
  bool has_written = ended.any || !first.empty() || has_newcomers;
  // Whose turn it is can be said once every backoff that is over has ended.
  for (int blocked = ended.has_more ? k_most_blocked_at_once : 0; !result.claim; ++blocked) {
    result.has_more = blocked == k_most_blocked_at_once;
    const std::optional<std::int64_t> top = result.has_more ? std::nullopt : budgets.top(ready, filter);
    if (!top) break;
    const records::TaskHead head = writer.heads().get(*top);
    trees::StoredRelations relations(connection, head, trees::Look::first, &turns);
    const trees::Waiting waiting = trees::find_waiting(relations);
    if (waiting.what == trees::WaitsFor::nothing) {
      result.claim = take(writer, relations, head, owner, options.lease);
      keep_answer(writer, options, *result.claim);
    } else {
      note_what_waits(writer.heads(), head.id, waiting);
    }
    has_written = true;
  }
  if (result.claim && cancelled && cancelled()) return {};
  if (has_written) transaction.commit();
  return result;
}

/// Whether another attempt may come to something; reads, so that those who wait keep no writer waiting.
bool has_work(db::Connection& connection, const ClaimOptions& options) {
  const db::ReadTransaction snapshot(connection);
  tasks::ReadyRows ready(connection);
  const auto now = util::now();
  return records::TaskHeads(connection).has_newcomers() || writing::is_any_hold_over(connection) ||
         trees::TreeBudgets(connection).top(ready, filter_of(connection, options)).has_value() ||
         !ready.due(util::utc_text(now), util::utc_text(now + tasks::k_longest_backoff), 1).empty();
}

bool is_cancelled(const ClaimOptions& options) {
  return options.cancelled && options.cancelled();
}

/// The claim after `first` was committed: its error must not look as if nothing had been done.
[[noreturn]] void throw_after_first(const Error& error) {
  throw Error(
      error.code(),
      std::string(error.what()) + " (the changes that came with the claim are done; nothing was claimed)",
      error.where(), error.hint());
}

void require_sensible(const ClaimOptions& options) {
  if (options.lease.count() <= 0) throw Error(ErrorCode::usage, "a lease lasts longer than nothing", "lease");
  if (options.task && (options.agent || options.tree))
    throw Error(ErrorCode::usage, "a claim of one task takes neither an agent nor a tree", "task",
                "leave them out");
  if (options.wait.count() < 0) throw Error(ErrorCode::usage, "a wait cannot be negative", "wait");
  if (!options.request_id.empty() && !options.first.empty())
    throw Error(ErrorCode::usage, "a claim with a request id brings no changes with it", "first",
                "make them by themselves, with a request id of their own");
}

}  // namespace

std::optional<Claim> Store::claim(const ClaimOptions& options) {
  require_sensible(options);
  const records::Claimant owner = claimant_of(this->owner(), options);
  const auto deadline = steady_clock::now() + options.wait;
  events::ChangeWatch watch(*m_connections);
  std::span<const TaskChange> first = options.first;
  // What is asked for at once is done at once, whoever is there to be told.
  std::function<bool()> cancelled;
  const auto try_once = [&] {
    const auto use = m_connections->use();
    Attempt now = attempt(use.connection(), options, first, owner, cancelled);
    first = {};
    db::keep_wal_short(use.connection());
    return now;
  };
  const auto claim_or_wait = [&]() -> std::optional<Claim> {
    for (;;) {
      Attempt now = try_once();
      while (now.has_more) now = try_once();
      if (now.claim || steady_clock::now() >= deadline) return std::move(now.claim);
      cancelled = options.cancelled;
      do {
        if (!watch.wait(deadline, options.cancelled)) return std::nullopt;
      } while (!has_work(m_connections->use().connection(), options));
    }
  };
  while (true) {
    try {
      return claim_or_wait();
    } catch (const Error& error) {
      if (options.first.empty() || !first.empty()) throw;
      if (error.code() != ErrorCode::busy) throw_after_first(error);
      if (steady_clock::now() >= deadline || is_cancelled(options)) return std::nullopt;
    }
  }
}

}  // namespace rlmdb
