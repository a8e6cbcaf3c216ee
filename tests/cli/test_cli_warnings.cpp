// SPDX-License-Identifier: MIT
#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "json_schema.hpp"
#include "transcript.hpp"

namespace {

using namespace cli_tests;
using rlmdb::test::check_against_schema;
using WarningJson = nlohmann::json;

constexpr const char* k_new_root =
    "rlmdb init && rlmdb task add --tree tree-1 --prompt root && rlmdb limits tree-1 ";

/// What the program says of a database that another program reads all the while.
Outcome import_beside_reader(const Sandbox& sandbox, const std::string& options) {
  run_quietly(sandbox, "rlmdb init");
  SQLite::Database reader((sandbox.path() / "work/rlm.db").string());
  SQLite::Statement row(reader, "SELECT key FROM meta");
  REQUIRE(row.executeStep());
  return sandbox.run("rlmdb import tasks-small.json " + options, Surface::pipes);
}

}  // namespace

TEST_SUITE("cli::warnings") {
  TEST_CASE("a warning of the library is in the document, and only there") {
    const Sandbox sandbox;
    const Outcome outcome = import_beside_reader(sandbox, "--json");
    REQUIRE_EQ(outcome.exit_code, 0);
    CHECK_EQ(outcome.error, "");
    CHECK_EQ(check_against_schema(outcome.out), "");
    const WarningJson warnings = WarningJson::parse(outcome.out)["warnings"];
    REQUIRE_EQ(warnings.size(), 1);
    CHECK_EQ(warnings[0]["code"], "database_remark");
    CHECK_EQ(warnings[0]["where"], (sandbox.path() / "work/rlm.db").string());
    CHECK_NE(warnings[0]["message"].get<std::string>().find("-wal"), std::string::npos);
  }

  TEST_CASE("without --json standard error says the same warning") {
    const Sandbox sandbox;
    const Outcome outcome = import_beside_reader(sandbox, "");
    REQUIRE_EQ(outcome.exit_code, 0);
    CHECK_EQ(count_of(outcome.error, "rlmdb: warning: "), 1);
  }

  TEST_CASE("121 new nodes beyond their limits are one warning a limit") {
    const Sandbox sandbox;
    run_quietly(sandbox, k_new_root + std::string("--max-children 10 --max-nodes 100"));
    run_quietly(
        sandbox,
        "for i in $(seq 121); do echo '{\"prompt\":\"p\",\"parent\":\"task-0000\"}'; done >new.ndjson");
    const Outcome text = sandbox.run("rlmdb task add --ndjson new.ndjson", Surface::pipes);
    CHECK_EQ(
        text.error,
        "rlmdb: warning: task-0011, task-0012, task-0013 and 108 more: task-0000 has more than the 10 "
        "children that tree-1 allows a node\n"
        "rlmdb: warning: task-0100, task-0101, task-0102 and 19 more: tree-1 has more than the 100 nodes "
        "that it may have\n");
    const Outcome json = sandbox.run("rlmdb task add --ndjson new.ndjson --json", Surface::pipes);
    CHECK_EQ(json.error, "");
    const WarningJson document = WarningJson::parse(json.out);
    CHECK_EQ(document["data"]["warning_count"], 242);
    REQUIRE_EQ(document["warnings"].size(), 2);
    CHECK_EQ(document["warnings"][0]["code"], "max_children");
    CHECK_EQ(document["warnings"][0]["where"], "task-0122, task-0123, task-0124 and 118 more");
    CHECK_EQ(document["warnings"][1]["code"], "max_nodes");
  }
}
