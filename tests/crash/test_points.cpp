// SPDX-License-Identifier: MIT
// Every call that changes a file, one by one: it fails, the disk stays full from there on, the process dies
// before it, or dies in the middle of it.
#include <doctest/doctest.h>

#include <algorithm>

#include "fault.hpp"
#include "generated_store.hpp"
#include "victims.hpp"

namespace {

using namespace rlmdb::test;

constexpr unsigned k_tasks_at_points = 40;

struct PointCounts {
  long calls = 0;
  long tried = 0;
  long killed = 0;
  long refused = 0;        ///< exit 1, the old state
  long failed_but_in = 0;  ///< exit 1, the new state: it could not be made certain that it lasts
  long unharmed = 0;       ///< exit 0, the new state
};

long count_calls(Victim& victim) {
  const TestDir dir;
  victim.reset();
  REQUIRE(run(with_fault(victim.command(), {victim.root(), 0, "eio", dir / "count"})).code == 0);
  return std::stol(read_all(dir / "count"));
}

void note(PointCounts& points, const Ended& ended, State state) {
  ++points.tried;
  if (ended.code == -SIGKILL) {
    ++points.killed;
  } else if (ended.code == 0) {
    CHECK(state == State::after);
    ++points.unharmed;
  } else {
    CHECK(ended.code == 1);
    CHECK_MESSAGE(says(ended.error, "code", "\"io\""), ended.error);
    ++(state == State::before ? points.refused : points.failed_but_in);
  }
}

/// At most `most` points of each mode, spread evenly.
PointCounts disturb(Victim& victim, const std::string& mode, long most) {
  PointCounts points;
  points.calls = count_calls(victim);
  REQUIRE(points.calls > 10);
  const long step = std::max(1L, points.calls / most);
  for (long at = 1; at <= points.calls; at += step) {
    CAPTURE(mode);
    CAPTURE(at);
    victim.reset();
    const Ended ended = run(with_fault(victim.command(), {victim.root(), at, mode, {}}));
    const State state = victim.examine();
    note(points, ended, state);
    victim.go_on(state);
  }
  return points;
}

void disturb_in_every_way(const std::string& what, Victim& victim, long most) {
  if (!k_can_preload) {
    MESSAGE("skipped: a sanitizer's runtime does not let another library be preloaded");
    return;
  }
  for (const std::string mode : {"eio", "full", "kill", "torn"}) {
    const PointCounts points = disturb(victim, mode, most);
    MESSAGE(what << ", " << mode << ": " << points.tried << " of " << points.calls << " points, "
                 << points.killed << " killed, " << points.refused << " refused, " << points.failed_but_in
                 << " failed but in, " << points.unharmed << " unharmed");
    // The commit, the rename or the sync of its directory was not confirmed: whole, but not promised to last.
    CHECK(points.failed_but_in <= 2);
    const bool kills = mode == "kill" || mode == "torn";
    CHECK((kills ? points.killed : points.refused) > 0);
  }
}

void import_fresh(long most) {
  ImportVictim victim("", "", generated_store({.tasks = k_tasks_at_points}));
  disturb_in_every_way("import, fresh", victim, most);
}

void import_grown(long most) {
  ImportVictim victim(generated_store({.tasks = k_tasks_at_points / 2}), "tasks.json",
                      generated_store({.tasks = k_tasks_at_points, .revision = 1}));
  disturb_in_every_way("import, grown file", victim, most);
}

void export_file(long most) {
  ExportVictim victim("still needed", generated_store({.tasks = k_tasks_at_points * 10}));
  disturb_in_every_way("export", victim, most);
}

constexpr long k_sample = 25;
constexpr long k_all = 1'000'000;

}  // namespace

TEST_SUITE("crash::points") {
  TEST_CASE("some points of an import into a new database") {
    import_fresh(k_sample);
  }
  TEST_CASE("some points of an import into an existing database") {
    import_grown(k_sample);
  }
  TEST_CASE("some points of an export") {
    export_file(k_sample);
  }
}

TEST_SUITE("crash::every_point") {
  TEST_CASE("every point of an import into a new database") {
    import_fresh(k_all);
  }
  TEST_CASE("every point of an import into an existing database") {
    import_grown(k_all);
  }
  TEST_CASE("every point of an export") {
    export_file(k_all);
  }
}
