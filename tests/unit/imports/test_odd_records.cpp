// SPDX-License-Identifier: MIT
// Records that an import accepts and that nothing may break over: very deep ones, and very wide ones.
#include <doctest/doctest.h>

#include <atomic>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "random_seed.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// Deeper than the JSON functions of SQLite read.
std::string deep_json(std::size_t depth = 2500) {
  return std::string(depth, '[') + std::string(depth, ']');
}

std::string compact_document(const std::string& records) {
  return R"({"tasks":[)" + records + "]}";
}

/// Deep in every member that a view or a list looks for.
std::string deep_document() {
  const std::string deep = deep_json();
  const std::string node = R"("metadata":{"tree_id":"tree-1","node_id":"n1","x":)" + deep + "}";
  const std::string child = R"("metadata":{"tree_id":"tree-1","node_id":"n2","parent_id":"b","depends_on":)" +
                            deep + R"(,"rlm_state":{"v":)" + deep + "}}";
  return compact_document(R"({"id":"a","state":)" + deep + R"(,"prompt":)" + deep + R"(,"pid":)" + deep +
                          R"(,"metadata":{}},{"id":"b","state":"completed","prompt":"p","result":)" + deep +
                          "," + node + R"(},{"id":"c","state":"odd","error":)" + deep + "," + child +
                          R"(},{"id":"d","state":"queued","prompt":"p","metadata":{}})");
}

std::string wide_record(std::size_t members) {
  std::string text = R"({"id":"wide","metadata":{"m0":0)";
  for (std::size_t i = 1; i < members; ++i) {
    text += ",\"m" + std::to_string(i) + "\":" + std::to_string(i);
  }
  return text + "}}";
}

}  // namespace

TEST_SUITE("imports::odd records") {
  TEST_CASE("no list, view or verb breaks over a record that is deeper than SQLite reads JSON") {
    const TestDir dir;
    write_all(dir / "deep.json", deep_document());
    ImportOptions options = quick();
    options.max_depth = 1U << 20;
    CHECK(import_one(dir / "x.db", dir / "deep.json", options).proof.value().identical());
    Store store = Store::open(dir / "x.db", Access::read_write);
    CHECK(store.list().size() == 4);
    for (const char* state : {"odd", "completed", "unknown"}) {
      TaskFilter filter;
      filter.state = state;
      CHECK_NOTHROW((void)store.list(filter));
    }
    TaskFilter of_tree;
    of_tree.tree = TreeId{"tree-1"};
    CHECK(store.list(of_tree).size() == 2);
    CHECK(store.summary().recent.size() == 4);
    for (const char* id : {"a", "b", "c", "d"}) {
      CHECK(store.find_task(TaskId{id}));
      CHECK(store.find_record(TaskId{id}));
    }
    CHECK(store.stats().total == 4);
    CHECK(list_trees(store).size() == 1);
    CHECK_NOTHROW((void)status_of_tree(store, TreeId{"tree-1"}));
    CHECK(store.ready().size() == 1);
    CHECK_NOTHROW((void)store.explain_ready());
    CHECK(verify(store).findings.empty());
    CHECK(store.claim().value().id.text == "d");
  }

  TEST_CASE("an interruption is seen within a record") {
    const TestDir dir;
    // Cut off at its very end: who reads the whole record first finds damage, and no interruption.
    write_all(dir / "long.json",
              R"({"tasks":[{"id":"a","prompt":")" + std::string(std::size_t{8} << 20, 'x'));
    ImportOptions options = quick();
    const std::atomic<bool> cancelled = true;
    options.cancelled = &cancelled;
    const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "long.json", options); });
    REQUIRE(error.has_value());
    CHECK(std::string(error->what()) == "interrupted; nothing of the source was imported");
    CHECK_FALSE(std::filesystem::exists(dir / "x.db"));
  }

  // A search that goes through all members for each of them would take hours here, not seconds.
  TEST_CASE("an object of 200,000 members comes in, changes and goes out") {
    constexpr std::size_t k_members = 200'000 / k_size_divisor;
    const TestDir dir;
    write_all(dir / "wide.json", compact_document(wide_record(k_members)));
    CHECK(import_one(dir / "x.db", dir / "wide.json", quick()).proof.value().identical());
    std::string changed = wide_record(k_members);
    changed.replace(changed.find("\"m7\":7"), 6, "\"m7\":8");
    write_all(dir / "wide.json", compact_document(changed));
    CHECK(import_one(dir / "x.db", dir / "wide.json", quick()).records.changed == 1);
    CHECK(value_of(dir / "x.db", "SELECT count(*) FROM event_changes") == "1");
    const Store store = Store::open(dir / "x.db", Access::read_only);
    CHECK(store.find_record(TaskId{"wide"}).value().json.find("\"m7\": 8") != std::string::npos);
    CHECK(verify(store).findings.empty());
  }
}
