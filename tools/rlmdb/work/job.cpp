// SPDX-License-Identifier: MIT
#include "work/job.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <limits>
#include <utility>
#include <variant>

#include "format/units_text.hpp"
#include "frame/worker_task.hpp"
#include "rlmdb/error.hpp"
#include "work/run_outcome.hpp"

namespace rlmdb::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_between_stores{200};
constexpr std::size_t k_stored_at_once = std::size_t{1} << 18;
constexpr milliseconds k_between_tries{1'000};

constexpr std::int64_t k_no_time_out = std::numeric_limits<std::int64_t>::max();

/// As late as a number goes.
std::int64_t later_by(std::int64_t begin_ms, milliseconds duration) {
  std::int64_t end_ms = 0;
  return __builtin_add_overflow(begin_ms, duration.count(), &end_ms) ? k_no_time_out : end_ms;
}

std::int64_t time_out_of(const Claim& claim) {
  return claim.timeout.has_value() ? later_by(boot_time_ms(), *claim.timeout) : k_no_time_out;
}

std::vector<std::string> environment_of(const Store& store, const Claim& claim) {
  return {
      k_task_environment + ("=" + claim.id.text),
      "RLMDB_TOKEN=" + std::to_string(claim.token),
      "RLMDB_DB=" + std::filesystem::absolute(store.path()).string(),
      "RLMDB_OWNER=" + store.owner(),
      "RLMDB_ATTEMPT=" + std::to_string(claim.attempts + 1),
      "RLMDB_CHECKPOINT" + (claim.resume_checkpoint_id.has_value() ? "=" + *claim.resume_checkpoint_id : ""),
      claim.redecompose ? "RLMDB_MERGE" : "RLMDB_MERGE=1",
      "RLMDB_TIMEOUT_MS" + (claim.timeout.has_value() ? fmt::format("={}", claim.timeout->count()) : "")};
}

/// Without the place among the changes of a call, which is no matter of the command's.
std::string words_of_refusal(const Error& error) {
  std::string words = error.what();
  const std::string place = "changes[";
  for (std::size_t at = words.find(place); at != std::string::npos; at = words.find(place, at))
    words.erase(at, words.find('.', at) + 1 - at);
  return "its result is refused: " + words;
}

/// What of the task is not as it should be, and nothing is refused for.
std::string words_of_warnings(const std::vector<Finding>& warnings) {
  std::string words;
  for (const Finding& warning : warnings) words += (words.empty() ? "" : "; ") + warning.message;
  return words;
}

/// The task is another's, ended, or gone.
bool is_about_claim(const Error& error) {
  return error.code() == ErrorCode::conflict || error.code() == ErrorCode::not_found;
}

}  // namespace

Job::Job(Store& store, const WorkOptions& options, std::unique_ptr<GuardedCommand> guarded, Claim claim,
         std::string input, std::int64_t claimed_at_ms)
    : m_store(store),
      m_options(options),
      m_guarded(std::move(guarded)),
      m_claim(std::move(claim)),
      m_input(std::move(input)),
      m_output(options.most_result_bytes),
      m_time_out_at_ms(time_out_of(m_claim)),
      m_next_beat(m_started + options.lease / 3),
      m_next_store(m_started + k_between_stores) {
  m_guarded->run(environment_of(store, m_claim), deadline_of_lease(claimed_at_ms));
}

std::optional<WorkEvent> Job::serve() {
  m_input.write(m_guarded->input());
  if (!m_end.has_value()) m_end = m_guarded->look();
  read();
  if (!m_is_announced && m_guarded->pid() > 0) {
    m_is_announced = true;
    return event(WorkEvent::Kind::started, words_of_warnings(m_claim.warnings));
  }
  if (m_end.has_value()) {
    if (Clock::now() < m_next_settle) return std::nullopt;
    try {
      return settle();
    } catch (const Error& error) {
      if (!error.retryable()) throw;
      m_next_settle = Clock::now() + k_between_tries;
      return std::nullopt;
    }
  }
  if (m_stop == Stop::none || m_stop == Stop::too_long) {
    keep_lease();
    look_at_clock();
    if (m_stop == Stop::none) store_output();
  }
  return std::nullopt;
}

void Job::give_back() {
  stop(Stop::asked, "the worker was asked to end");
}

void Job::look_at_task() {
  const auto task = m_store.find_task(m_claim.id);
  if (!task.has_value()) return stop(Stop::lost, "the task is gone");
  if (task->state != TaskState::running)
    stop(Stop::lost, fmt::format("the task is {} by now", task->state_text));
}

/// The first reason counts, but for a loss: then nothing may be stored any more.
void Job::stop(Stop why, const std::string& reason) {
  if (m_stop != Stop::none && (why != Stop::lost || m_stop == Stop::lost)) return;
  m_stop = why;
  m_stop_reason = reason;
  if (m_end.has_value()) return;
  if (why == Stop::too_large || why == Stop::no_text) {
    m_guarded->kill();
  } else {
    m_guarded->end();
  }
}

/// Until all has come where the command has ended, else as much as there is a moment for.
void Job::read() {
  const bool is_all = m_end.has_value();
  m_errors.read(m_guarded->errors());
  if (m_output.is_too_large() || m_stop == Stop::no_text) return m_guarded->output().close();
  while (m_output.read(m_guarded->output()) && is_all) continue;
  if (m_output.is_too_large()) {
    stop(Stop::too_large,
         fmt::format("its standard output is longer than {}, the most that --max-result allows",
                     counted(static_cast<std::uint64_t>(m_options.most_result_bytes), "byte", "bytes")));
  } else if (m_output.is_no_text(is_all)) {
    stop(Stop::no_text, fmt::format("its standard output is no UTF-8 at byte {}",
                                    m_output.taken_bytes() + m_output.pending().size()));
  }
}

void Job::look_at_clock() {
  if (is_out_of_time()) stop(Stop::too_long, words_of_time_out());
}

bool Job::is_out_of_time() const noexcept {
  return boot_time_ms() >= m_time_out_at_ms;
}

/// A command is killed this long after its lease began: before anybody else can have the task. Where the
/// worker does not end it in time, its time-out and the grace are the end as well.
std::int64_t Job::deadline_of_lease(std::int64_t begin_ms) const {
  return std::min(begin_ms + m_options.lease.count() - m_options.lease.count() / 6,
                  later_by(m_time_out_at_ms, m_options.grace));
}

std::string Job::words_of_time_out() const {
  return fmt::format("the command ran longer than the timeout_ms of its task, {}",
                     m_claim.timeout.value_or(milliseconds{0}).count());
}

/// Whatever of it is about the claim ends the command.
template <class Call>
void Job::on_task(Call call) {
  try {
    call();
  } catch (const Error& error) {
    if (error.retryable()) return;
    if (!is_about_claim(error)) throw;
    stop(Stop::lost, error.what());
  }
}

void Job::keep_lease() {
  const Clock::time_point now = Clock::now();
  if (now < m_next_beat) return;
  m_next_beat = now + std::min<milliseconds>(k_between_tries, m_options.lease / 3);
  on_task([&] {
    const std::int64_t begin_ms = boot_time_ms();
    (void)m_store.change(change_of(Heartbeat{m_options.lease}));
    m_guarded->extend(deadline_of_lease(begin_ms));
    m_next_beat = now + m_options.lease / 3;
  });
}

void Job::store_output() {
  const std::string_view pending = m_output.pending();
  const Clock::time_point now = Clock::now();
  if (pending.empty() || (now < m_next_store && pending.size() < k_stored_at_once)) return;
  m_next_store = now + k_between_stores;
  on_task([&] {
    (void)m_store.change(change_of(AppendOutput{std::string(pending)}));
    m_output.take(pending.size());
  });
}

WorkEvent Job::settle() {
  if (m_end->cause == CommandEnd::Cause::not_started) {
    (void)apply(ReleaseTask{});
    throw Error(ErrorCode::io, fmt::format("cannot run the command: {}", ::strerror(m_end->value)),
                m_options.program.path, m_claim.id.text + " was given back");
  }
  WorkEvent event =
      m_stop == Stop::lost ? this->event(WorkEvent::Kind::lost, m_stop_reason) : finish(action_of_end());
  m_is_over = true;
  return event;
}

TaskAction Job::action_of_end() const {
  switch (m_stop) {
    case Stop::asked:
      return ReleaseTask{};
    case Stop::too_large:
    case Stop::no_text:
      return failure_because(m_stop_reason);
    case Stop::too_long:
      // One that had ended by itself before it was asked to is as it would be.
      if (m_end->cause == CommandEnd::Cause::itself) break;
      return failure_because(m_stop_reason);
    default:
      break;
  }
  if (m_end->cause == CommandEnd::Cause::deadline && is_out_of_time())
    return failure_because(words_of_time_out());
  if (m_end->cause == CommandEnd::Cause::deadline || m_end->cause == CommandEnd::Cause::no_guard)
    return ReleaseTask{};
  if (WIFEXITED(m_end->value) && WEXITSTATUS(m_end->value) == 0) return action_of_success();
  return failure_because(words_of_failure());
}

TaskAction Job::action_of_success() const {
  if (m_options.result == ResultForm::text) return CompleteTask{m_output.text(), {}, {}};
  try {
    return action_of_json(m_output.text());
  } catch (const Error& error) {
    const std::string place = error.where().find_first_not_of("0123456789") == std::string::npos
                                  ? fmt::format(" at byte {}", error.where())
                                  : std::string{};
    return failure_because(fmt::format("its standard output is no result{}: {}", place, error.what()));
  }
}

std::string Job::words_of_failure() const {
  const std::string lines = m_errors.lines();
  return fmt::format("the command ended with {}{}{}", words_for_status(m_end->value),
                     lines.empty() ? "" : "\n", lines);
}

std::string Job::words_of_late_lease() const {
  if (m_guarded->pid() <= 0) return "the lease was over before the command could begin: it was not started";
  return "the lease was not extended in time, the command was killed";
}

WorkEvent Job::finish(const TaskAction& action) {
  try {
    const ChangeResult result = apply(action);
    const auto* const fail = std::get_if<FailTask>(&action);
    if (fail != nullptr)
      return event(result.state == "queued" ? WorkEvent::Kind::retried : WorkEvent::Kind::failed,
                   fail->error);
    if (std::holds_alternative<CompleteTask>(action)) return event(WorkEvent::Kind::completed);
    return event(WorkEvent::Kind::released, m_stop == Stop::asked ? m_stop_reason : words_of_late_lease());
  } catch (const Error& error) {
    return finish_refused(action, error);
  }
}

WorkEvent Job::finish_refused(const TaskAction& action, const Error& error) {
  if (error.code() == ErrorCode::invalid_input && std::holds_alternative<CompleteTask>(action))
    return finish(failure_because(words_of_refusal(error)));
  if (!is_about_claim(error)) throw error;
  if (std::holds_alternative<CompleteTask>(action)) return wait_for_children(error);
  return event(WorkEvent::Kind::lost, error.what());
}

/// A command that has given its task children is done for now: once they are, the task is handed out again,
/// to be merged. Any other refusal would only come again.
WorkEvent Job::wait_for_children(const Error& error) {
  try {
    (void)apply(ReleaseTask{});
    const std::vector<Readiness> queue = m_store.explain_ready();
    const bool waits = std::any_of(queue.begin(), queue.end(), [this](const Readiness& one) {
      return one.task.id == m_claim.id && one.code == "child";
    });
    if (waits) return event(WorkEvent::Kind::released, error.what());
    (void)m_store.change(TaskChange{m_claim.id, failure_because(error.what()), {}});
    return event(WorkEvent::Kind::failed, error.what());
  } catch (const Error& refused) {
    if (!is_about_claim(refused)) throw;
    return event(WorkEvent::Kind::lost, refused.what());
  }
}

/// With the output that was not stored yet, in one transaction.
ChangeResult Job::apply(const TaskAction& action) {
  const std::string pending(m_output.pending());
  std::vector<TaskChange> changes;
  if (!pending.empty()) changes.push_back(change_of(AppendOutput{pending}));
  changes.push_back(change_of(action));
  ChangeReport report = m_store.change(changes);
  m_output.take(pending.size());
  return std::move(report.results.back());
}

TaskChange Job::change_of(const TaskAction& action) const {
  TaskChange change{m_claim.id, action, {}};
  change.only_if.token = m_claim.token;
  return change;
}

WorkEvent Job::event(WorkEvent::Kind kind, const std::string& reason) const {
  WorkEvent event = event_of(kind, m_claim);
  event.reason = reason;
  if (m_guarded->pid() <= 0) return event;
  event.pid = m_guarded->pid();
  if (kind == WorkEvent::Kind::started) event.containment = m_guarded->containment();
  if (!m_end.has_value() || kind == WorkEvent::Kind::started) return event;
  if (WIFEXITED(m_end->value)) event.exit_status = WEXITSTATUS(m_end->value);
  event.signal = signal_name_of(m_end->value);
  event.duration_ms = std::chrono::duration_cast<milliseconds>(Clock::now() - m_started).count();
  event.output_bytes = static_cast<std::int64_t>(m_output.taken_bytes());
  return event;
}

void Job::add_files(std::vector<pollfd>& files) {
  if (m_end.has_value()) return;
  files.push_back({m_guarded->channel().number(), POLLIN, 0});
  files.push_back({m_guarded->input().number(), POLLOUT, 0});
  files.push_back({m_guarded->output().number(), POLLIN, 0});
  files.push_back({m_guarded->errors().number(), POLLIN, 0});
}

Job::Clock::time_point Job::next() const noexcept {
  if (m_end.has_value()) return m_next_settle;
  Clock::time_point next = m_next_beat;
  if (!m_output.pending().empty()) next = std::min(next, m_next_store);
  if (m_time_out_at_ms != k_no_time_out && m_stop == Stop::none)
    next = std::min(
        next, Clock::now() + milliseconds(std::max<std::int64_t>(0, m_time_out_at_ms - boot_time_ms())));
  return next;
}

}  // namespace rlmdb::cli
