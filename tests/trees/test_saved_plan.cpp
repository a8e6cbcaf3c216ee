// SPDX-License-Identifier: MIT
// A plan that was written down: applied as it is or not at all, by real processes, whatever happened in
// between.
#include <doctest/doctest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <random>

#include "child_process.hpp"
#include "random_database.hpp"
#include "random_seed.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/version.hpp"
#include "store_state.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string saved_text(const TreePlace& place, const std::string& tree = {}) {
  return save_recovery_plan(place.reader(), tree.empty() ? std::nullopt : std::optional(TreeId{tree})).text;
}

AppliedRecovery apply_plan(const TreePlace& place, const std::string& text) {
  Store store = place.writer();
  return apply_recovery_plan(store, text, "plan.json");
}

/// "CODE: message | where"
std::string refused_plan(const TreePlace& place, const std::string& text) {
  try {
    (void)apply_plan(place, text);
  } catch (const Error& error) {
    return std::string(to_text(error.code())) + ": " + error.what() + " | " + error.where();
  }
  return "applied";
}

/// Runs `body` in a process of its own.
template <class Body>
void elsewhere(Body&& body) {
  ChildProcess child([&] {
    body();
    return 0;
  });
  REQUIRE(child.wait() == 0);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

constexpr const char* k_two_nodes = R"({
  "version": 1,
  "updatedAt": "2026-01-01T00:00:00.000Z",
  "tasks": [
    {"id": "root", "prompt": "p", "state": "running", "startedAt": "2026-01-01T00:00:00.000Z", "pid": 4200001,
     "metadata": {"tree_id": "t", "parent_id": null, "depth": 0, "decomposition_strategy": "sequential"}},
    {"id": "leaf", "prompt": "p", "state": "failed", "metadata": {"tree_id": "t", "parent_id": "root", "depth": 1}},
    {"id": "other", "prompt": "p", "state": "queued", "metadata": {"tree_id": "t", "parent_id": "root", "depth": 1,
     "depends_on": ["outside"]}},
    {"id": "outside", "prompt": "p", "state": "queued", "metadata": {}}
  ]
})";

}  // namespace

TEST_SUITE("trees::saved_plan") {
  TEST_CASE("a saved plan does what recover does, and nothing else is written to save it") {
    for (unsigned seed = 1; seed <= 4; ++seed) {
      CAPTURE(seed);
      const RandomDatabase planned(9'000 + seed, Dependencies::some);
      const RandomDatabase direct(9'000 + seed, Dependencies::some);
      const std::string before = content_of(planned.place().database());
      const std::string text = saved_text(planned.place());
      CHECK((content_of(planned.place().database()) == before));
      const AppliedRecovery applied = apply_plan(planned.place(), text);
      const RecoveryReport recovered = direct.place().recover("");
      CHECK(applied.report.applied);
      CHECK(applied.report.changed == recovered.changed);
      CHECK(differences(direct.place().tasks(), planned.place().tasks()).empty());
      REQUIRE(applied.report.trees.size() == recovered.trees.size());
      for (std::size_t i = 0; i < recovered.trees.size(); ++i)
        CHECK(decisions(applied.report.trees[i]) == decisions(recovered.trees[i]));
    }
  }

  TEST_CASE("applying it again changes nothing and says when it was done") {
    const TreePlace place(std::string_view{k_two_nodes});
    const std::string text = saved_text(place, "t");
    CHECK(apply_plan(place, text).report.changed == 2);
    const std::string after = content_of(place.database());
    const AppliedRecovery again = apply_plan(place, text);
    CHECK(again.applied_before.has_value());
    CHECK(again.report.changed == 0);
    CHECK_FALSE(again.report.applied);
    CHECK((content_of(place.database()) == after));
    const std::string idle = saved_text(place, "t");
    CHECK(apply_plan(place, idle).report.changed == 0);
    CHECK(apply_plan(place, idle).report.changed == 0);
    CHECK((content_of(place.database()) == after));
  }

  TEST_CASE("the document names what it relies on") {
    const TreePlace place(std::string_view{k_two_nodes});
    const nlohmann::json plan = nlohmann::json::parse(saved_text(place, "t"));
    CHECK(plan.at("rlmdb_recovery_plan") == 2);
    CHECK(plan.at("retry_failed") == false);
    CHECK(plan.at("rlmdb_version") == std::string(library_version()));
    CHECK(plan.at("database").get<std::string>().size() == 32);
    CHECK(plan.at("planned_at").get<std::string>().size() == 24);
    const nlohmann::json& nodes = plan.at("trees").at(0).at("nodes");
    REQUIRE(nodes.size() == 3);
    CHECK(nodes.at(0).at("task_id") == "root");
    CHECK(nodes.at(0).at("owner") == "pid 4200001");
    CHECK(nodes.at(0).at("decision") == "resume");
    CHECK(nodes.at(0).at("blocked_by") == nlohmann::json({"leaf", "other"}));
    CHECK(nodes.at(1).at("decision") == "retry");
    CHECK(nodes.at(1).at("version") == 1);
    CHECK(nodes.at(2).at("decision") == "wait");
    CHECK(nodes.at(2).at("reason") == "waits for leaf, which comes before it (sequential)");
  }

  TEST_CASE("a row that another process changed stops all of it" * damages) {
    struct Between {
      const char* what;
      std::string sql;
      std::string where;
    };
    const Between changes[] = {
        {"state and version",
         "UPDATE tasks SET state = 'completed', version = version + 1 WHERE legacy_id = 'leaf'",
         "leaf: state completed, planned failed; version 2, planned 1"},
        {"a state alone", "UPDATE tasks SET state = 'cancelled' WHERE legacy_id = 'other'",
         "other: state cancelled, planned queued"},
        {"an owner",
         "UPDATE tasks SET owner = 'b', owner_pid = 7, owner_boot_id = 'b', token = 9 WHERE legacy_id = "
         "'root'",
         "root: owner pid 4200001, claimed by b, token 9, planned pid 4200001"},
        {"a place",
         "UPDATE tree_nodes SET parent_ref = NULL WHERE task_id = (SELECT id FROM tasks WHERE legacy_id = "
         "'other')",
         "other: its place in the tree, its checkpoints or what it depends on has changed"},
        {"a strategy", "UPDATE tree_nodes SET decomposition_strategy = 'parallel' WHERE parent_ref IS NULL",
         "root: its place in the tree, its checkpoints or what it depends on has changed"},
        {"a dependency", "UPDATE tasks SET state = 'completed' WHERE legacy_id = 'outside'",
         "other: its place in the tree, its checkpoints or what it depends on has changed"},
        {"a node that went",
         "UPDATE tree_nodes SET tree_id = 'u' WHERE task_id = (SELECT id FROM tasks WHERE legacy_id = "
         "'leaf')",
         "leaf: is gone from t"},
        {"a node that came",
         "INSERT INTO tree_nodes (task_id, tree_id, parent_ref) SELECT id, 't', 'root' FROM tasks WHERE "
         "legacy_id = 'outside'",
         "outside: is new in t"},
    };
    for (const Between& between : changes) {
      CAPTURE(between.what);
      const TreePlace place(std::string_view{k_two_nodes});
      const std::string text = saved_text(place, "t");
      place.edit(between.sql);  // the sqlite3 shell: another process
      const std::string before = content_of(place.database());
      CHECK(refused_plan(place, text) ==
            "conflict: a row that the plan relies on has changed; nothing was applied | " + between.where);
      CHECK((content_of(place.database()) == before));
    }
  }

  TEST_CASE("a claim in between, by another process, is a conflict; a new plan is not" * damages) {
    const TreePlace place(std::string_view{k_two_nodes});
    place.edit("UPDATE tasks SET state = 'completed' WHERE legacy_id IN ('leaf', 'other')");
    place.edit("UPDATE tasks SET state = 'queued', pid = NULL WHERE legacy_id = 'root'");
    const std::string text = saved_text(place, "t");
    elsewhere([&] {
      Store store = place.writer();
      ClaimOptions options;
      options.tree = TreeId{"t"};
      if (!store.claim(options)) throw std::runtime_error("nothing was ready");
    });
    CHECK(refused_plan(place, text)
              .starts_with("conflict: a row that the plan relies on has changed; nothing was applied | root: "
                           "state running, planned queued; "
                           "version 2, planned 1; owner pid "));
    // The process that claimed it is gone, its claim is not.
    CHECK(apply_plan(place, saved_text(place, "t")).report.changed == 0);
    const std::string forced =
        save_recovery_plan(place.writer(), TreeId{"t"}, Attempts::limited, Force::yes).text;
    CHECK(forced.find("\"force\": true,") != std::string::npos);
    CHECK(apply_plan(place, forced).report.changed == 1);
  }

  TEST_CASE("a plan of another database, of another kind, damaged or edited is refused with its place") {
    const TreePlace place(std::string_view{k_two_nodes});
    const std::string text = saved_text(place, "t");
    place.edit("UPDATE schema_migrations SET applied_at = '2020-01-01T00:00:00.000Z' WHERE version = 1");
    CHECK(refused_plan(place, text) == "invalid_input: plan.json is a plan for another database | plan.json");
    const std::string mine = saved_text(place, "t");
    CHECK(refused_plan(place, "") == "invalid_input: plan.json is damaged: it is empty | plan.json:1:1");
    CHECK(refused_plan(place, "{\"version\": 1,\n \"tasks\": []}") ==
          "invalid_input: plan.json cannot be applied: it is no recovery plan of rlmdb | plan.json:1:1");
    CHECK(refused_plan(place, "[]") ==
          "invalid_input: plan.json cannot be applied: an object had to stand here | plan.json:1:1");
    CHECK(
        refused_plan(place, mine + "x")
            .starts_with("invalid_input: plan.json is damaged: something follows the plan | plan.json:20:1"));
    CHECK(refused_plan(place, replaced(mine, "\"retry\"", "\"ready\""))
              .starts_with("invalid_input: plan.json cannot be applied: it is not as it was written; its "
                           "sha256 differs | plan.json:18:"));
    CHECK(refused_plan(place, replaced(mine, "\"rlmdb_recovery_plan\": 2", "\"rlmdb_recovery_plan\": 1")) ==
          "invalid_input: plan.json is a plan of a kind that this rlmdb does not know | plan.json:2:26");
    for (std::size_t length = 0; length + 2 < mine.size(); length += 7)
      CHECK(refused_plan(place, mine.substr(0, length)).starts_with("invalid_input: plan.json "));
    CHECK(apply_plan(place, mine).report.changed == 2);
  }

  TEST_CASE("the file appears complete, replaces an older one and is private") {
    const TreePlace place(std::string_view{k_two_nodes});
    const std::filesystem::path file = place.dir() / "plan.json";
    write_all(file, "older");
    const SavedRecovery saved = save_recovery_plan(place.reader(), TreeId{"t"}, file);
    CHECK(saved.text.empty());
    CHECK(saved.report.trees.size() == 1);
    CHECK((std::filesystem::status(file).permissions() == std::filesystem::perms{0600}));
    CHECK(apply_plan(place, read_all(file)).report.changed == 2);
  }
}

TEST_SUITE("trees::kill") {
  TEST_CASE("a killed apply has done nothing or everything, and the plan can be applied again") {
    using Clock = std::chrono::steady_clock;
    const RandomDatabase database(9'100);
    const TreePlace& place = database.place();
    const std::string text = saved_text(place);
    const std::string bytes = read_all(place.database());
    const auto before = place.tasks();
    const auto begin = Clock::now();
    const std::uint64_t changed = apply_plan(place, text).report.changed;
    const auto duration = Clock::now() - begin;
    const auto after = place.tasks();
    const std::string counts = "SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM requests)";
    const std::vector<std::string> rows_after = place.rows(counts);
    REQUIRE(changed > 20);
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> moment(0.0, 1.5);
    unsigned kills = 0;
    unsigned done = 0;
    for (unsigned round = 0; round < 60; ++round) {
      for (const char* suffix : {"", "-wal", "-shm", "-gate"})
        std::filesystem::remove(place.database().string() + suffix);
      write_all(place.database(), bytes);
      std::filesystem::permissions(place.database(), std::filesystem::perms{0600});
      ChildProcess child([&] {
        Store store = place.writer();
        (void)apply_recovery_plan(store, text);
        return 0;
      });
      const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(duration * moment(random));
      wait_until([&] { return Clock::now() >= end; });
      ::kill(child.pid(), SIGKILL);
      kills += child.wait() == -SIGKILL ? 1U : 0U;
      const AppliedRecovery again = apply_plan(place, text);
      CHECK(again.report.changed == (again.applied_before ? 0 : changed));
      done += again.applied_before ? 1U : 0U;
      CHECK(differences(after, place.tasks()).empty());
      CHECK((place.rows(counts) == rows_after));
    }
    MESSAGE("apply: " << kills << " kills, " << done << " after it was done");
    CHECK(kills > 0);
    CHECK(done < 60);
    CHECK_FALSE(differences(before, after).empty());
  }
}
