// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "imports/copy_merge.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string copy_record(const std::string& id, const std::string& created_second, const std::string& rest) {
  return "    {\n      \"id\": \"" + id + "\",\n      \"createdAt\": \"2026-01-01T00:00:0" + created_second +
         ".000Z\",\n      " + rest + "\n    }";
}

std::string copy_document(const std::vector<std::string>& records) {
  std::string text = "{\n  \"version\": 1,\n  \"tasks\": [\n";
  for (std::size_t i = 0; i < records.size(); ++i) text += (i == 0 ? "" : ",\n") + records[i];
  return text + "\n  ]\n}";
}

/// Two copies in which `task-1` is another record each, and the second one's `task-2` names it.
struct IssuedTwice {
  TestDir dir;
  ImportOptions options = quick();
  std::string first = copy_document({copy_record("task-1", "1", "\"prompt\": \"one\"")});
  std::string second = copy_document(
      {copy_record("task-1", "2",
                   "\"state\": \"completed\",\n      \"completedAt\": "
                   "\"2026-01-01T00:00:05.000Z\""),
       copy_record("task-2", "3",
                   "\"prompt\": \"p\",\n      \"metadata\": {\n        \"parent_id\": \"task-1\"\n      }")});

  IssuedTwice() {
    options.copies = Copies::newest;
    write_all(dir / "a.json", first);
    write_all(dir / "b.json", second);
    (void)import_one(dir / "x.db", dir / "a.json");
  }
  SourceReport merge(const std::string& name = "b.json") {
    return import_one(dir / "x.db", dir / name, options);
  }
};

std::vector<std::string> codes_of(const std::vector<Finding>& findings) {
  std::vector<std::string> codes;
  for (const Finding& finding : findings) codes.push_back(finding.code);
  return codes;
}

}  // namespace

TEST_SUITE("imports::copy_merge") {
  TEST_CASE("an id issued twice: both records are kept, and the parent of the copy's record is the copy's") {
    IssuedTwice store;
    const SourceReport report = store.merge();
    CHECK(report.records.added == 2);
    REQUIRE(report.decisions.size() == 1);
    const CopyDecision& decision = report.decisions.front();
    CHECK(decision.task_id == "task-1");
    CHECK(decision.decision == "reissued");
    CHECK(id_text(decision.new_id) == "task-0003");
    CHECK(decision.against == (store.dir / "a.json").string());
    CHECK(report.warnings.empty());
    CHECK(value_of(store.dir / "x.db", "SELECT parent_ref FROM tree_nodes") == "task-0003");
    CHECK(rows_of(store.dir / "x.db", "SELECT legacy_id, created_at FROM tasks ORDER BY id") ==
          std::vector<std::string>{"task-1|2026-01-01T00:00:01.000Z", "task-0003|2026-01-01T00:00:02.000Z",
                                   "task-2|2026-01-01T00:00:03.000Z"});
    const Store opened = Store::open(store.dir / "x.db", Access::read_only);
    CHECK(verify(opened).finding_count == 0);
    // The copy is here: only what the other one has besides is not in it.
    CHECK(codes_of(verify_against(opened, store.dir / "b.json").findings) ==
          std::vector<std::string>{"missing_there"});
  }

  TEST_CASE("what a record names in other members, or as another copy does, stays and is told") {
    IssuedTwice store;
    const std::string shared = copy_record("task-2", "3",
                                           "\"prompt\": \"p\",\n      \"metadata\": {\n        "
                                           "\"depends_on\": [\n          \"task-1\"\n        ]\n      }");
    const std::string told = copy_record(
        "task-4", "4", "\"prompt\": \"p\",\n      \"metadata\": {\n        \"why\": \"task-1\"\n      }");
    write_all(store.dir / "a.json",
              copy_document({copy_record("task-1", "1", "\"prompt\": \"one\""), shared}));
    (void)store.merge("a.json");
    write_all(store.dir / "b.json",
              copy_document({told, shared, copy_record("task-1", "2", "\"prompt\": \"two\"")}));
    for (const char* end : {"", "\n"}) {
      write_all(store.dir / "b.json", read_all(store.dir / "b.json") + end);
      const SourceReport report = store.merge();
      CHECK(report.records.changed == 0);
      CHECK(codes_of(report.warnings) == std::vector<std::string>{"names_reissued", "names_reissued"});
    }
    CHECK(value_of(store.dir / "x.db",
                   "SELECT json_extract(residue, '$.metadata.depends_on[0]') FROM tasks "
                   "WHERE legacy_id = 'task-2'") == "task-1");
  }

  TEST_CASE("a plain import of that copy knows the record by its other id") {
    IssuedTwice store;
    (void)store.merge();
    write_all(store.dir / "b.json", store.second + "\n");
    const SourceReport report = import_one(store.dir / "x.db", store.dir / "b.json");
    CHECK(report.records.unchanged == 2);
    CHECK(report.records.added == 0);
    CHECK(report.decisions.empty());
    std::string changed = store.second;
    changed.replace(changed.find("completed\""), 9, "queued");
    write_all(store.dir / "b.json", changed);
    CHECK(import_one(store.dir / "x.db", store.dir / "b.json").records.changed == 1);
    CHECK(value_of(store.dir / "x.db", "SELECT state FROM tasks WHERE legacy_id = 'task-0003'") == "queued");
    CHECK(value_of(store.dir / "x.db", "SELECT count(*) FROM event_changes WHERE member = '/state'") == "1");
  }

  TEST_CASE("once a cleanup removed it, it stays away under both ids") {
    IssuedTwice store;
    // Its child would keep it here.
    store.second.replace(store.second.find("parent_id"), 9, "why_given");
    write_all(store.dir / "b.json", store.second);
    (void)store.merge();
    CHECK(value_of(store.dir / "x.db", "SELECT count(*) FROM reissued_ids") == "1");
    {
      CleanupOptions options;
      options.policy.completed = std::chrono::milliseconds(0);
      Store opened = Store::open(store.dir / "x.db", Access::read_write);
      CHECK(cleanup(opened, options).removed == 1);
    }
    CHECK(value_of(store.dir / "x.db", "SELECT count(*) FROM reissued_ids") == "0");
    write_all(store.dir / "b.json", store.second + "\n");
    const SourceReport report = store.merge();
    CHECK(report.records.removed == 1);
    CHECK(report.records.added == 0);
    CHECK(verify(Store::open(store.dir / "x.db", Access::read_only)).finding_count == 0);
  }

  TEST_CASE("a change made here stays where no time of the copy is later") {
    const TestDir dir;
    write_all(dir / "a.json",
              copy_document({copy_record("task-1", "1", "\"prompt\": \"p\",\n      \"priority\": 1")}));
    (void)import_one(dir / "x.db", dir / "a.json");
    {
      Store opened = Store::open(dir / "x.db", Access::read_write);
      (void)opened.change({TaskId{"task-1"}, SetMembers{{{"priority", JsonText{"7"}}}}, {}});
    }
    write_all(dir / "b.json",
              copy_document({copy_record("task-1", "1", "\"prompt\": \"p\",\n      \"priority\": 2")}));
    ImportOptions options = quick();
    options.copies = Copies::newest;
    const SourceReport report = import_one(dir / "x.db", dir / "b.json", options);
    REQUIRE(report.decisions.size() == 1);
    CHECK(report.decisions.front().decision == "older");
    CHECK(report.decisions.front().reason == "the change that was made here");
    CHECK(value_of(dir / "x.db", "SELECT priority FROM tasks") == "7");
  }
}
