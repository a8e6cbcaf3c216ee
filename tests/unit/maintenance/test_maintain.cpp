// SPDX-License-Identifier: MIT
// What a timer does, and the space that it gives back.
#include <doctest/doctest.h>

#include "old_place.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/maintain.hpp"
#include "rlmdb/review.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;
using Ages = std::vector<std::pair<RetentionKind, Retained>>;

/// So that everything seems to have been imported long ago.
void age_import(OldPlace& place) {
  place.edit("UPDATE imports SET started_at = '" + time_before(99 * 24h) + "'");
}

/// As after a first run, which only lists.
void set_and_list(OldPlace& place, const Ages& kept) {
  set_retention(place.store(), kept);
  REQUIRE(maintain(place.store()).outcome == MaintainOutcome::listed);
}

std::string large_task(const std::string& id) {
  return record(id, {{"state", "\"completed\""},
                     {"createdAt", "\"2020-01-01T00:00:00.000Z\""},
                     {"completedAt", "\"2020-01-01T00:00:01.000Z\""},
                     {"result", "\"" + std::string(400'000, 'r') + "\""}});
}

}  // namespace

TEST_SUITE("maintenance::maintain") {
  TEST_CASE("without a retention nothing goes and nothing is written") {
    OldPlace place({ended("a", "completed", 99 * 24h)});
    age_import(place);
    const Lines before = place.rows("SELECT count(*), max(seq) FROM events");
    const MaintainReport report = maintain(place.store());
    CHECK(report.outcome == MaintainOutcome::no_retention);
    CHECK_FALSE(report.backup);
    CHECK(place.left() == Lines{"a"});
    CHECK(place.rows("SELECT count(*), max(seq) FROM events") == before);
  }

  TEST_CASE("a clock that may be ahead lists, and the next run decides" * damages) {
    OldPlace place({ended("a", "completed", 99 * 24h)});
    age_import(place);
    set_and_list(place, Ages{{RetentionKind::completed, 7 * 24h}});
    const auto last_seen = [&](std::chrono::hours ago) {
      place.edit("UPDATE events SET at = '" + time_before(ago) + "'");
      place.edit("UPDATE retention_settings SET listed_at = '" + time_before(ago) + "'");
    };
    // As after a run whose clock was a year ahead.
    place.edit("UPDATE retention_settings SET listed_at = '" + time_before(-365 * 24h) + "'");
    CHECK(maintain(place.store()).outcome == MaintainOutcome::listed);
    // As with a clock that is a year ahead.
    last_seen(365 * 24h);
    CHECK(maintain(place.store()).outcome == MaintainOutcome::listed);
    CHECK(place.left() == Lines{"a"});
    last_seen(31 * 24h);
    CHECK(maintain(place.store()).outcome == MaintainOutcome::cleaned);
    CHECK(place.left().empty());
    // It was here just now, whatever the events say.
    place.edit("UPDATE events SET at = '" + time_before(365 * 24h) + "'");
    CHECK(maintain(place.store()).outcome == MaintainOutcome::nothing_due);
  }

  TEST_CASE("what is written while a clock is ahead does not prove it") {
    OldPlace place({ended("a", "completed", 1h)});
    set_and_list(place, Ages{{RetentionKind::completed, 7 * 24h}});
    StoreOptions ahead;
    ahead.clock = [] { return std::chrono::system_clock::now() + std::chrono::days(365); };
    Store store = Store::open(place.file("a.db"), Access::read_write, ahead);
    NewTask task;
    task.prompt = "written then";
    (void)store.change({TaskId{}, task});
    CHECK(maintain(store).outcome == MaintainOutcome::listed);
    CHECK(place.rows("SELECT count(*) FROM tasks WHERE legacy_id = 'a'") == Lines{"1"});
  }

  TEST_CASE("the first run lists, the next one backs up, tries that, and removes what was set") {
    OldPlace place({ended("a", "completed", 8 * 24h), ended("b", "completed", 6 * 24h),
                    ended("c", "failed", 99 * 24h), ended("d", "cancelled", 8 * 24h),
                    ended("e", "completed", 9 * 24h, old_node("tree-1", ""))});
    age_import(place);
    set_retention(place.store(), Ages{{RetentionKind::completed, 7 * 24h}});
    const MaintainReport first = maintain(place.store());
    CHECK(first.outcome == MaintainOutcome::listed);
    CHECK(ids_of(first.cleanup) == Lines{"e", "a", "d"});
    CHECK(place.left() == Lines{"a", "b", "c", "d", "e"});
    CHECK_FALSE(first.backup);
    CHECK_FALSE(first.retention.front().listed_at.empty());
    const MaintainReport second = maintain(place.store());
    CHECK(second.outcome == MaintainOutcome::cleaned);
    CHECK(second.cleanup.removed == 3);
    CHECK(place.left() == Lines{"b", "c"});
    REQUIRE(second.backup);
    CHECK(second.backup->file == place.file("a.db.before-cleanup"));
    CHECK(Store::open(second.backup->file, Access::read_only).stats().total == 5);
    CHECK(maintain(place.store()).outcome == MaintainOutcome::nothing_due);
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("failed work goes only after a review, and only where its age was set") {
    OldPlace place({ended("a", "failed", 99 * 24h), ended("b", "failed", 99 * 24h)});
    age_import(place);
    (void)review_failures(place.store(), std::vector{TaskId{"a"}});
    set_and_list(place, {{RetentionKind::completed, 0h}});
    CHECK(maintain(place.store()).outcome == MaintainOutcome::nothing_due);
    set_and_list(place, {{RetentionKind::failed, 24h}});
    CHECK(maintain(place.store()).cleanup.removed == 1);
    CHECK(place.left() == Lines{"b"});
  }

  TEST_CASE("ages count from the import where that is later") {
    OldPlace place({ended("a", "completed", 99 * 24h)});
    set_and_list(place, {{RetentionKind::completed, 7 * 24h}});
    CHECK(maintain(place.store()).outcome == MaintainOutcome::nothing_due);
    age_import(place);
    CHECK(maintain(place.store()).outcome == MaintainOutcome::cleaned);
  }

  TEST_CASE("a changed retention is listed again, the same one once more is not") {
    OldPlace place({ended("a", "completed", 6 * 24h)});
    age_import(place);
    set_and_list(place, {{RetentionKind::completed, 7 * 24h}});
    set_retention(place.store(), Ages{{RetentionKind::completed, 7 * 24h}});
    CHECK(maintain(place.store()).outcome == MaintainOutcome::nothing_due);
    set_and_list(place, {{RetentionKind::completed, 5 * 24h}});
    clear_retention(place.store(), std::vector{RetentionKind::completed});
    CHECK(maintain(place.store()).outcome == MaintainOutcome::no_retention);
    CHECK(place.left() == Lines{"a"});
    CHECK(code_of([&] { set_retention(place.store(), Ages{{RetentionKind::events, -1h}}); }) == "usage");
  }

  TEST_CASE("each change of a retention is an event, the same once more is none") {
    OldPlace place({ended("a", "completed", 1h)});
    set_retention(place.store(),
                  Ages{{RetentionKind::completed, 36h}, {RetentionKind::checkpoints, std::int64_t{10}}});
    set_retention(place.store(), Ages{{RetentionKind::completed, 36h}});
    set_retention(place.store(), Ages{{RetentionKind::checkpoints, std::int64_t{11}}});
    const std::vector<RetentionKind> cleared{RetentionKind::events, RetentionKind::checkpoints};
    clear_retention(place.store(), cleared);
    clear_retention(place.store(), cleared);
    CHECK(place.rows("SELECT kind, reason FROM events WHERE kind LIKE 'retention:%' ORDER BY seq") ==
          Lines{"retention:set|completed=36h checkpoints=10", "retention:set|checkpoints=11",
                "retention:cleared|checkpoints"});
    CHECK(place.rows("SELECT kind, kept_ms, kept_count IS NULL FROM retention_settings") ==
          Lines{"completed|129600000|1"});
  }

  TEST_CASE("of checkpoints a number is kept, of all others a time") {
    OldPlace place({ended("a", "completed", 1h)});
    const auto refused = [&](RetentionKind kind, const Retained& kept) {
      return code_of([&] { set_retention(place.store(), Ages{{kind, kept}}); });
    };
    CHECK(refused(RetentionKind::checkpoints, std::int64_t{0}) == "usage");
    CHECK(refused(RetentionKind::checkpoints, 24h) == "usage");
    CHECK(refused(RetentionKind::completed, std::int64_t{3}) == "usage");
    CHECK(retention_of(place.store()).empty());
  }

  TEST_CASE("checkpoints beyond their number go by themselves, after they were listed once") {
    OldPlace place({ended("a", "running", 1h)});
    const StateName session{StateScope::session, "sess-1"};
    StateChange change{session, SetVariable{}, {}};
    std::get<SetVariable>(change.action).name = "x";
    std::get<SetVariable>(change.action).value.text = "1";
    (void)change_states(place.store(), std::span(&change, 1));
    NewCheckpoint checkpoint;
    checkpoint.owner = session;
    checkpoint.name = "here";
    for (int i = 0; i < 3; ++i) (void)create_checkpoint(place.store(), checkpoint);
    set_retention(place.store(), Ages{{RetentionKind::checkpoints, std::int64_t{2}}});
    const MaintainReport first = maintain(place.store());
    CHECK(first.outcome == MaintainOutcome::listed);
    CHECK(first.cleanup.checkpoints.removed.size() == 1);
    CHECK(place.rows("SELECT count(*) FROM snapshots") == Lines{"3"});
    const MaintainReport second = maintain(place.store());
    CHECK(second.outcome == MaintainOutcome::cleaned);
    CHECK(second.backup.has_value());
    CHECK(place.rows("SELECT count(*) FROM snapshots") == Lines{"2"});
    CHECK(maintain(place.store()).outcome == MaintainOutcome::nothing_due);
  }

  TEST_CASE("a dry run writes nothing, not even that it has listed") {
    OldPlace place({ended("a", "completed", 9 * 24h)});
    age_import(place);
    set_retention(place.store(), Ages{{RetentionKind::completed, 7 * 24h}});
    MaintainOptions dry;
    dry.run = CleanupRun::dry_run;
    CHECK(ids_of(maintain(place.store(), dry).cleanup) == Lines{"a"});
    CHECK(place.rows("SELECT listed_at FROM retention_settings") == Lines{"NULL"});
  }

  TEST_CASE("where the backup is not sound, nothing goes") {
    OldPlace place({ended("a", "completed", 9 * 24h), ended("b", "failed", 1h)});
    age_import(place);
    set_and_list(place, {{RetentionKind::completed, 7 * 24h}});
    place.edit("UPDATE meta SET value = 'x' WHERE key = 'removed_imported_tasks'");
    const MaintainReport report = maintain(place.store());
    CHECK(report.outcome == MaintainOutcome::backup_unsound);
    CHECK(report.cleanup.removed == 0);
    CHECK(place.left() == Lines{"a", "b"});
    // Neither where the backup may not be written: a file of somebody else stands there.
    place.edit("UPDATE meta SET value = '0' WHERE key = 'removed_imported_tasks'");
    MaintainOptions elsewhere;
    elsewhere.backup = place.file("tasks.json");
    CHECK(code_of([&] { (void)maintain(place.store(), elsewhere); }) == "conflict");
    CHECK(place.left() == Lines{"a", "b"});
  }

  TEST_CASE("the file shrinks once much of it is empty") {
    OldPlace place({large_task("a"), large_task("b"), large_task("c"), record("d")});
    age_import(place);
    set_and_list(place, {{RetentionKind::completed, 7 * 24h}});
    const std::uint64_t before = fs::file_size(place.file("a.db"));
    const MaintainReport report = maintain(place.store());
    REQUIRE(report.vacuum);
    CHECK(report.vacuum->free_bytes > 1'000'000);
    CHECK(report.vacuum->bytes_after == fs::file_size(place.file("a.db")));
    CHECK(fs::file_size(place.file("a.db")) + 1'000'000 < before);
    CHECK(place.left() == Lines{"d"});
    CHECK(verify(place.store()).finding_count == 0);
  }
}

TEST_SUITE("maintenance::vacuum") {
  TEST_CASE("a vacuum keeps every row, and a reader that looks at the old pages") {
    OldPlace place({large_task("a"), large_task("b"), record("d")});
    (void)place.clean();
    const Lines rows = place.rows("SELECT id, legacy_id, prompt, version FROM tasks ORDER BY id");
    {
      const PlainReader reader(place.file("a.db"));
      (void)reader.rows("BEGIN");
      CHECK(reader.rows("SELECT count(*) FROM tasks") == Lines{"1"});
      CHECK_FALSE(vacuum(place.store()).is_complete);
      CHECK(reader.rows("SELECT legacy_id FROM tasks") == Lines{"d"});
    }
    const VacuumReport report = vacuum(place.store());
    CHECK(report.is_complete);
    CHECK(report.bytes_after + 500'000 < report.bytes_before);
    CHECK(place.rows("SELECT id, legacy_id, prompt, version FROM tasks ORDER BY id") == rows);
    CHECK(place.rows("PRAGMA integrity_check") == Lines{"ok"});
    CHECK(place.rows("PRAGMA freelist_count") == Lines{"0"});
    CHECK(verify(place.store()).finding_count == 0);
  }
}
