// SPDX-License-Identifier: MIT
#pragma once

#include <poll.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/claim.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "work/guarded_command.hpp"
#include "work/streams.hpp"
#include "work/work_event.hpp"
#include "work/work_options.hpp"

namespace rlmdb::cli {

/// One claimed task and the command that runs for it. The lease is extended each third of its time, the
/// output goes into the task as it comes, and nothing of the task is decided before everything of the command
/// is gone. A destroyed one has no command left; its claim stays until its lease ends.
class Job {
 public:
  using Clock = std::chrono::steady_clock;

  /// `guarded` owns the claim, which was asked for at `claimed_at_ms` of boot_time_ms(). `input` goes to the
  /// command's standard input. Error io where the command cannot be started.
  Job(Store& store, const WorkOptions& options, std::unique_ptr<GuardedCommand> guarded, Claim claim,
      std::string input, std::int64_t claimed_at_ms);

  /// Does what is due, waits for nothing but other writers. The event of its start or of its end, where there
  /// is one. Errors of the store but those that are about the task: not_found, conflict, invalid_input; busy
  /// is tried again.
  [[nodiscard]] std::optional<WorkEvent> serve();
  [[nodiscard]] bool is_over() const noexcept { return m_is_over; }
  /// Ends the command, and gives the task back then.
  void give_back();
  /// Looks whether the task still runs, as somebody has changed the database.
  void look_at_task();

  /// Adds what it waits for.
  void add_files(std::vector<pollfd>& files);
  /// When it wants to be served at the latest.
  [[nodiscard]] Clock::time_point next() const noexcept;

  [[nodiscard]] const Claim& claim() const noexcept { return m_claim; }
  [[nodiscard]] Clock::time_point started() const noexcept { return m_started; }

 private:
  /// Why the command is ended before its time.
  enum class Stop { none, asked, lost, too_large, no_text, too_long };

  void stop(Stop why, const std::string& reason = {});
  void read();
  void look_at_clock();
  void keep_lease();
  void store_output();
  template <class Call>
  void on_task(Call call);
  [[nodiscard]] WorkEvent settle();
  [[nodiscard]] TaskAction action_of_end() const;
  [[nodiscard]] TaskAction action_of_success() const;
  [[nodiscard]] bool is_out_of_time() const noexcept;
  [[nodiscard]] std::string words_of_time_out() const;
  [[nodiscard]] std::string words_of_failure() const;
  [[nodiscard]] std::string words_of_late_lease() const;
  [[nodiscard]] std::int64_t deadline_of_lease(std::int64_t begin_ms) const;
  [[nodiscard]] WorkEvent finish(const TaskAction& action);
  [[nodiscard]] WorkEvent finish_refused(const TaskAction& action, const Error& error);
  [[nodiscard]] WorkEvent wait_for_children(const Error& error);
  [[nodiscard]] ChangeResult apply(const TaskAction& action);
  [[nodiscard]] TaskChange change_of(const TaskAction& action) const;
  [[nodiscard]] WorkEvent event(WorkEvent::Kind kind, const std::string& reason = {}) const;

  Store& m_store;
  const WorkOptions& m_options;
  std::unique_ptr<GuardedCommand> m_guarded;
  Claim m_claim;
  InputText m_input;
  OutputText m_output;
  ErrorTail m_errors;
  std::int64_t m_time_out_at_ms;  ///< of boot_time_ms()
  Clock::time_point m_started = Clock::now();
  Clock::time_point m_next_beat;
  Clock::time_point m_next_store;
  Clock::time_point m_next_settle{};
  Stop m_stop = Stop::none;
  std::string m_stop_reason;
  std::optional<CommandEnd> m_end;
  bool m_is_announced = false;
  bool m_is_over = false;
};

}  // namespace rlmdb::cli
