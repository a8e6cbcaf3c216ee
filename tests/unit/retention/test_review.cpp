// SPDX-License-Identifier: MIT
// failed work is looked at before it goes.
#include <doctest/doctest.h>

#include "old_place.hpp"
#include "rlmdb/review.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using TaskIds = std::vector<TaskId>;

Lines unreviewed(OldPlace& place) {
  Lines ids;
  for (const FailedTask& task : failed_tasks(place.store())) ids.push_back(task.id.text);
  return ids;
}

}  // namespace

TEST_SUITE("retention::review") {
  TEST_CASE("a review says who looked at which failure, and leaves the record as it was") {
    OldPlace place({ended("a", "failed", 40 * 24h), ended("b", "failed", 1h)});
    const Lines before = place.rows("SELECT legacy_id, version, last_event_seq FROM tasks");
    const std::vector<FailedTask> reviewed =
        review_failures(place.store(), TaskIds{{"a"}}, std::string("the host was down"));
    REQUIRE(reviewed.size() == 1);
    CHECK(reviewed[0].id.text == "a");
    CHECK(reviewed[0].note == "the host was down");
    CHECK(reviewed[0].reviewed_by == place.store().owner());
    CHECK_FALSE(reviewed[0].reviewed_at.empty());
    CHECK(unreviewed(place) == Lines{"b"});
    CHECK(failed_tasks(place.store(), FailedTasks::all).size() == 2);
    CHECK(place.rows("SELECT legacy_id, version, last_event_seq FROM tasks") == before);
    CHECK(place.rows("SELECT kind, task_id, reason FROM events ORDER BY seq DESC LIMIT 1") ==
          Lines{"failure:reviewed|NULL|a"});
    CHECK(verify(place.store()).finding_count == 0);
    // The file has a new record: that a was reviewed is no change that it would contradict.
    write_all(place.file("tasks.json"), document({ended("a", "failed", 41 * 24h), record("c")}));
    CHECK(import_one(place.file("a.db"), place.file("tasks.json")).records.changed == 1);
  }

  TEST_CASE("a review counts for one failure: the next one is looked at again") {
    OldPlace place({ended("a", "failed", 40 * 24h)});
    (void)review_failures(place.store(), TaskIds{{"a"}});
    CHECK(unreviewed(place).empty());
    (void)place.store().change({TaskId{"a"}, RetryTask{}, {}});
    (void)place.store().change({TaskId{"a"}, StartTask{}, {}});
    (void)place.store().change({TaskId{"a"}, FailTask{"again"}, {}});
    CHECK(unreviewed(place) == Lines{"a"});
    CleanupOptions options;
    options.policy.failed = 0h;
    CHECK(place.clean(options).removed == 0);
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a review can be taken back, and a cleanup that is under way asks again") {
    OldPlace place({ended("a", "failed", 40 * 24h), ended("b", "failed", 40 * 24h)});
    (void)review_failures(place.store(), TaskIds{{"a"}, {"b"}});
    (void)unreview_failures(place.store(), TaskIds{{"b"}});
    CHECK(unreviewed(place) == Lines{"b"});
    CleanupOptions options;
    options.agreed = [&](const CleanupReport& planned) {
      CHECK(ids_of(planned) == Lines{"a"});
      (void)unreview_failures(place.store(), TaskIds{{"a"}});
      return true;
    };
    CHECK(place.clean(options).removed == 0);
    CHECK(place.left() == Lines{"a", "b"});
  }

  TEST_CASE("all or none: an unknown task, and one that did not fail") {
    OldPlace place({ended("a", "failed", 40 * 24h), ended("b", "completed", 1h)});
    CHECK(code_of([&] { (void)review_failures(place.store(), TaskIds{{"a"}, {"x"}}); }) == "not_found");
    CHECK(code_of([&] { (void)review_failures(place.store(), TaskIds{{"a"}, {"b"}}); }) == "conflict");
    CHECK(unreviewed(place) == Lines{"a"});
    CHECK(place.rows("SELECT count(*) FROM events WHERE kind LIKE 'failure:%'") == Lines{"0"});
  }

  TEST_CASE("a tree with failed nodes goes once all of them were reviewed, and then whole") {
    OldPlace place({ended("a", "completed", 40 * 24h, old_node("tree-1", "")),
                    ended("b", "failed", 40 * 24h, old_node("tree-1", "a")),
                    ended("c", "failed", 40 * 24h, old_node("tree-1", "a"))});
    (void)review_failures(place.store(), TaskIds{{"b"}});
    const CleanupReport kept = place.clean();
    REQUIRE(kept.kept.size() == 1);
    CHECK(kept.kept[0].because == "1 of its 3 nodes failed, and nobody reviewed it");
    (void)review_failures(place.store(), TaskIds{{"c"}});
    CHECK(place.clean().removed == 3);
    CHECK(place.rows("SELECT count(*) FROM failure_reviews") == Lines{"0"});
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("what was imported yesterday is no older than that, where ages count from the import") {
    OldPlace place(
        {ended("a", "completed", 40 * 24h), ended("b", "completed", 40 * 24h, old_node("tree-1", ""))});
    CleanupOptions options;
    options.policy.age_from = AgeFrom::end_or_import;
    CHECK(place.clean(options).removed == 0);
    place.edit("UPDATE imports SET started_at = '" + time_before(8 * 24h) + "'");
    CHECK(place.clean(options).removed == 2);
  }
}
