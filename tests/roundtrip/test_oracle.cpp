// SPDX-License-Identifier: MIT
// What stats() and list() answer is what the legacy TaskStore answered about the same files.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "database_fixture.hpp"
#include "legacy_fixtures.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using nlohmann::json;
using rlmdb::tests::fixtures_directory;
using rlmdb::tests::legacy_written_files;
using rlmdb::tests::quirks_directory;

namespace {

json read_json(const std::filesystem::path& file) {
  return json::parse(read_all(file));
}

json stats_of(const Store& store) {
  const TaskStats stats = store.stats();
  return {{"total", stats.total},         {"queued", stats.queued}, {"running", stats.running},
          {"completed", stats.completed}, {"failed", stats.failed}, {"cancelled", stats.cancelled}};
}

json ids_of(const Store& store, const TaskFilter& filter = {}) {
  json ids = json::array();
  for (const TaskSummary& task : store.list(filter)) ids.push_back(task.id.text);
  return ids;
}

TaskFilter filter(std::optional<std::string> state, std::optional<std::string> agent, std::int64_t limit) {
  TaskFilter filter;
  filter.state = std::move(state);
  filter.agent = std::move(agent);
  filter.limit = limit;
  return filter;
}

/// "seed-trees/mapping.json" as the oracle's files spell it.
std::filesystem::path oracle_of(const std::filesystem::path& file) {
  std::string name = file.filename() == "daemon-tasks.json" ? "project__aiwg_daemon_tasks_json"
                     : file.parent_path().filename() == "seed-trees"
                         ? "seed-trees_" + file.stem().string() + "_json"
                         : file.stem().string() + "_json";
  return fixtures_directory() / "oracle" / (name + ".oracle.json");
}

}  // namespace

TEST_SUITE("roundtrip::oracle") {
  TEST_CASE("counts and lists of the legacy store's files are those it gave itself") {
    for (const std::filesystem::path& file : legacy_written_files()) {
      CAPTURE(file);
      const TestDir dir;
      (void)import_one(dir / "x.db", file);
      const Store store = Store::open(dir / "x.db", Access::read_only);
      const json oracle = read_json(oracle_of(file));
      CHECK(stats_of(store) == oracle["stats"]);
      const json& list = oracle["list"];
      REQUIRE(list.size() == 5);
      CHECK((ids_of(store) == list["all"]));
      CHECK(ids_of(store, filter("running", {}, 0)) == list["running"]);
      CHECK(ids_of(store, filter("completed", {}, 7)) == list["completed_limit_7"]);
      CHECK(ids_of(store, filter({}, "rlm-executor", 5)) == list["agent_rlm_executor_limit_5"]);
      json all_but_three = list["all"];
      all_but_three.erase(all_but_three.end() - 3, all_but_three.end());
      CHECK(all_but_three.size() == list["limit_minus_3"]);
      CHECK((ids_of(store, filter({}, {}, -3)) == all_but_three));
    }
  }

  TEST_CASE("what the legacy store wrote of them at another moment is what is exported for that moment") {
    for (const std::filesystem::path& file : legacy_written_files()) {
      CAPTURE(file);
      const TestDir dir;
      (void)import_one(dir / "x.db", file);
      const Store store = Store::open(dir / "x.db", Access::read_only);
      const json oracle = read_json(oracle_of(file));
      const ExportReport report = export_tasks_json(
          store, [](std::string_view) {}, ExportOptions{oracle["now"].get<std::string>()});
      CHECK(report.sha256 == oracle["sha256_rewritten_at_now"].get<std::string>());
    }
  }

  TEST_CASE("counts and lists of every quirk that comes in are the legacy store's") {
    int compared = 0;
    const json index = read_json(quirks_directory() / "INDEX.json");
    for (const json& quirk : index["quirks"]) {
      const auto name = quirk["name"].get<std::string>();
      CAPTURE(name);
      const TestDir dir;
      const auto error =
          error_of([&] { (void)import_one(dir / "x.db", quirks_directory() / (name + ".json")); });
      if (error) {
        // It drops every task of such a file, but for the one whose depth only its writer cannot take.
        CHECK((quirk["loaded"] == 0 || name == "nesting-100k"));
        continue;
      }
      ++compared;
      const Store store = Store::open(dir / "x.db", Access::read_only);
      CHECK(stats_of(store) == quirk["stats"]);
      // The index leaves the 1,200 ids of one store out.
      CHECK(quirk.contains("list_order") == (name != "store-over-hard-limit"));
      if (quirk.contains("list_order")) CHECK(ids_of(store) == quirk["list_order"]);
    }
    CHECK(compared == 56);
  }
}
