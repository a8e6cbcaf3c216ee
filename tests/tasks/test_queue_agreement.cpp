// SPDX-License-Identifier: MIT
// What `ready` lists is what `claim` hands out, in that order, whatever happened before: imports that add,
// move and change siblings, tree documents, every verb, edits in a SQL shell.
#include <doctest/doctest.h>

#include "queue_place.hpp"
#include "restored_backup.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::vector<std::string> ready_ids(Store& store) {
  std::vector<std::string> ids;
  for (const TaskSummary& task : store.ready()) ids.push_back(task.id.text);
  return ids;
}

std::vector<std::string> explained_ids(Store& store) {
  std::vector<std::string> ids;
  for (const Readiness& task : store.explain_ready())
    if (task.code == "ready") ids.push_back(task.task.id.text);
  return ids;
}

/// Claims all that there is and gives it back, so that every other task is known to wait.
std::vector<std::string> drain(Store& store) {
  std::vector<Claim> claims;
  while (std::optional<Claim> claim = store.claim()) claims.push_back(*std::move(claim));
  std::vector<std::string> ids;
  for (const Claim& claim : claims) {
    ids.push_back(claim.id.text);
    (void)store.change({claim.id, ReleaseTask{}, {.token = claim.token}});
  }
  return ids;
}

}  // namespace

TEST_SUITE("tasks::queue_agreement") {
  TEST_CASE("ready and claim say the same after any import, edit and verb" * damages) {
    std::size_t claimed = 0;
    std::size_t noted = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
      CAPTURE(seed);
      QueuePlace place(seed);
      std::string steps;
      for (int i = 0; i < 25; ++i) {
        steps += "\n" + place.step();
        CAPTURE(steps);
        const std::vector<std::string> ready = ready_ids(place.store());
        REQUIRE(explained_ids(place.store()) == ready);
        REQUIRE(drain(place.store()) == ready);
        claimed += ready.size();
        noted += rows_of(place.database(), "SELECT 1 FROM tasks WHERE blocked_by IS NOT NULL").size();
      }
    }
    CHECK(claimed > 1'000);
    CHECK(noted > 1'000);
  }

  TEST_CASE("without edits the database is sound after each step, and its backup comes back") {
    for (unsigned seed = 1; seed <= 1; ++seed) {
      CAPTURE(seed);
      QueuePlace place(seed, ShellEdits::none);
      std::string steps;
      for (int i = 0; i < 25; ++i) {
        steps += "\n" + place.step();
        CAPTURE(steps);
        REQUIRE(unsound_in(place.database()) == "");
        (void)drain(place.store());
        REQUIRE(unsound_in(place.database()) == "");
      }
      CHECK(unsound_when_restored(place.database()) == "");
    }
  }
}
