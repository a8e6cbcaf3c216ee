// SPDX-License-Identifier: MIT
// Trees go whole: whatever a tree is known from and whatever belongs to it.
#include <doctest/doctest.h>

#include "checked_references.hpp"
#include "document_place.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using CleanupLines = std::vector<std::string>;

/// A finished tree of a root and a child, as its tree.json has it; `end`: of the whole tree.
std::string finished_tree(const std::string& end = "2020-01-02T00:00:00Z") {
  return R"({"tree_id":"tree-x","version":"1.0.0","root_task":{"node_id":"task-a","depth":0,"prompt":"p",)"
         R"("status":"completed","children":[{"node_id":"task-b","parent_id":"task-a","depth":1,"prompt":"q",)"
         R"("status":"completed","children":[]}]},"metadata":{"completed_at":")" +
         end + R"("}})";
}

std::string store_of(const std::string& tasks) {
  return R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" + tasks + "]}";
}

std::string old_task(const std::string& id, const std::string& metadata = "{}") {
  return R"({"id":")" + id + R"(","prompt":"p","state":"completed","priority":0,)" +
         R"("createdAt":"2020-01-01T00:00:00.000Z","startedAt":null,"completedAt":"2020-01-02T00:00:00.000Z",)" +
         R"("result":null,"error":null,"output":"","pid":null,"agent":null,"metadata":)" + metadata + "}";
}

CleanupReport clean(const DocumentPlace& place) {
  Store store = place.writer();
  return cleanup(store);
}

std::size_t findings_of(const DocumentPlace& place) {
  const Store store = place.writer();
  return static_cast<std::size_t>(verify(store).finding_count);
}

NewCheckpoint checkpoint_of_tree(bool is_pinned) {
  NewCheckpoint checkpoint;
  checkpoint.owner = TreeId{"tree-x"};
  checkpoint.name = "here";
  checkpoint.is_pinned = is_pinned;
  return checkpoint;
}

}  // namespace

TEST_SUITE("trees::cleanup") {
  TEST_CASE("a tree known from its document alone goes by the document's end, with the document") {
    const DocumentPlace place;
    (void)place.import_text(finished_tree());
    const CleanupReport report = clean(place);
    CHECK(report.removed == 2);
    REQUIRE(report.trees.size() == 1);
    CHECK(report.trees[0].documents == 1);
    CHECK(place.rows("SELECT (SELECT count(*) FROM tasks), (SELECT count(*) FROM tree_documents), "
                     "(SELECT count(*) FROM document_nodes)") == CleanupLines{"0|0|0"});
    CHECK(findings_of(place) == 0);
    CHECK(place.rows("SELECT kind FROM events WHERE kind LIKE '%:removed' ORDER BY seq") ==
          CleanupLines{"tree:removed", "task:removed", "task:removed"});
  }

  TEST_CASE("a tree without any end stays, and so does a young one") {
    const DocumentPlace place;
    (void)place.import_text(finished_tree("some day"));
    CHECK(clean(place).removed == 0);
    (void)place.import_text(finished_tree("2998-01-01T00:00:00Z"));
    CHECK(clean(place).removed == 0);
    CHECK(place.tree("tree-x").find("task-b") != std::string::npos);
  }

  TEST_CASE("a tree that a store knows half of goes whole, and what is left exports") {
    const DocumentPlace place;
    (void)place.import_text(
        store_of(old_task("task-0001", R"({"tree_id":"tree-x","node_id":"task-a","parent_id":null})")),
        "tasks.json");
    (void)place.import_text(finished_tree());
    REQUIRE(place.rows("SELECT count(*) FROM tree_nodes") == CleanupLines{"2"});
    CHECK(clean(place).removed == 2);
    CHECK(place.rows("SELECT count(*) FROM tasks") == CleanupLines{"0"});
    const TestDir out;
    const Store store = place.writer();
    (void)export_project(store, out / "project");
    CHECK(verify(store).finding_count == 0);
  }

  TEST_CASE("a new tree of the same id inherits nothing") {
    const DocumentPlace place;
    (void)place.import_text(finished_tree());
    {
      Store store = place.writer();
      (void)set_tree_budget(store, TreeId{"tree-x"}, 1.5);
      const StateName state{StateScope::tree, "tree-x"};
      const std::vector<StateChange> changes{{state, SetVariable{"v", JsonText{"1"}}, {}}};
      (void)change_states(store, changes);
      (void)create_checkpoint(store, checkpoint_of_tree(false));
    }
    const CleanupReport report = clean(place);
    REQUIRE(report.trees.size() == 1);
    CHECK(report.trees[0].states == 1);
    CHECK(report.trees[0].checkpoints == 1);
    CHECK(report.trees[0].has_settings);
    CHECK(place.rows("SELECT (SELECT count(*) FROM tree_settings), (SELECT count(*) FROM states), (SELECT "
                     "count(*) FROM "
                     "snapshots), (SELECT count(*) FROM contents)") == CleanupLines{"0|0|0|0"});
    CHECK(dangling_rows(place.database).empty());
    CHECK(findings_of(place) == 0);
  }

  TEST_CASE("a pinned checkpoint keeps its tree") {
    const DocumentPlace place;
    (void)place.import_text(finished_tree());
    {
      Store store = place.writer();
      (void)create_checkpoint(store, checkpoint_of_tree(true));
    }
    const CleanupReport report = clean(place);
    CHECK(report.removed == 0);
    REQUIRE(report.kept.size() == 1);
    CHECK(report.kept[0].because.find("is pinned") != std::string::npos);
  }

  TEST_CASE("a node whose task or whose parent is gone is corrupt, by its row, and no crash" * damages) {
    for (const char* sql : {"DELETE FROM tasks", "DELETE FROM document_nodes WHERE level = 0",
                            "DELETE FROM tasks WHERE id = (SELECT min(id) FROM tasks)"}) {
      CAPTURE(sql);
      const DocumentPlace place;
      (void)place.import_text(finished_tree());
      edit_in_shell(place.database, sql);
      CHECK(error_of([&] { (void)place.tree("tree-x"); }).has_value());
      const TestDir out;
      const ProjectExport exported = export_project(place.writer(), out / "project");
      REQUIRE(exported.left_out.size() == 1);
      CHECK(exported.left_out[0].message.find(" is gone") != std::string::npos);
      CHECK(findings_of(place) > 0);
    }
  }

  TEST_CASE("a removed record stays away at the next import, until it is asked for") {
    const DocumentPlace place;
    (void)place.import_text(store_of(old_task("task-0001")), "tasks.json");
    CHECK(clean(place).removed == 1);
    const std::string grown = store_of(old_task("task-0001") + "," + old_task("task-0002"));
    const SourceReport again = place.import_text(grown, "tasks.json");
    CHECK(again.records.removed == 1);
    CHECK(again.records.added == 1);
    REQUIRE(again.warnings.size() == 1);
    CHECK(again.warnings[0].code == "removed_here");
    CHECK(again.proof.value().proven == Proven::complete);
    CHECK(place.rows("SELECT legacy_id FROM tasks") == CleanupLines{"task-0002"});
    CHECK(findings_of(place) == 0);
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    CHECK(place.import_text(grown, "tasks.json", replace).records.added == 1);
    CHECK(place.rows("SELECT (SELECT count(*) FROM tasks), (SELECT count(*) FROM removed_records)") ==
          CleanupLines{"2|0"});
    CHECK(findings_of(place) == 0);
  }

  TEST_CASE("the same id with another time of creation is another task") {
    const DocumentPlace place;
    (void)place.import_text(store_of(old_task("task-0001")), "tasks.json");
    CHECK(clean(place).removed == 1);
    std::string other = store_of(old_task("task-0001"));
    other.replace(other.find("2020-01-01T"), 11, "2020-01-02T");
    const SourceReport report = place.import_text(other, "tasks.json");
    CHECK(report.records.added == 1);
    CHECK(report.records.removed == 0);
  }

  TEST_CASE("the file of a removed tree stays away while it is unchanged, until it is asked for") {
    const DocumentPlace place;
    (void)place.import_text(finished_tree());
    CHECK(clean(place).removed == 2);
    const SourceReport again = place.import_text(finished_tree());
    CHECK(again.already_imported);
    REQUIRE(again.warnings.size() == 1);
    CHECK(again.warnings[0].code == "removed_here");
    CHECK(again.warnings[0].message ==
          "it is left out, because it was removed here: together with its task or tree, or by a "
          "prune of checkpoints; --on-conflict replace brings it back");
    CHECK(place.rows("SELECT count(*) FROM tasks") == CleanupLines{"0"});
    ImportOptions replace = quick();
    replace.on_conflict = OnConflict::replace;
    CHECK(place.import_text(finished_tree(), "trees/tree-x/tree.json", replace).records.added == 2);
    CHECK(place.rows("SELECT (SELECT count(*) FROM tasks), (SELECT count(*) FROM removed_sources)") ==
          CleanupLines{"2|0"});
    CHECK(findings_of(place) == 0);
  }
}
