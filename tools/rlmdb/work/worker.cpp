// SPDX-License-Identifier: MIT
#include "work/worker.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <utility>

#include "format/json_writer.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/merge.hpp"
#include "tasks/print_changes.hpp"
#include "trees/print_merge.hpp"
#include "work/run_outcome.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_longest_wait{100};
/// Leases and backoffs end without a change of the database.
constexpr milliseconds k_between_claims{500};
/// Most changes are other tasks', or our own.
constexpr milliseconds k_between_looks{500};
constexpr int k_rest_for_counting = 10;

/// What the command gets to read. Of a node whose children are done the prompt and what `merge` says.
std::string input_for(const Store& store, const Claim& claim) {
  if (claim.redecompose) return prompt_of(claim);
  const std::string merge = json_merge(merge_node(store, claim.id.text));
  return JsonObject().add("prompt", prompt_of(claim)).add("merge", JsonView{merge}).text() + "\n";
}

}  // namespace

Worker::Worker(Store& store, WorkOptions options, Hooks hooks)
    : m_store(store), m_options(std::move(options)), m_hooks(std::move(hooks)), m_watch(store) {
  ::signal(SIGCHLD, SIG_DFL);  // ignored, the end of a guard would not be told
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  m_containment = find_containment();
}

bool Worker::run() {
  bool is_ending = false;
  for (;;) {
    if (m_hooks.look(*this) && !std::exchange(is_ending, true)) {
      for (const auto& job : m_jobs) job->give_back();
    }
    if (!is_ending) fill();
    if (m_jobs.empty() && (is_ending || is_nothing_left())) return !is_ending;
    wait();
    take_news();
    serve();
  }
}

void Worker::fill() {
  while (std::cmp_less(m_jobs.size(), m_options.jobs) && (m_has_news || Job::Clock::now() >= m_next_claim)) {
    if (!take_task()) {
      m_has_news = false;
      m_next_claim = Job::Clock::now() + k_between_claims;
    }
  }
}

bool Worker::take_task() {
  if (m_next_command == nullptr)
    m_next_command = std::make_unique<GuardedCommand>(m_options.program, m_options.grace, m_containment);
  ClaimOptions options;
  options.agent = m_options.filter.agent;
  options.tree = m_options.filter.tree;
  options.lease = m_options.lease;
  options.owner_pid = m_next_command->owner();
  const std::int64_t claimed_at_ms = boot_time_ms();
  try {
    std::optional<Claim> claim = m_store.claim(options);
    if (!claim.has_value()) return false;
    begin(*std::move(claim), claimed_at_ms);
    return true;
  } catch (const Error& error) {
    // Those that run must not wait for the next one.
    if (!error.retryable() || m_jobs.empty()) throw;
    return false;
  }
}

void Worker::begin(Claim claim, std::int64_t claimed_at_ms) {
  m_waits_since.reset();
  std::string input;
  try {
    input = input_for(m_store, claim);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::conflict) throw;
    TaskChange change{claim.id, failure_because(error.what()), {}};
    change.only_if.token = claim.token;
    (void)m_store.change(change);
    WorkEvent event = event_of(WorkEvent::Kind::failed, claim);
    event.reason = error.what();
    return tell(event);
  }
  m_jobs.push_back(std::make_unique<Job>(m_store, m_options, std::move(m_next_command), std::move(claim),
                                         std::move(input), claimed_at_ms));
}

bool Worker::is_nothing_left() {
  // A claim that found nothing, and no change since.
  const Job::Clock::time_point begin = Job::Clock::now();
  if (m_has_news || begin < m_next_count) return false;
  if (!m_waits_since) m_waits_since = begin;
  if (m_options.at_end == AtEnd::wait) return false;
  m_left = work_left(m_store, m_options.filter);
  m_next_count = begin + std::max<Job::Clock::duration>(k_between_looks,
                                                        k_rest_for_counting * (Job::Clock::now() - begin));
  return m_left.is_nothing();
}

void Worker::wait() const {
  std::vector<pollfd> files;
  Job::Clock::time_point next = Job::Clock::now() + k_longest_wait;
  for (const auto& job : m_jobs) {
    job->add_files(files);
    next = std::min(next, job->next());
  }
  const auto left = std::chrono::ceil<milliseconds>(next - Job::Clock::now());
  (void)::poll(files.data(), files.size(), static_cast<int>(std::max(left, milliseconds{0}).count()));
}

void Worker::take_news() {
  const Job::Clock::time_point now = Job::Clock::now();
  if (m_watch.wait(milliseconds{0})) m_has_news = m_has_changed = true;
  if (!m_has_changed || now < m_next_look) return;
  m_has_changed = false;
  m_next_look = now + k_between_looks;
  for (const auto& job : m_jobs) job->look_at_task();
}

void Worker::serve() {
  for (const auto& job : m_jobs) {
    if (const auto event = job->serve(); event.has_value()) tell(*event);
  }
  std::erase_if(m_jobs, [](const auto& job) { return job->is_over(); });
}

void Worker::tell(const WorkEvent& event) {
  using enum WorkEvent::Kind;
  m_counts.completed += event.kind == completed ? 1 : 0;
  m_counts.failed += event.kind == failed ? 1 : 0;
  m_counts.retried += event.kind == retried ? 1 : 0;
  m_counts.released += event.kind == released ? 1 : 0;
  m_counts.lost += event.kind == lost ? 1 : 0;
  m_hooks.tell(event);
}

}  // namespace rlmdb::cli
