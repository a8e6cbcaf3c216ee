// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <random>
#include <vector>

#include "operation.hpp"
#include "race.hpp"
#include "record_file.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb::test {

/// One writer of the race: calls of every kind on the newest tasks, so that writers meet on the same ones,
/// allowed or not, each logged with what came of it.
class RandomWriter {
 public:
  RandomWriter(Store& store, Race& race, const TestDir& dir, std::int32_t writer, std::uint32_t seed)
      : m_store(store), m_race(race), m_log(writer_log(dir, writer)), m_writer(writer), m_random(seed) {}

  void run() {
    while (!m_race.stopped) step();
  }

 private:
  struct OwnClaim {
    std::int64_t task;
    std::int64_t token;
  };

  std::int64_t random(std::int64_t below) {
    return std::uniform_int_distribution<std::int64_t>(0, below - 1)(m_random);
  }

  void step() {
    const std::int64_t dice = random(100);
    if (dice < 12) return call({next(Verb::add)});
    if (dice < 15) return add_once();
    if (dice < 30) return claim();
    if (dice < 35) return call({on_some_task(), on_some_task()});
    if (dice < 65 && !m_claims.empty()) return call({under_claim()});
    call({on_some_task()});
  }

  Operation next(Verb verb) {
    Operation operation;
    operation.verb = verb;
    operation.writer = m_writer;
    operation.number = ++m_number;
    operation.priority = random(10);
    operation.known_seq = m_known_seq;
    return operation;
  }

  std::int64_t some_task() {
    constexpr std::int64_t k_contested = 30;
    constexpr std::int64_t k_no_such_task = 900'000'000;
    if (random(50) == 0) return k_no_such_task + random(100);
    const std::int64_t newest = std::max<std::int64_t>(m_race.newest_task, 0);
    return std::max<std::int64_t>(newest - random(k_contested), 0);
  }

  Operation on_some_task() {
    static constexpr std::array k_verbs = {
        Verb::start,  Verb::complete, Verb::fail,       Verb::cancel,     Verb::retry,
        Verb::append, Verb::append,   Verb::set_prompt, Verb::set_result, Verb::set_priority};
    Operation operation = next(k_verbs.at(static_cast<std::size_t>(random(k_verbs.size()))));
    operation.task = some_task();
    const auto seen = m_versions.find(operation.task);
    if (seen != m_versions.end() && random(3) == 0) operation.if_version = seen->second;
    return operation;
  }

  /// Also under claims that have ended long ago.
  Operation under_claim() {
    static constexpr std::array k_verbs = {Verb::heartbeat, Verb::append, Verb::append, Verb::set_result,
                                           Verb::complete,  Verb::fail,   Verb::release};
    constexpr std::int64_t k_remembered = 20;
    const auto count = static_cast<std::int64_t>(m_claims.size());
    const auto back = random(random(4) == 0 ? std::min(count, k_remembered) : 1);
    const OwnClaim& mine = m_claims.at(static_cast<std::size_t>(count - 1 - back));
    Operation operation = next(k_verbs.at(static_cast<std::size_t>(random(k_verbs.size()))));
    operation.task = mine.task;
    operation.token = mine.token;
    return operation;
  }

  /// The same request of several writers at once.
  void add_once() {
    Operation operation = next(Verb::add);
    operation.writer = k_anybody;
    operation.number = ++m_once;
    operation.priority = m_once % 10;
    call({operation}, "once-" + std::to_string(m_once));
  }

  void call(std::vector<Operation> operations, const std::string& request_id = {}) {
    std::vector<TaskChange> changes;
    for (const Operation& operation : operations) changes.push_back(change_of(operation));
    const auto begin = std::chrono::steady_clock::now();
    try {
      const ChangeReport report = m_store.change(changes, request_id);
      for (std::size_t i = 0; i < operations.size(); ++i)
        note_result(operations[i], report.results.at(i), report.repeated);
    } catch (const Error& error) {
      for (Operation& operation : operations) operation.code = error.code();
    }
    const std::chrono::nanoseconds wait = std::chrono::steady_clock::now() - begin;
    for (Operation& operation : operations) {
      operation.alone = operations.size() == 1;
      operation.wait_ns = wait.count();
      m_log.append(operation);
    }
  }

  void claim() {
    Operation operation = next(Verb::claim);
    const auto begin = std::chrono::steady_clock::now();
    try {
      const auto claim = m_store.claim();
      operation.outcome = claim ? Outcome::done : Outcome::none;
      if (claim) {
        operation.token = claim->token;
        note_result(operation, {claim->id, "running", claim->version, claim->event_seq, {}}, false);
        m_claims.push_back({operation.task, claim->token});
      }
    } catch (const Error& error) {
      operation.code = error.code();
    }
    operation.wait_ns = std::chrono::nanoseconds(std::chrono::steady_clock::now() - begin).count();
    m_log.append(operation);
  }

  void note_result(Operation& operation, const ChangeResult& result, bool repeated) {
    operation.outcome = repeated ? Outcome::repeated : Outcome::done;
    operation.task = task_number(result.id);
    operation.seq = result.event_seq;
    operation.version = result.version;
    m_versions[operation.task] = result.version;
    m_known_seq = std::max(m_known_seq, result.event_seq);
    std::int64_t newest = m_race.newest_task;
    while (newest < operation.task && !m_race.newest_task.compare_exchange_weak(newest, operation.task)) {
    }
  }

  Store& m_store;
  Race& m_race;
  RecordFile<Operation> m_log;
  std::int32_t m_writer;
  std::mt19937 m_random;
  std::int32_t m_number = 0;
  std::int32_t m_once = 0;
  std::int64_t m_known_seq = 0;
  std::map<std::int64_t, std::int64_t> m_versions;
  std::vector<OwnClaim> m_claims;
};

}  // namespace rlmdb::test
