// SPDX-License-Identifier: MIT
/// A command of the program that is killed at some moment of its work.
#pragma once

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

#include "fault.hpp"
#include "store_state.hpp"
#include "task_place.hpp"

namespace rlmdb::test {

/// Kills them at moments of a seeded generator.
class CommandKiller {
 public:
  explicit CommandKiller(TaskPlace& place) : m_place(place) {}

  /// Runs it and kills it, every other time with nobody else at the database. False: it has changed nothing
  /// at all. The place's store is another one afterwards.
  [[nodiscard]] bool run_killed(const std::vector<std::string>& words, std::mt19937& random) {
    const bool is_alone = random() % 2 == 0;
    if (is_alone) m_place.close();
    const std::string before = content(is_alone);
    const Ended ended = end_of(words, random);
    REQUIRE_MESSAGE((ended.code == -SIGKILL || ended.code == 0), ended.error);
    const bool is_done = ended.code == 0 || content(is_alone) != before;
    if (ended.code == -SIGKILL) ++(is_done ? m_killed_after : m_killed_before);
    m_place.reopen();
    return is_done;
  }

  [[nodiscard]] unsigned killed_before() const { return m_killed_before; }
  [[nodiscard]] unsigned killed_after() const { return m_killed_after; }

 private:
  /// Beyond the last call of most commands, which then end by themselves.
  static constexpr unsigned k_most_calls = 40;

  Ended end_of(const std::vector<std::string>& words, std::mt19937& random) const {
    Launch launch = rlmdb_on(m_place.database(), {});
    launch.words.insert(launch.words.end(), words.begin(), words.end());
    const unsigned at = 1 + static_cast<unsigned>(random() % k_most_calls);
    const char* const mode = random() % 2 == 0 ? "kill" : "torn";
    if (k_can_preload) return run(with_fault(launch, {m_place.database().parent_path(), at, mode, {}}));
    constexpr unsigned k_call_us = 2'000;
    RunningProgram program(launch);
    const unsigned moment_us = at * k_call_us;
    ::usleep(moment_us);
    program.signal(SIGKILL);
    return program.wait();
  }

  /// Of a copy, so that the next one to open the database meets what the killed one left. But somebody who
  /// has it open goes on with what is shared between processes, which a copy would have to guess: a commit
  /// that is in the log and was not told there yet is none.
  [[nodiscard]] std::string content(bool is_alone) const {
    return is_alone ? content_of_copy(m_place.database(), m_place.file("copy.db"), Moments::kept)
                    : content_of(m_place.database(), Moments::kept);
  }

  TaskPlace& m_place;
  unsigned m_killed_before = 0;
  unsigned m_killed_after = 0;
};

}  // namespace rlmdb::test
