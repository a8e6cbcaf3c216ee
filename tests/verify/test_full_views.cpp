// SPDX-License-Identifier: MIT
// The views of the whole file, held against what the library answers, on a database with everything in it.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "full_database.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/variable.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

/// In order, as one text, which a failure shows.
std::string sorted(Lines lines) {
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string line_of(const Checkpoint& checkpoint) {
  const auto text = [](const std::optional<std::string>& value) { return value.value_or("-"); };
  const bool is_kept = checkpoint.status == CheckpointStatus::kept;
  return checkpoint.checkpoint_id + " " + to_text(checkpoint.owner) + " " + text(checkpoint.name) + " " +
         text(checkpoint.timestamp) + " " + (checkpoint.tree_id ? checkpoint.tree_id->text : "-") +
         (is_kept ? " kept" : " named");
}

/// What the lists of all owners show together.
Lines checkpoints_of_all(const std::filesystem::path& database) {
  const Store store = Store::open(database, Access::read_only);
  std::set<std::string> lines;
  const auto add = [&](const std::optional<CheckpointOwner>& owner) {
    for (const Checkpoint& checkpoint : checkpoints_of(store, owner)) lines.insert(line_of(checkpoint));
  };
  add(std::nullopt);
  for (const std::string& id : rows_of(database, "SELECT legacy_id FROM tasks WHERE legacy_id IS NOT NULL"))
    add(TaskId{id});
  for (const TreeSummary& tree : list_trees(store)) add(tree.progress.tree_id);
  for (const StateSummary& state : list_states(store))
    if (state.state.scope != StateScope::tree) add(state.state);
  return {lines.begin(), lines.end()};
}

}  // namespace

TEST_SUITE("verify::full_views") {
  TEST_CASE("every view has rows") {
    const FullDatabase full;
    const auto add = [&](std::vector<std::string> words) {
      Launch launch{{program_path(), "--db", full.path().string(), "task", "add"}};
      launch.words.insert(launch.words.end(), words.begin(), words.end());
      const Ended ended = run(launch);
      REQUIRE(ended.code == 0);
      return ended.out.substr(0, ended.out.find_first_of("\t\n"));
    };
    (void)add({"later", "--depends-on", add({"earlier"})});
    for (const std::string& view :
         rows_of(full.path(), "SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name")) {
      CAPTURE(view);
      CHECK(rows_of(full.path(), "SELECT count(*) > 0 FROM \"" + view + "\"") == Lines{"1"});
    }
  }

  TEST_CASE("trees are those that are listed, with what their documents say") {
    const FullDatabase full;
    const Store store = Store::open(full.path(), Access::read_only);
    Lines listed;
    for (const TreeSummary& tree : list_trees(store))
      listed.push_back(tree.progress.tree_id.text + "|" + std::to_string(tree.progress.total) + "|" +
                       tree.root_prompt + "|" + tree.execution_mode.value_or("NULL") + "|" +
                       tree.session_id.value_or("NULL"));
    CHECK(listed.size() == 5);
    CHECK(sorted(
              rows_of(full.path(), "SELECT tree_id, nodes, prompt, execution_mode, session_id FROM trees")) ==
          sorted(listed));
    CHECK(rows_of(full.path(),
                  "SELECT execution_mode, session_id, created_at, completed_at IS NULL FROM trees WHERE "
                  "tree_id = 'tree-9f8e7d6c'") == Lines{"seeded|sess-12345678|2026-02-09T10:00:00.000Z|1"});
  }

  TEST_CASE("checkpoints are those that any list shows, and say whether one can go back to them") {
    const FullDatabase full;
    const Lines listed = checkpoints_of_all(full.path());
    CHECK(sorted(rows_of(full.path(),
                         "SELECT checkpoint_id || ' ' || CASE WHEN scope IN ('task', 'tree') THEN owner ELSE "
                         "rtrim(scope || ':' || owner, ':') END || ' ' || coalesce(name, '-') || ' ' || "
                         "coalesce(timestamp, '-') || ' ' || coalesce(tree_id, '-') || "
                         "iif(snapshot_id IS NULL, ' named', ' kept') FROM checkpoints")) == sorted(listed));
    CHECK(std::count_if(listed.begin(), listed.end(), [](const std::string& line) {
            return line.ends_with(" named");
          }) == 3);  // by the state documents of two trees
  }
}
