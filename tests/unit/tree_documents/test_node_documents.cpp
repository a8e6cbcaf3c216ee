// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "db/database.hpp"
#include "db/transaction.hpp"
#include "task_place.hpp"
#include "tree_documents/node_documents.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string root_of(TaskPlace& place, const std::string& tree) {
  NewTask root;
  root.prompt = "root of " + tree;
  root.tree = TreeId{tree};
  return place.add(root);
}

}  // namespace

TEST_SUITE("tree_documents::node_documents") {
  TEST_CASE("one tree at a time is in memory, read once for all of its nodes") {
    TaskPlace place;
    (void)root_of(place, "tree-a");
    (void)root_of(place, "tree-b");
    db::Connection connection = db::open_any_schema(place.database(), Access::read_only, {});
    const db::ReadTransaction snapshot(connection);
    tree_documents::TreeInWork in_work(connection);
    const tree_documents::NodeDocuments* first = &in_work.of("tree-a");
    const void* rows = first->rows().data();
    CHECK(in_work.of("tree-a").rows().data() == rows);
    CHECK(in_work.of("tree-b").text(0).find("root of tree-b") != std::string::npos);
    // There is one place for a tree, so the one before is gone.
    CHECK(&in_work.of("tree-b") == first);
    CHECK(in_work.of("tree-a").text(0).find("root of tree-a") != std::string::npos);
  }
}
