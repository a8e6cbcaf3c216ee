// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "operation.hpp"
#include "race.hpp"
#include "raw_database.hpp"
#include "record_file.hpp"
#include "rlmdb/store.hpp"
#include "task_model.hpp"

namespace rlmdb::test {

constexpr std::string_view k_newest_seq_sql = "SELECT coalesce(max(seq), 0) FROM events";

/// FNV-1a.
inline std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  return hash;
}

/// A task and the counts of all tasks, as one text.
inline std::string snapshot_text(const std::string& record, const std::string& counts) {
  return counts + " " + record;
}

inline Read read_of(std::int64_t seq, std::int64_t task, const std::string& text) {
  Read read{seq, task, hash_of(text), {}};
  text.copy(read.excerpt.data(), read.excerpt.size() - 1);
  return read;
}

inline std::string record_of(std::int64_t task) {
  return "coalesce((SELECT " + k_record_sql + " FROM tasks t WHERE t.legacy_id = '" + task_id(task).text +
         "'), '')";
}

/// One call of the library: one statement, one snapshot.
inline Read read_by_store(const Store& store, std::int64_t task) {
  Read read;
  const std::string newest = "(" + std::string(k_newest_seq_sql) + ")";
  store.query("SELECT " + newest + ", " + record_of(task) + ", " + k_counts_sql,
              {[](const auto&) {},
               [&](const std::vector<SqlValue>& row) {
                 read = read_of(
                     std::get<std::int64_t>(row.at(0)), task,
                     snapshot_text(std::get<std::string>(row.at(1)), std::get<std::string>(row.at(2))));
                 return false;
               }});
  return read;
}

/// SQLite without rlmdb: three statements in one read transaction.
inline Read read_by_sqlite(const RawDatabase& database, std::int64_t task) {
  database.run("BEGIN");
  const std::string seq = database.value(std::string(k_newest_seq_sql));
  const std::string record = database.value("SELECT " + record_of(task));
  const std::string counts = database.value("SELECT " + k_counts_sql);
  database.run("COMMIT");
  return read_of(std::stoll(seq), task, snapshot_text(record, counts));
}

/// Takes snapshots until the writers are done, without keeping the processors from them.
template <class TakeSnapshot>
void read_until_stopped(Race& race, const TestDir& dir, int reader, std::uint32_t seed, TakeSnapshot&& take) {
  const RecordFile<Read> log(reader_log(dir, reader));
  std::mt19937 random(seed);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(30);  // of a long run
  while (!race.readers_stopped && std::chrono::steady_clock::now() < deadline) {
    const std::int64_t newest = std::max<std::int64_t>(race.newest_task, 0);
    log.append(take(std::max<std::int64_t>(newest - static_cast<std::int64_t>(random() % 30), 0)));
    ::usleep(500);
  }
}

/// Logs the seq of every event, in the order in which follow_events gives them.
inline void follow_until_stopped(const Store& store, Race& race, const TestDir& dir) {
  constexpr int k_most_idle_polls = 1'000;  // what has not come by then never comes
  const RecordFile<std::int64_t> log(follower_log(dir));
  std::int64_t last = 0;
  int idle_polls = 0;
  const auto is_done = [&] {
    return race.final_seq >= 0 && (last == race.final_seq || ++idle_polls > k_most_idle_polls);
  };
  store.follow_events({}, {is_done, std::chrono::milliseconds(10)}, [&](const Event& event) {
    last = event.seq;
    log.append(last);
    return true;
  });
}

}  // namespace rlmdb::test
