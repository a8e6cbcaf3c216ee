// SPDX-License-Identifier: MIT
// 16 writers and 8 readers on one database. Every process logs what it was told; afterwards the logs are held
// against the order of commits and a model of the verbs. The check is itself held against logs with a fault.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <sstream>

#include "history.hpp"
#include "random_seed.hpp"
#include "random_writer.hpp"
#include "snapshot_reader.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

struct Crowd {
  int writers;
  int readers;
  Durability durability;
  std::chrono::milliseconds span;
};

ChildProcess start_writer(const TestDir& dir, Race& race, int writer, Durability durability,
                          std::uint32_t seed) {
  return ChildProcess([&dir, &race, writer, durability, seed] {
    StoreOptions options;
    options.durability = durability;
    Store store = Store::open(dir / "x.db", Access::read_write, options);
    line_up(race);
    RandomWriter(store, race, dir, writer, seed).run();
    return 0;
  });
}

/// The first follows the events; of the others every second one is a stranger to rlmdb.
ChildProcess start_reader(const TestDir& dir, Race& race, int reader, std::uint32_t seed) {
  return ChildProcess([&dir, &race, reader, seed] {
    const Store store = Store::open(dir / "x.db", Access::read_only);
    const RawDatabase raw(dir / "x.db");
    line_up(race);
    if (reader == 0) follow_until_stopped(store, race, dir);
    if (reader % 2 == 1)
      read_until_stopped(race, dir, reader, seed, [&](auto task) { return read_by_store(store, task); });
    else if (reader > 0)
      read_until_stopped(race, dir, reader, seed, [&](auto task) { return read_by_sqlite(raw, task); });
    return 0;
  });
}

void let_run(Race& race, std::chrono::milliseconds span) {
  race.started = true;
  const auto end = std::chrono::steady_clock::now() + span;
  wait_until([&] { return std::chrono::steady_clock::now() >= end; });
  race.stopped = true;
}

History run_race(const Crowd& crowd) {
  const TestDir dir;
  (void)Store::create(dir / "x.db");
  const std::uint32_t seed = random_seed();
  CAPTURE(seed);
  Shared<Race> race;
  std::vector<ChildProcess> writers;
  std::vector<ChildProcess> readers;
  for (int i = 0; i < crowd.writers; ++i)
    writers.push_back(start_writer(dir, *race, i, crowd.durability, seed + static_cast<std::uint32_t>(i)));
  for (int i = 0; i < crowd.readers; ++i)
    readers.push_back(start_reader(dir, *race, i, seed + 1000 + static_cast<std::uint32_t>(i)));
  wait_until([&] { return race->waiting == crowd.writers + crowd.readers; });
  let_run(*race, crowd.span);
  for (ChildProcess& writer : writers) CHECK(writer.wait() == 0);
  race->final_seq = std::stoll(RawDatabase(dir / "x.db").value(std::string(k_newest_seq_sql)));
  race->readers_stopped = true;
  for (ChildProcess& reader : readers) CHECK(reader.wait() == 0);
  return load_history(dir, dir / "x.db", crowd.writers, crowd.readers);
}

std::string first_of(const std::vector<std::string>& faults) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(faults.size(), 10); ++i) text += "\n  " + faults[i];
  return text;
}

struct Figures {
  std::size_t calls = 0;
  std::size_t reads = 0;
  std::size_t busiest = 0;
  std::size_t idlest = 0;
  std::int64_t p999_wait_ms = 0;
  std::int64_t longest_wait_ms = 0;
};

Figures figures_of(const History& history) {
  Figures figures;
  std::vector<std::int64_t> waits;
  std::vector<std::size_t> each;
  for (const auto& writer : history.writers) {
    each.push_back(writer.size());
    for (const Operation& operation : writer) waits.push_back(operation.wait_ns / 1'000'000);
  }
  for (const auto& reader : history.readers) figures.reads += reader.size();
  std::sort(waits.begin(), waits.end());
  figures.calls = waits.size();
  figures.busiest = *std::max_element(each.begin(), each.end());
  figures.idlest = *std::min_element(each.begin(), each.end());
  figures.p999_wait_ms = waits.at(waits.size() * 999 / 1000);
  figures.longest_wait_ms = waits.back();
  return figures;
}

std::size_t count_of(const History& history, Outcome outcome) {
  std::size_t count = 0;
  for (const auto& writer : history.writers)
    count += static_cast<std::size_t>(std::count_if(
        writer.begin(), writer.end(), [&](const Operation& one) { return one.outcome == outcome; }));
  return count;
}

std::string report_of(const History& history, const Figures& figures) {
  std::ostringstream text;
  text << figures.calls << " calls, " << history.events.size() << " changes, "
       << count_of(history, Outcome::refused) << " refused, " << count_of(history, Outcome::repeated)
       << " repeated, " << figures.reads << " reads; busiest " << figures.busiest << ", idlest "
       << figures.idlest << " calls; p99.9 wait " << figures.p999_wait_ms << " ms, longest "
       << figures.longest_wait_ms << " ms";
  return text.str();
}

/// The first logged operation that `wanted` accepts.
template <class Wanted>
Operation& find(History& history, Wanted&& wanted) {
  for (auto& writer : history.writers)
    for (Operation& operation : writer)
      if (wanted(operation)) return operation;
  throw std::runtime_error("there is no such operation");
}

bool is_done(const Operation& operation) {
  return operation.outcome == Outcome::done;
}

struct PlantedDamage {
  const char* name;
  std::function<void(History&)> apply;
};

const std::vector<PlantedDamage>& planted_damages() {
  static const std::vector<PlantedDamage> k_damages = {
      {"a lost change", [](History& h) { h.events.pop_back(); }},
      {"a change without an acknowledgement", [](History& h) { find(h, is_done).outcome = Outcome::none; }},
      {"a change done twice", [](History& h) { h.writers[0].push_back(find(h, is_done)); }},
      {"a request done twice",
       [](History& h) {
         find(h, [](const Operation& o) { return o.outcome == Outcome::repeated; }).outcome = Outcome::done;
       }},
      {"two changes in the other order",
       [](History& h) { std::swap(h.events.at(h.events.size() / 2), h.events.at(h.events.size() / 2 + 1)); }},
      {"a lost value", [](History& h) { h.records.rbegin()->second.replace(0, 1, "?"); }},
      {"a lost task", [](History& h) { h.records.erase(h.records.begin()); }},
      {"wrong counts", [](History& h) { h.counts += "1"; }},
      {"a version told wrongly", [](History& h) { ++find(h, is_done).version; }},
      {"a claim of another task",
       [](History& h) {
         find(h, [](const Operation& o) { return o.verb == Verb::claim && is_done(o); }).task += 1;
       }},
      {"a token given before",
       [](History& h) {
         find(h, [](const Operation& o) { return o.verb == Verb::claim && is_done(o); }).token = 0;
       }},
      {"a stale token taken",
       [](History& h) {
         find(h, [](const Operation& o) { return o.verb == Verb::append && is_done(o); }).token = 123'456'789;
       }},
      {"a refusal as busy",
       [](History& h) {
         find(h, [](const Operation& o) { return o.outcome == Outcome::refused; }).code = ErrorCode::busy;
       }},
      {"a refusal without a reason",
       [](History& h) {
         Operation operation = find(h, [](const Operation& o) { return o.verb == Verb::add && is_done(o); });
         operation.outcome = Outcome::refused;
         operation.code = ErrorCode::conflict;
         h.writers[0].push_back(operation);
       }},
      {"a torn read", [](History& h) { ++h.readers.at(1).back().hash; }},
      {"a read of the future", [](History& h) { h.readers.at(2).back().seq += 1'000'000; }},
      {"a reader that goes back",
       [](History& h) { std::swap(h.readers.at(1).front(), h.readers.at(1).back()); }},
      {"an event that the follower missed", [](History& h) { h.followed.erase(h.followed.begin() + 7); }},
  };
  return k_damages;
}

}  // namespace

TEST_SUITE("tasks::processes") {
  TEST_CASE("16 writers and 8 readers: nothing lost, nothing twice, every read a moment") {
    const auto span = is_long_run() ? std::chrono::milliseconds(60'000) : std::chrono::milliseconds(1'500);
    for (const Durability durability : {Durability::full, Durability::normal}) {
      const History history = run_race({16, 8, durability, span});
      const auto faults = check_history(history);
      CHECK_MESSAGE(faults.empty(), faults.size() << " faults" << first_of(faults));
      const Figures figures = figures_of(history);
      const std::string name = durability == Durability::full ? "full" : "normal";
      MESSAGE(name << ": " << report_of(history, figures));
      // How long they wait is printed: a disk that others keep busy decides it.
      if (is_long_run()) CHECK(figures.busiest <= 2 * figures.idlest);
    }
  }

  TEST_CASE("the check finds what is wrong with a race") {
    const History history = run_race({4, 3, Durability::normal, std::chrono::milliseconds(700)});
    const auto faults = check_history(history);
    REQUIRE_MESSAGE(faults.empty(), first_of(faults));
    for (const PlantedDamage& damage : planted_damages()) {
      CAPTURE(damage.name);
      History damaged = history;
      damage.apply(damaged);
      CHECK_FALSE(check_history(damaged).empty());
    }
  }
}
