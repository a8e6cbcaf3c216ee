// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "old_place.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/purge.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"
#include "util/sha256.hpp"

namespace {

using namespace rlmdb;
using namespace rlmdb::test;

constexpr const char* k_secret = "hunter2-hunter2";

PurgeOptions of_text(const std::string& text = k_secret) {
  PurgeOptions options;
  options.text = text;
  return options;
}

PurgeOptions of_task(const std::string& id) {
  PurgeOptions options;
  options.tasks = {TaskId{id}};
  return options;
}

std::string with_prompt(const std::string& id, const std::string& prompt) {
  return record(id, {{"prompt", "\"" + prompt + "\""}, {"createdAt", "\"2026-01-01T00:00:00.000Z\""}});
}

bool holds(const OldPlace& place, const std::string& text) {
  for (const char* name : {"a.db", "a.db-wal", "a.db-shm"})
    if (std::filesystem::exists(place.file(name)) &&
        read_all(place.file(name)).find(text) != std::string::npos)
      return true;
  return false;
}

TEST_SUITE("purging::purge") {
  TEST_CASE("a text goes out of a record, which has a new version and an event then") {
    OldPlace place({with_prompt("task-0001", "say hunter2-hunter2 twice"), with_prompt("task-0002", "x")});
    const PurgeReport report = purge(place.store(), of_text());
    CHECK(report.applied);
    CHECK(report.is_clean);
    CHECK(report.mark == "[purged]");
    CHECK(report.records == 1);
    REQUIRE(report.values.size() == 1);
    CHECK(report.values[0].table == "tasks");
    CHECK(report.values[0].column == "prompt");
    CHECK(report.values[0].values == 1);
    CHECK(place.rows("SELECT legacy_id, prompt, version - source_version FROM tasks ORDER BY id") ==
          Lines{"task-0001|say [purged] twice|1", "task-0002|x|0"});
    CHECK(place.rows("SELECT kind FROM events ORDER BY seq") ==
          Lines{"import:finished", "task:purged", "store:purged"});
    CHECK_FALSE(holds(place, k_secret));
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("the file that it came from is named, searched, and brings nothing back") {
    OldPlace place({with_prompt("task-0001", "say hunter2-hunter2")});
    const PurgeReport report = purge(place.store(), of_text());
    REQUIRE(report.copies.size() == 1);
    CHECK(report.copies[0].path == place.file("tasks.json").string());
    CHECK(report.copies[0].kind == "source");
    CHECK(report.copies[0].is_sure);
    (void)import_one(place.file("a.db"), place.file("tasks.json"));
    CHECK(place.rows("SELECT prompt FROM tasks") == Lines{"say [purged]"});
    // Another record in the file: the purged one is as the file had it, and stays as it is here.
    write_all(place.file("tasks.json"),
              document({with_prompt("task-0001", "say hunter2-hunter2"), with_prompt("task-0002", "new")}));
    (void)import_one(place.file("a.db"), place.file("tasks.json"));
    CHECK(place.rows("SELECT prompt FROM tasks ORDER BY id") == Lines{"say [purged]", "new"});
    const VerifyReport differs = verify_against(place.store(), place.file("tasks.json"));
    REQUIRE(differs.findings.size() == 1);
    CHECK(differs.findings[0].message.find("a purge took a text out of it here") != std::string::npos);
  }

  TEST_CASE("a dry run, and a no, change nothing") {
    OldPlace place({with_prompt("task-0001", "hunter2-hunter2")});
    PurgeOptions options = of_text();
    options.run = PurgeRun::dry_run;
    const PurgeReport dry = purge(place.store(), options);
    CHECK(dry.values.size() == 1);
    CHECK_FALSE(dry.applied);
    options.run = PurgeRun::apply;
    options.agreed = [](const PurgeReport&) { return false; };
    CHECK_FALSE(purge(place.store(), options).applied);
    CHECK(place.rows("SELECT prompt FROM tasks") == Lines{"hunter2-hunter2"});
    CHECK(place.rows("SELECT count(*) FROM events") == Lines{"1"});
  }

  TEST_CASE("each purge has its mark, so that two names never become one") {
    OldPlace place({record("task-0001", {{"metadata", R"({"aaaa1111":1,"bbbb2222":2})"}})});
    CHECK(purge(place.store(), of_text("aaaa1111")).mark == "[purged]");
    CHECK(purge(place.store(), of_text("bbbb2222")).mark == "[purged-2]");
    CHECK(place.rows("SELECT members FROM layouts WHERE level = 'metadata' ORDER BY id DESC LIMIT 1") ==
          Lines{R"(["[purged]","[purged-2]"])"});
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a text that is too short, or a part of the schema, is refused") {
    OldPlace place({with_prompt("task-0001", "x")});
    for (const char* text : {"", "abc", "queued", "prompt", "purged", "[purged]"}) {
      CAPTURE(text);
      CHECK(thrown_by([&] { (void)purge(place.store(), of_text(text)); }).code() == ErrorCode::usage);
    }
  }

  TEST_CASE("what was appended to an output that was null stays, but for the text") {
    OldPlace place({record("task-0001", {{"state", "\"running\""}, {"output", "null"}})});
    for (const char* chunk : {"before hunter2-", "hunter2 after"}) {
      (void)place.store().change({TaskId{"task-0001"}, AppendOutput{chunk}});
    }
    const PurgeReport report = purge(place.store(), of_text());
    CHECK(report.is_clean);
    CHECK(place.store().output(TaskId{"task-0001"}) == "before [purged] after");
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a reader keeps the old pages, which is told; without it a second purge cleans them") {
    TestDir dir;
    write_all(dir / "tasks.json", document({with_prompt("task-0001", "hunter2-hunter2")}));
    (void)import_one(dir / "a.db", dir / "tasks.json");
    StoreOptions quick;
    quick.busy_timeout = std::chrono::milliseconds(50);
    Store store = Store::open(dir / "a.db", Access::read_write, quick);
    {
      const PlainReader reader(dir / "a.db");
      (void)reader.rows("BEGIN");
      CHECK(reader.rows("SELECT prompt FROM tasks") == Lines{"hunter2-hunter2"});
      const PurgeReport report = purge(store, of_text());
      CHECK(report.applied);
      CHECK_FALSE(report.is_clean);
      CHECK_FALSE(report.unclean_because.empty());
      CHECK(reader.rows("SELECT prompt FROM tasks") == Lines{"hunter2-hunter2"});
    }
    const PurgeReport again = purge(store, of_text());
    CHECK(is_empty(again));
    CHECK(again.is_clean);
    for (const char* name : {"a.db", "a.db-wal"})
      if (std::filesystem::exists(dir / name))
        CHECK(read_all(dir / name).find(k_secret) == std::string::npos);
  }

  TEST_CASE("an output that holds the text across two pieces, and its earlier lengths") {
    OldPlace place({with_prompt("task-0001", "x")});
    place.edit("UPDATE tasks SET state = 'running', output = 'ab hunter2-' WHERE id = 1");
    place.edit("INSERT INTO output_chunks (task_id, end_bytes, chunk) VALUES (1, 22, 'hunter2 cd ')");
    place.edit("INSERT INTO output_chunks (task_id, end_bytes, chunk) VALUES (1, 24, 'ef')");
    (void)purge(place.store(), of_text());
    CHECK(place.rows("SELECT output FROM task_outputs") == Lines{"ab [purged] cd ef"});
    CHECK(place.rows("SELECT count(*) FROM output_chunks") == Lines{"0"});
    CHECK_FALSE(holds(place, "hunter2"));
  }

  TEST_CASE("a task goes with its events, and nothing tells of it") {
    OldPlace place({with_prompt("task-7001", "Xprompt-oneX"), with_prompt("task-7002", "y")});
    const PurgeReport report = purge(place.store(), of_task("task-7001"));
    CHECK(report.is_clean);
    CHECK(report.records == 1);
    CHECK(place.rows("SELECT legacy_id FROM tasks") == Lines{"task-7002"});
    CHECK_FALSE(holds(place, "Xprompt-oneX"));
    CHECK_FALSE(holds(place, "task-7001"));
    CHECK(verify(place.store()).finding_count == 0);
    CHECK(thrown_by([&] { (void)purge(place.store(), of_task("task-7001")); }).code() ==
          ErrorCode::not_found);
  }

  TEST_CASE("what a cleanup remembers of a task goes too") {
    OldPlace place({ended("task-7001", "completed", 1000h), with_prompt("task-7002", "y")});
    CHECK(place.clean().removed == 1);
    CHECK(place.rows("SELECT legacy_id FROM removed_records") == Lines{"task-7001"});
    (void)purge(place.store(), of_task("task-7001"));
    CHECK(place.rows("SELECT count(*) FROM removed_records") == Lines{"0"});
    CHECK_FALSE(holds(place, "task-7001"));
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("what something needs stays: children, dependencies, running tasks") {
    OldPlace place({record("task-0001", {{"metadata", old_node("tree-1", "")}}),
                    record("task-0002", {{"metadata", old_node("tree-1", "task-0001")}}),
                    record("task-0003", {{"state", "\"running\""}}),
                    record("task-0004", {{"metadata", R"({"depends_on":["task-0005"]})"}}),
                    record("task-0005")});
    for (const char* id : {"task-0001", "task-0003", "task-0005"}) {
      CAPTURE(id);
      CHECK(thrown_by([&] { (void)purge(place.store(), of_task(id)); }).code() == ErrorCode::conflict);
    }
    PurgeOptions options = of_task("task-0001");
    options.descendants = Descendants::take;
    (void)purge(place.store(), options);
    CHECK(place.left() == Lines{"task-0003", "task-0004", "task-0005"});
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("two large values that are one afterwards are kept once" * damages) {
    OldPlace place({with_prompt("task-0001", "x")});
    place.edit(
        "INSERT INTO contents (id, sha256, body) VALUES (8, lower(hex(randomblob(32))), '41111111'), "
        "(9, lower(hex(randomblob(32))), '\"41111111\"')");
    place.edit(
        "INSERT INTO snapshots (id, scope, owner, checkpoint_id, last_used_at) "
        "VALUES (1, 'task', 'task-0001', 'ckpt-1', '2026-01-01T00:00:00.000Z')");
    place.edit(
        "INSERT INTO snapshot_variables (snapshot_id, member, position, name, content_id) "
        "VALUES (1, '', 0, 'a', 8), (1, '', 1, 'b', 9)");
    // The values are what their hashes say.
    for (const auto& [id, body] : {std::pair{"8", "41111111"}, std::pair{"9", "\"41111111\""}})
      place.edit(std::string("UPDATE contents SET sha256 = '") + util::sha256_hex(body) +
                 "' WHERE id = " + id);
    (void)purge(place.store(), of_text("41111111"));
    CHECK(place.rows("SELECT body FROM contents") == Lines{"\"[purged]\""});
    CHECK(place.rows("SELECT count(DISTINCT content_id) FROM snapshot_variables") == Lines{"1"});
  }

  TEST_CASE("exactly one thing is purged at a time") {
    OldPlace place({with_prompt("task-0001", "x")});
    CHECK(thrown_by([&] { (void)purge(place.store(), {}); }).code() == ErrorCode::usage);
    PurgeOptions both = of_text();
    both.tree_id = TreeId{"tree-1"};
    CHECK(thrown_by([&] { (void)purge(place.store(), both); }).code() == ErrorCode::usage);
  }
}

}  // namespace
