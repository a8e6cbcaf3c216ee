// SPDX-License-Identifier: MIT
// A node that gets another parent, whatever it is known from: every document has it at its new place and depth, and
// nothing is wrong with the tree.
#include <doctest/doctest.h>

#include <functional>

#include "known_place.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// 0 > 1 > 2 > 3
void write_chain(KnownPlace& place, const std::function<void(Object& record, Object& node)>& edit) {
  std::vector<Object> records;
  Object below;
  for (int i = 3; i >= 0; --i) {
    Object store = record(i, i - 1);
    Object node = document_node(i, i - 1);
    store["metadata"]["depth"] = i;
    node["depth"] = i;
    edit(store, node);
    records.insert(records.begin(), store);
    if (!below.is_null()) node["children"] = Object::array({below});
    below = node;
  }
  place.write_store(records);
  place.write_tree_of(below);
  place.import();
}

void check_sound(Store& store) {
  CHECK(verify(store).finding_count == 0);
  const RecoveryReport report = recover(store, std::nullopt, RecoverRun::dry_run);
  REQUIRE(report.trees.size() == 1);
  CHECK(report.trees.front().findings.empty());
}

}  // namespace

TEST_SUITE("trees::node_moves") {
  TEST_CASE("the store, the tree's document and node files have the new depths") {
    KnownPlace place;
    write_chain(place, [](Object&, Object&) {});
    place.write_node(3, document_node(3, 2));
    place.import();
    Store store = place.open();
    set(store, 2, "metadata.parent_id", store_id(0));
    check_sound(store);
    CHECK(node_of(store, 3).at("depth") == 2);
    (void)export_project(store, place.dir / "out");
    const Object root = place.exported(place.dir / "out", k_tree_file).at("root_task");
    CHECK(find_node(root, node_id(2)).at("depth") == 1);
    CHECK(find_node(root, node_id(3)).at("depth") == 2);
    const Object tasks = place.exported(place.dir / "out", k_tasks_file).at("tasks");
    CHECK(tasks.at(1).at("metadata").at("depth") == 1);
    CHECK(tasks.at(2).at("metadata").at("depth") == 1);
    CHECK(tasks.at(3).at("metadata").at("depth") == 2);
    CHECK(
        place
            .exported(place.dir / "out", ".aiwg/rlm/trees/" + k_known_tree + "/nodes/" + node_id(3) + ".json")
            .at("depth") == 2);
  }

  TEST_CASE("a depth that only a document gives goes along too") {
    KnownPlace place;
    write_chain(place, [](Object& record, Object&) { record["metadata"].erase("depth"); });
    Store store = place.open();
    set(store, 2, "metadata.parent_id", store_id(0));
    check_sound(store);
    (void)export_project(store, place.dir / "out");
    const Object root = place.exported(place.dir / "out", k_tree_file).at("root_task");
    CHECK(find_node(root, node_id(2)).at("depth") == 1);
    CHECK(find_node(root, node_id(3)).at("depth") == 2);
    CHECK_FALSE(
        place.exported(place.dir / "out", k_tasks_file).at("tasks").at(1).at("metadata").contains("depth"));
  }

  TEST_CASE("a parent that only a document gives is one too") {
    KnownPlace place;
    write_chain(place, [](Object& record, Object&) { record["metadata"].erase("parent_id"); });
    Store store = place.open();
    const auto error = error_of([&] { set(store, 2, "metadata.parent_id", nullptr); });
    REQUIRE(error);
    CHECK(error->code() == ErrorCode::conflict);
    set(store, 2, "metadata.parent_id", store_id(1));
    CHECK(node_of(store, 3).at("depth") == 3);
    set(store, 2, "metadata.parent_id", node_id(0));
    check_sound(store);
    CHECK(node_of(store, 2).at("parent_id") == node_id(0));
    CHECK(node_of(store, 3).at("depth") == 2);
  }

  TEST_CASE("where nobody gives a depth nobody gets one") {
    KnownPlace place;
    write_chain(place, [](Object& record, Object& node) {
      record["metadata"].erase("depth");
      node.erase("depth");
    });
    Store store = place.open();
    set(store, 2, "metadata.parent_id", store_id(0));
    check_sound(store);
    (void)export_project(store, place.dir / "out");
    CHECK(read_all(place.dir / "out" / k_tree_file).find("\"depth\"") == std::string::npos);
    CHECK(read_all(place.dir / "out" / k_tasks_file).find("\"depth\"") == std::string::npos);
  }

  TEST_CASE("nodes that only a document tells of move as well") {
    KnownPlace place;
    write_chain(place, [](Object&, Object&) {});
    std::filesystem::remove(place.root / k_tasks_file);
    const std::filesystem::path database = place.dir / "documents.db";
    (void)import_files(database, {place.root}, quick());
    Store store = Store::open(database, Access::read_write);
    (void)store.change({TaskId{node_id(2)},
                        SetMembers{{{"metadata.parent_id", JsonText{"\"" + node_id(0) + "\""}}}, {}},
                        {}});
    check_sound(store);
    (void)export_project(store, place.dir / "out");
    const Object root = place.exported(place.dir / "out", k_tree_file).at("root_task");
    CHECK(find_node(root, node_id(2)).at("depth") == 1);
    CHECK(find_node(root, node_id(2)).at("parent_id") == node_id(0));
    CHECK(find_node(root, node_id(3)).at("depth") == 2);
    CHECK(find_node(root, node_id(1)).value("children", Object::array()).empty());
  }
}
