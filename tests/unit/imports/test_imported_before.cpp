// SPDX-License-Identifier: MIT
// The same bytes again: when there is nothing left to do, and when there is.
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_one = record("a", {{"state", "\"queued\""}});
const std::string k_two = record("b", {{"state", "\"queued\""}});
const std::string k_two_done = record("b", {{"state", "\"completed\""}});
const std::string k_three = record("c", {{"state", "\"queued\""}});

/// A database and the files that go into it.
class AgainPlace {
 public:
  void write(const std::string& name, const std::string& text) const { write_all(m_dir / name, text); }
  SourceReport import(const std::string& name, const ImportOptions& options = quick()) const {
    return import_one(database, m_dir / name, options);
  }
  SourceReport import_by(OnConflict on_conflict, const std::string& name = "tasks.json") const {
    ImportOptions options = quick();
    options.on_conflict = on_conflict;
    return import(name, options);
  }
  void edit(const std::string& sql) const { edit_in_shell(database, sql); }
  [[nodiscard]] bool verifies() const {
    return verify(Store::open(database, Access::read_only)).findings.empty();
  }

 private:
  TestDir m_dir;

 public:
  std::filesystem::path database = m_dir / "x.db";
};

const std::string k_tree_text =
    R"({"version":"1.0","tree_id":"tree-1","root_task":{"node_id":"task-00000001","prompt":"p","status":"completed",)"
    R"("children":[{"node_id":"task-00000002","prompt":"q","status":"pending","children":[]},)"
    R"({"node_id":"task-00000003","prompt":"r","status":"pending","children":[]}]}})";

}  // namespace

TEST_SUITE("imports::imported_before") {
  TEST_CASE("replace takes what skip had kept back, of the same bytes") {
    const AgainPlace place;
    place.write("tasks.json", document({k_one, k_two}));
    (void)place.import("tasks.json");
    place.edit("UPDATE tasks SET state = 'failed' WHERE legacy_id = 'b'");
    place.write("tasks.json", document({k_one, k_two_done}));
    CHECK(place.import_by(OnConflict::skip).records.kept == 1);
    CHECK(place.import_by(OnConflict::skip).already_imported);
    CHECK(place.import_by(OnConflict::fail).already_imported);
    const SourceReport report = place.import_by(OnConflict::replace);
    CHECK_FALSE(report.already_imported);
    CHECK(report.records.changed == 1);
    CHECK(export_text(place.database) == document({k_one, k_two_done}));
    CHECK(place.import_by(OnConflict::replace).already_imported);
  }

  TEST_CASE("a tree's node that skip kept back is taken by replace") {
    const AgainPlace place;
    place.write("tree.json", k_tree_text);
    (void)place.import("tree.json");
    {
      Store store = Store::open(place.database, Access::read_write);
      (void)store.change({TaskId{"task-00000002"}, StartTask{}, {}});
    }
    std::string failed = k_tree_text;
    failed.replace(failed.find("pending"), 7, "failed");
    place.write("tree.json", failed);
    CHECK(place.import_by(OnConflict::skip, "tree.json").records.kept == 1);
    CHECK(value_of(place.database, "SELECT state FROM tasks WHERE id = 2") == "running");
    // Other bytes, in which that node is as it was: what was decided stands until another import decides
    // otherwise.
    for (const OnConflict decision : {OnConflict::fail, OnConflict::skip, OnConflict::fail}) {
      failed += "\n";
      place.write("tree.json", failed);
      CHECK(place.import_by(decision, "tree.json").records.kept == 1);
      CHECK(value_of(place.database, "SELECT state FROM tasks WHERE id = 2") == "running");
    }
    failed += "\n";
    place.write("tree.json", failed);
    CHECK(place.import_by(OnConflict::replace, "tree.json").records.changed == 1);
    CHECK(value_of(place.database, "SELECT state FROM tasks WHERE id = 2") == "failed");
  }

  TEST_CASE("tasks that were deleted outside come in again, at their place") {
    for (const OnConflict choice : {OnConflict::fail, OnConflict::replace}) {
      const AgainPlace place;
      place.write("tasks.json", document({k_one, k_two, k_three}));
      (void)place.import("tasks.json");
      place.edit("DELETE FROM tasks WHERE legacy_id <> 'c'");
      CHECK_FALSE(place.verifies());
      const SourceReport report = place.import_by(choice);
      CHECK(report.records.added == 2);
      CHECK(report.records.unchanged == 1);
      REQUIRE(report.warnings.size() == 1);
      CHECK(report.warnings[0].code == "restored");
      CHECK(report.warnings[0].message ==
            "2 records were gone from the database since the last import and came in again");
      CHECK(export_text(place.database) == document({k_one, k_two, k_three}));
      CHECK(place.verifies());
      CHECK(place.import_by(choice).already_imported);
    }
  }

  TEST_CASE("of two sources with a record in common nothing is missing") {
    const AgainPlace place;
    place.write("first.json", document({k_one, k_two}));
    place.write("second.json", document({k_two_done, k_three}));
    (void)place.import("first.json");
    CHECK(place.import_by(OnConflict::replace, "second.json").records.changed == 1);
    CHECK(place.import("first.json").already_imported);
    CHECK(place.import("second.json").already_imported);
    place.edit("DELETE FROM tasks WHERE legacy_id = 'c'");
    CHECK(place.import("second.json").records.added == 1);
    CHECK(place.import("second.json").already_imported);
  }

  TEST_CASE("nodes of a document whose tasks were deleted outside come in again") {
    const AgainPlace place;
    place.write("tree.json", k_tree_text);
    (void)place.import("tree.json");
    CHECK(place.import("tree.json").already_imported);
    place.edit("PRAGMA foreign_keys = ON; DELETE FROM tasks WHERE id = 3");
    const SourceReport report = place.import("tree.json");
    CHECK(report.records.added == 1);
    CHECK(report.records.unchanged == 2);
    CHECK(value_of(place.database,
                   "SELECT count(*) FROM document_nodes d JOIN tasks t ON t.id = d.task_id") == "3");
    CHECK(place.import("tree.json").already_imported);
  }

  TEST_CASE("a proof that was skipped is made up for, and strict looks at what was lost") {
    const AgainPlace place;
    place.write("tasks.json", R"({"tasks":[{"id":"a","x":1,"x":2}]})");
    ImportOptions options = quick();
    options.proof = Proof::skipped;
    (void)place.import("tasks.json", options);
    CHECK(place.import("tasks.json", options).already_imported);
    const SourceReport proved = place.import("tasks.json");
    CHECK(proved.proof.value().identical());
    CHECK(proved.records.unchanged == 1);
    CHECK(place.import("tasks.json").already_imported);
    options.losses = LossPolicy::refuse;
    CHECK_THROWS_AS((void)place.import("tasks.json", options), Error);
  }
}
