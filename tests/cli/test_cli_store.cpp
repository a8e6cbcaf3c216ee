// SPDX-License-Identifier: MIT
// The commands that look at and prune the store, on what legacy programs left.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "json_schema.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using namespace cli_tests;
using rlmdb::test::check_against_schema;
using Json = nlohmann::json;

const fs::path k_legacy = fs::path(RLMDB_SOURCE_DIR) / "data/legacy";

/// `data` of a successful run, which must fit its schema.
Json data_of(const Sandbox& sandbox, const std::string& command) {
  const Outcome outcome = sandbox.run(command + " --json", Surface::pipes);
  CAPTURE(command);
  CAPTURE(outcome.error);
  CHECK_EQ(outcome.exit_code, 0);
  CHECK_EQ(check_against_schema(outcome.out), "");
  return Json::parse(outcome.out, nullptr, false)["data"];
}

void import_into(const Sandbox& sandbox, const fs::path& source) {
  const Outcome outcome = sandbox.run("rlmdb -q import " + source.string(), Surface::pipes);
  CAPTURE(outcome.error);
  REQUIRE_EQ(outcome.exit_code, 0);
}

std::vector<std::string> ids_of(const Json& tasks) {
  std::vector<std::string> ids;
  for (const Json& task : tasks) {
    ids.push_back(task["id"]);
  }
  return ids;
}

}  // namespace

TEST_SUITE("cli::store") {
  TEST_CASE("legacy stores are looked at without a word that breaks a schema") {
    for (const char* const name :
         {"daemon-tasks.json", "tasks-1k.json", "seed-trees/partial-sequential.json",
          "canonical/strings-invalid-utf8.json", "quirks/dates-completed-odd.json"}) {
      CAPTURE(name);
      const Sandbox sandbox;
      import_into(sandbox, k_legacy / name);
      const Json counts = data_of(sandbox, "rlmdb stats");
      const Json summary = data_of(sandbox, "rlmdb summary");
      CHECK_EQ(summary["stats"], counts);
      CHECK_EQ(summary["running"].size(), counts["running"]);
      const Json ready = data_of(sandbox, "rlmdb ready");
      const Json explained = data_of(sandbox, "rlmdb ready --explain");
      const Json blocked = data_of(sandbox, "rlmdb list --blocked");
      CHECK_EQ(explained["count"], counts["queued"]);
      CHECK_EQ(ready["tasks"].size() + blocked["tasks"].size(), counts["queued"]);
      std::vector<std::string> ids = ids_of(ready["tasks"]);
      const std::vector<std::string> waiting = ids_of(blocked["tasks"]);
      ids.insert(ids.end(), waiting.begin(), waiting.end());
      CHECK_EQ(ids, ids_of(explained["tasks"]));
    }
  }

  TEST_CASE("a cleanup does what its dry run says, in batches of any size") {
    for (const char* const batch : {"1", "500"}) {
      const Sandbox sandbox;
      import_into(sandbox, k_legacy / "tasks-1k.json");
      const std::int64_t total = data_of(sandbox, "rlmdb stats")["total"];
      const std::string command = "rlmdb cleanup --batch " + std::string(batch);
      Json planned = data_of(sandbox, command + " --dry-run");
      CHECK_EQ(data_of(sandbox, "rlmdb stats")["total"], total);
      const std::int64_t count = static_cast<std::int64_t>(planned["tasks"].size());
      REQUIRE_GT(count, 1);
      const Json done = data_of(sandbox, command + " --yes");
      planned["at"] = done["at"];
      planned["removed"] = count;
      planned["applied"] = true;
      CHECK_EQ(done, planned);
      CHECK_EQ(data_of(sandbox, "rlmdb stats")["total"], total - count);
      const Outcome events = sandbox.run("rlmdb events --kind task:removed | wc -l", Surface::pipes);
      CHECK_EQ(events.out, std::to_string(count) + "\n");
      const Json again = data_of(sandbox, command + " --yes");
      CHECK_EQ(again["removed"], 0);
      CHECK_EQ(again["kept"], planned["kept"]);
    }
  }
}
