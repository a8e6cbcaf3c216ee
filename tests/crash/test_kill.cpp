// SPDX-License-Identifier: MIT
// SIGKILL at moments spread evenly over the time that the command takes undisturbed: the old state or the new
// one, never a mix, and the next command works as if nothing had been.
#include <doctest/doctest.h>
#include <time.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "generated_store.hpp"
#include "random_seed.hpp"
#include "victims.hpp"

namespace {

using namespace rlmdb::test;
using Clock = std::chrono::steady_clock;

/// RLMDB_CRASH_KILLS asks for another number.
unsigned kills_each() {
  const char* const text = std::getenv("RLMDB_CRASH_KILLS");
  return text == nullptr ? 52 : static_cast<unsigned>(std::atoi(text));
}

constexpr unsigned k_most_rounds_a_kill = 8;
#ifdef RLMDB_IS_SANITIZED
constexpr unsigned k_tasks = 600;  // the sanitizers slow the work down, not the kills
#else
constexpr unsigned k_tasks = 3'000;
#endif

struct Tally {
  unsigned rounds = 0;
  unsigned killed = 0;
  unsigned killed_before = 0;  ///< the old state was left
  unsigned after = 0;          ///< the new state was left, by a killed command or by one that had ended
};

void sleep_until(Clock::time_point moment) {
  const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(moment - Clock::now());
  if (rest.count() <= 0) return;
  const timespec span{static_cast<time_t>(rest.count() / 1'000'000'000), rest.count() % 1'000'000'000};
  ::nanosleep(&span, nullptr);
}

Clock::duration undisturbed(Victim& victim) {
  victim.reset();
  const auto begin = Clock::now();
  const Ended ended = run(victim.command());
  const auto duration = Clock::now() - begin;
  REQUIRE_MESSAGE(ended.code == 0, ended.error);
  return duration;
}

Tally kill_often(Victim& victim) {
  const std::uint32_t seed = random_seed();
  CAPTURE(seed);
  std::mt19937 random(seed);
  // A little beyond the end, so that kills also land after the commit.
  std::uniform_real_distribution<double> moment(0.0, 1.1);
  Tally tally;
  Clock::duration duration{};
  const unsigned wanted = kills_each();
  while (tally.killed < wanted || tally.killed_before == 0 || tally.after == 0) {
    REQUIRE(tally.rounds < wanted * k_most_rounds_a_kill);
    // Measured again now and then: other work on the machine comes and goes.
    if (tally.rounds % 15 == 0) duration = std::min(undisturbed(victim), undisturbed(victim));
    ++tally.rounds;
    victim.reset();
    RunningProgram running(victim.command());
    sleep_until(Clock::now() + std::chrono::duration_cast<Clock::duration>(duration * moment(random)));
    running.signal(SIGKILL);
    const Ended ended = running.wait();
    REQUIRE_MESSAGE((ended.code == -SIGKILL || ended.code == 0), ended.error);
    const State state = victim.examine();
    tally.killed += ended.code == 0 ? 0 : 1;
    tally.killed_before += state == State::before ? 1 : 0;
    tally.after += state == State::after ? 1 : 0;
    CHECK((ended.code != 0 || state == State::after));
    victim.go_on(state);
  }
  return tally;
}

void report(const std::string& what, const Tally& tally) {
  MESSAGE(what << ": " << tally.killed << " kills in " << tally.rounds << " rounds, " << tally.killed_before
               << " left the old state, " << tally.after << " the new one");
  CHECK(tally.killed >= kills_each());
  CHECK(tally.killed_before > 0);
  CHECK(tally.after > 0);
}

}  // namespace

TEST_SUITE("crash::kill") {
  TEST_CASE("import into a fresh database") {
    const std::string source = generated_store({.tasks = k_tasks});
    ImportVictim victim("", "", source);
    CHECK((victim.export_after() == source));
    report("import, fresh", kill_often(victim));
  }

  TEST_CASE("import into a database with earlier content") {
    ImportVictim victim(generated_store({.tasks = k_tasks / 3, .first_number = 100'000}), "earlier.json",
                        generated_store({.tasks = k_tasks}));
    report("import, existing", kill_often(victim));
  }

  TEST_CASE("import of a file that grew and changed") {
    const std::string grown = generated_store({.tasks = k_tasks, .revision = 1});
    ImportVictim victim(generated_store({.tasks = k_tasks / 3 * 2}), "tasks.json", grown);
    CHECK((victim.export_after() == grown));
    report("import, grown file", kill_often(victim));
  }

  TEST_CASE("purge of a text in every task") {
    std::string source = generated_store({.tasks = k_tasks});
    for (std::size_t at = source.find("\"prompt\": \""); at != std::string::npos;
         at = source.find("\"prompt\": \"", at + 1))
      source.insert(at + std::string("\"prompt\": \"").size(), std::string(PurgeVictim::k_text) + ' ');
    PurgeVictim victim(source);
    report("purge", kill_often(victim));
  }

  TEST_CASE("export over an existing file") {
    ExportVictim victim(generated_store({.tasks = 100}), generated_store({.tasks = k_tasks, .revision = 1}));
    report("export", kill_often(victim));
  }
}
