// SPDX-License-Identifier: MIT
// What stats(), list(), summary() and cleanup() answer is what the legacy TaskStore answered about the same
// files.
#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "database_fixture.hpp"
#include "legacy_fixtures.hpp"
#include "rlmdb/cleanup.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using Json = nlohmann::json;
using rlmdb::tests::fixtures_directory;
using rlmdb::tests::legacy_written_files;
using rlmdb::tests::quirks_directory;

namespace {

Json read_json(const std::filesystem::path& file) {
  return Json::parse(read_all(file));
}

Json stats_of(const Store& store) {
  const TaskStats stats = store.stats();
  return {{"total", stats.total},         {"queued", stats.queued}, {"running", stats.running},
          {"completed", stats.completed}, {"failed", stats.failed}, {"cancelled", stats.cancelled}};
}

Json ids_of(const Store& store, const TaskFilter& filter = {}) {
  Json ids = Json::array();
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

Json or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

Json summary_of(const Store& store) {
  const StoreSummary summary = store.summary();
  Json running = Json::array();
  for (const TaskSummary& task : summary.running)
    running.push_back({{"id", task.id.text},
                       {"prompt", task.prompt},
                       {"agent", or_null(task.agent)},
                       {"startedAt", or_null(task.started_at)}});
  Json recent = Json::array();
  for (const TaskSummary& task : summary.recent)
    recent.push_back({{"id", task.id.text},
                      {"prompt", task.prompt},
                      {"state", task.state_text},
                      {"completedAt", or_null(task.completed_at)}});
  return {{"stats", stats_of(store)}, {"running", running}, {"recent", recent}};
}

/// As old now as `age_ms` was at the oracle's moment.
std::chrono::milliseconds age_since(const std::string& moment, std::int64_t age_ms,
                                    const std::filesystem::path& database) {
  const std::string milliseconds = "SELECT CAST(round((julianday('now') - julianday('" +
                                   moment.substr(0, 23) + "')) * 86400000) AS INTEGER)";
  return std::chrono::milliseconds(std::stoll(value_of(database, milliseconds)) + age_ms);
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
      const Json oracle = read_json(oracle_of(file));
      CHECK(stats_of(store) == oracle["stats"]);
      const Json& list = oracle["list"];
      REQUIRE(list.size() == 5);
      CHECK((ids_of(store) == list["all"]));
      CHECK(ids_of(store, filter("running", {}, 0)) == list["running"]);
      CHECK(ids_of(store, filter("completed", {}, 7)) == list["completed_limit_7"]);
      CHECK(ids_of(store, filter({}, "rlm-executor", 5)) == list["agent_rlm_executor_limit_5"]);
      Json all_but_three = list["all"];
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
      const Json oracle = read_json(oracle_of(file));
      const ExportReport report = export_tasks_json(
          store, [](std::string_view) {}, ExportOptions{oracle["now"].get<std::string>()});
      CHECK(report.sha256 == oracle["sha256_rewritten_at_now"].get<std::string>());
    }
  }

  TEST_CASE("counts and lists of every quirk that comes in are the legacy store's") {
    int compared = 0;
    const Json index = read_json(quirks_directory() / "INDEX.json");
    for (const Json& quirk : index["quirks"]) {
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

  TEST_CASE("so is the summary") {
    for (const std::filesystem::path& file : legacy_written_files()) {
      CAPTURE(file);
      const TestDir dir;
      (void)import_one(dir / "x.db", file);
      CHECK(summary_of(Store::open(dir / "x.db", Access::read_only)) ==
            read_json(oracle_of(file))["summary"]);
    }
  }

  TEST_CASE(
      "a cleanup finds as many old tasks, and keeps those of unfinished trees, which the legacy store "
      "removed") {
    for (const std::filesystem::path& file : legacy_written_files()) {
      CAPTURE(file);
      const TestDir dir;
      (void)import_one(dir / "x.db", file);
      const Json oracle = read_json(oracle_of(file));
      CleanupOptions options;
      options.run = CleanupRun::dry_run;
      options.policy.completed = age_since(oracle["cleanup"]["now"],
                                           oracle["cleanup"]["max_age_ms"].get<std::int64_t>(), dir / "x.db");
      options.policy.failed = options.policy.completed;
      options.policy.failed_work = FailedWork::all;
      Store store = Store::open(dir / "x.db", Access::read_write);
      const CleanupReport report = cleanup(store, options);
      CHECK(static_cast<std::int64_t>(report.tasks.size()) + report.kept_tasks ==
            oracle["cleanup"]["removed"]);
    }
  }
}
