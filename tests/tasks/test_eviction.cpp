// SPDX-License-Identifier: MIT
// Checkpoints that go by a setting, what is said of those that are gone, and the
// schema's limit.
#include <doctest/doctest.h>

#include "checkpoint_place.hpp"
#include "rlmdb/cleanup.hpp"
#include "rlmdb/recover.hpp"
#include "rlmdb/retention.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const StateName k_session{StateScope::session, "sess-1"};

void keep(TaskPlace& place, std::int64_t count) {
  const std::vector<std::pair<RetentionKind, Retained>> kept{{RetentionKind::checkpoints, count}};
  set_retention(place.store(), kept);
}

std::vector<std::string> held(TaskPlace& place) {
  return place.rows("SELECT checkpoint_id FROM snapshots ORDER BY id");
}

std::vector<std::string> take_some(TaskPlace& place, const CheckpointOwner& owner, int count) {
  std::vector<std::string> ids;
  for (int i = 0; i < count; ++i) ids.push_back(take(place, owner).checkpoint_id);
  return ids;
}

/// An imported task whose list names a checkpoint, and that checkpoint's file.
void import_checkpoint(TaskPlace& place, const std::filesystem::path& project) {
  const std::string snapshot = ".aiwg/rlm/trees/t/checkpoints/ckpt-5.json";
  for (const char* const folder : {".aiwg/daemon", ".aiwg/rlm/trees/t/checkpoints"})
    std::filesystem::create_directories(project / folder);
  write_all(
      project / ".aiwg/daemon/tasks.json",
      R"({"tasks":[{"id":"task-a","prompt":"p","state":"running","createdAt":"2026-02-09T10:00:00.000Z",)"
      R"("metadata":{"tree_id":"t","rlm_state":{},"checkpoints":[{"checkpoint_id":"ckpt-5","name":"old",)"
      R"("snapshot_path":")" +
          snapshot + R"("}]}}]})");
  write_all(project / snapshot, R"({"checkpoint_id":"ckpt-5","task_id":"task-a","state":{}})");
  (void)import_files(place.database(), {project}, {});
  place.reopen();
}

std::string reason_of(TaskPlace& place) {
  return recover(place.store(), std::nullopt, RecoverRun::dry_run).trees.at(0).nodes.at(0).reason;
}

}  // namespace

TEST_SUITE("tasks::eviction") {
  TEST_CASE("nothing goes unasked; once a number is set, the least recently used goes") {
    TaskPlace place;
    set_state(place, k_session, "a", "1");
    const std::vector<std::string> ids = take_some(place, k_session, 4);
    CHECK(held(place) == ids);
    keep(place, 3);
    CHECK(held(place) == ids);  // the setting itself removes nothing
    place.edit("UPDATE snapshots SET last_used_at = '2030-01-01T00:00:00.000Z' WHERE id = 1");
    const CheckpointCreated fifth = take(place, k_session);
    CHECK(ids_of(fifth.removed) == std::vector{ids[1], ids[2]});
    CHECK(fifth.removed[0].status == CheckpointStatus::pruned);
    CHECK(held(place) == std::vector{ids[0], ids[3], fifth.checkpoint_id});
    CHECK(place.rows("SELECT reason FROM events WHERE kind = 'checkpoint:pruned'") ==
          std::vector<std::string>{"2"});
    CHECK(verify(place.store()).finding_count == 0);
    // A clock that runs behind: the new one is not the one to go.
    place.edit("UPDATE snapshots SET last_used_at = '2999-01-01T00:00:00.000Z'");
    keep(place, 1);
    const CheckpointCreated last = take(place, k_session);
    CHECK(held(place) == std::vector{last.checkpoint_id});
    CHECK(last.removed.size() == 3);
  }

  TEST_CASE("a tree counts as one; pinned ones, and what an unfinished node starts from, stay") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string below = add_below(place, root);
    const std::string pinned = take(place, TaskId{root}, "pinned", true).checkpoint_id;
    (void)place.change(below, StartTask{});
    const std::string resumed = take(place, TaskId{below}).checkpoint_id;
    const std::string old = take(place, TaskId{root}).checkpoint_id;
    keep(place, 1);
    const CheckpointCreated newest = take(place, TreeId{"tree-00000001"});
    // The root has not ended either, and starts from the newest.
    CHECK(ids_of(newest.removed) == std::vector{old});
    CHECK(held(place) == std::vector{pinned, resumed, newest.checkpoint_id});
    CHECK(place.rows("SELECT tree_id FROM events WHERE kind = 'checkpoint:pruned'") ==
          std::vector<std::string>{"tree-00000001"});
    // Another owner is not of that group.
    set_state(place, k_session, "a", "1");
    CHECK(take(place, k_session).removed.empty());
  }

  TEST_CASE("more than 100 of one state are taken with a warning, and a setting takes its place") {
    TaskPlace place;
    set_state(place, k_session, "a", "1");
    for (int i = 0; i < 100; ++i) CHECK(take(place, k_session).warnings.empty());
    const CheckpointCreated more = take(place, k_session);
    REQUIRE(more.warnings.size() == 1);
    CHECK(more.warnings[0].code == "max_checkpoints");
    CHECK(more.warnings[0].message ==
          "session:sess-1 has more than the 100 checkpoints that its schema allows");
    set_state(place, StateName{StateScope::session, "sess-2"}, "a", "1");
    CHECK(take(place, StateName{StateScope::session, "sess-2"}).warnings.empty());
    keep(place, 200);
    CHECK(take(place, k_session).warnings.empty());
    CHECK(held(place).size() == 103);
  }

  TEST_CASE("a pruned checkpoint is in no list, and the event has what the list was") {
    TaskPlace place;
    set_state(place, k_session, "a", "1");
    const std::string root = add_root(place);
    (void)place.change(root, StartTask{});
    const std::vector<std::string> of_state = take_some(place, k_session, 3);
    const std::vector<std::string> of_task = take_some(place, TaskId{root}, 2);
    const std::string of_tree = take(place, TreeId{"tree-00000001"}).checkpoint_id;
    (void)place.force(root, CompleteTask{});
    const auto names = [&](const std::string& id) { return place.text(root).find(id) != std::string::npos; };
    CHECK((names(of_task[0]) && names(of_task[1]) && names(of_tree)));
    PruneOptions one;
    one.keep = 1;
    CHECK(prune_checkpoints(place.store(), one).removed.size() == 4);
    CHECK_FALSE((names(of_task[0]) || names(of_task[1])));
    CHECK(names(of_tree));
    CHECK(ids_of(checkpoints_of(place.store(), k_session)) == std::vector{of_state[2]});
    CHECK(place.rows("SELECT reason, tree_id FROM events WHERE kind = 'checkpoint:pruned' ORDER BY seq") ==
          std::vector<std::string>{"2|tree-00000001", "2|NULL"});
    CHECK(place.rows("SELECT count(*) FROM checkpoints WHERE is_pruned") == std::vector<std::string>{"0"});
    // The moment before has the whole list.
    const auto before = place.rows("SELECT min(seq) - 1 FROM events WHERE kind = 'checkpoint:pruned'");
    const std::string was = task_json_at(place.store(), TaskId{root}, Moment(std::stoll(before.at(0))));
    CHECK(was.find(of_task[0]) != std::string::npos);
    CHECK(was.find(of_tree) != std::string::npos);
    const auto gone = error_of([&] { (void)roll_back(place.store(), to(of_task[0], TaskId{root})); });
    CHECK(std::string(gone.value().what()) == "Checkpoint " + of_task[0] + " of " + root + " was pruned");
    // And the list goes on.
    const std::string next = take(place, TaskId{root}).checkpoint_id;
    CHECK(names(next));
    CHECK(take(place, k_session).removed.empty());
  }

  TEST_CASE("of two lists with one id only that of the owner changes, and none while one is left") {
    TaskPlace place;
    const TestDir dir;
    import_checkpoint(place, dir / "p");
    set_state(place, k_session, "a", "1");
    place.set("task-a", "state", "\"completed\"");
    const std::string id = place.add("other");
    place.set(id, "metadata", R"({"checkpoints":[{"checkpoint_id":"ckpt-5","name":"mine"}]})");
    PruneOptions none;
    none.keep = 0;
    CHECK(ids_of(prune_checkpoints(place.store(), none).removed) == std::vector<std::string>{"ckpt-5"});
    CHECK(place.text("task-a").find("ckpt-5") == std::string::npos);
    CHECK(place.text(id).find("ckpt-5") != std::string::npos);
  }

  TEST_CASE("a cleanup that is told nothing keeps ten of a tree, and maintain by itself all") {
    TaskPlace place;
    set_state(place, k_session, "a", "1");
    const std::vector<std::string> ids = take_some(place, k_session, 12);
    CleanupOptions options;
    options.run = CleanupRun::dry_run;
    CHECK(ids_of(cleanup(place.store(), options).checkpoints.removed) == std::vector{ids[0], ids[1]});
    CHECK_FALSE(policy_of({}).checkpoints.has_value());
    options.policy =
        policy_with(std::vector<RetentionSetting>{{RetentionKind::checkpoints, std::int64_t{11}}});
    CHECK(ids_of(cleanup(place.store(), options).checkpoints.removed) == std::vector{ids[0]});
    options.policy = {};
    options.run = CleanupRun::apply;
    CHECK(cleanup(place.store(), options).checkpoints.removed.size() == 2);
    CHECK(held(place) == std::vector(ids.begin() + 2, ids.end()));
  }

  TEST_CASE("a cleanup takes those beyond the number, and lists before what goes") {
    TaskPlace place;
    set_state(place, k_session, "a", "1");
    const std::vector<std::string> ids = take_some(place, k_session, 3);
    const std::string root = add_root(place);
    const std::vector<std::string> of_tree = take_some(place, TaskId{root}, 2);
    CleanupOptions options;
    options.policy.completed = std::chrono::milliseconds(0);
    CHECK(is_empty(cleanup(place.store(), options)));  // fewer than ten
    options.policy.checkpoints = 1;
    options.run = CleanupRun::dry_run;
    const CleanupReport planned = cleanup(place.store(), options);
    CHECK(ids_of(planned.checkpoints.removed) == std::vector{ids[0], ids[1], of_tree[0]});
    CHECK_FALSE(is_empty(planned));
    CHECK(held(place).size() == 5);
    // The tree ends: its checkpoints go with it, and are counted there alone.
    (void)place.force(root, CompleteTask{});
    place.edit("UPDATE tasks SET completed_at = '2020-01-01T00:00:00.000Z'");
    const CleanupReport with_tree = cleanup(place.store(), options);
    CHECK(ids_of(with_tree.checkpoints.removed) == std::vector{ids[0], ids[1]});
    REQUIRE(with_tree.trees.size() == 1);
    CHECK(with_tree.trees[0].checkpoints == 2);
    options.run = CleanupRun::apply;
    CHECK(ids_of(cleanup(place.store(), options).checkpoints.removed) == std::vector{ids[0], ids[1]});
    CHECK(held(place) == std::vector{ids[2]});
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a pruned file stays away at the next import, and its list does not name it") {
    TaskPlace place;
    const TestDir dir;
    import_checkpoint(place, dir / "p");
    CHECK(reason_of(place).find("resume from checkpoint ckpt-5 'old'") != std::string::npos);
    (void)place.force("task-a", CompleteTask{});
    PruneOptions none;
    none.keep = 0;
    CHECK(ids_of(prune_checkpoints(place.store(), none).removed) == std::vector<std::string>{"ckpt-5"});
    CHECK(checkpoints_of(place.store(), TaskId{"task-a"}).empty());
    const auto error = error_of([&] { (void)roll_back(place.store(), to("ckpt-5")); });
    CHECK(std::string(error.value().what()) == "Checkpoint ckpt-5 of task-a was pruned");
    place.close();
    const ImportReport again = import_files(place.database(), {dir / "p/.aiwg/rlm"}, {});
    REQUIRE(again.sources.size() == 1);
    REQUIRE(again.sources[0].warnings.size() == 1);
    CHECK(again.sources[0].warnings[0].code == "removed_here");
    place.reopen();
    CHECK(held(place).empty());
    // It runs again: what is gone is no place to start from.
    place.set("task-a", "state", "\"running\"");
    CHECK(reason_of(place).find("ckpt-5") == std::string::npos);
    CHECK(place.rows("SELECT count(*) FROM resume_checkpoints") == std::vector<std::string>{"0"});
    // Asked for, it comes back, and is one again.
    place.close();
    ImportOptions replace;
    replace.on_conflict = OnConflict::replace;
    (void)import_files(place.database(), {dir / "p/.aiwg/rlm"}, replace);
    place.reopen();
    CHECK(reason_of(place).find("resume from checkpoint ckpt-5 'old'") != std::string::npos);
  }

  TEST_CASE("what was taken here and pruned is no place to start from; what was never imported says so") {
    TaskPlace place;
    const std::string id = add_root(place);
    (void)place.change(id, StartTask{});
    const std::string ckpt = take(place, TaskId{id}).checkpoint_id;
    CHECK(reason_of(place).find("resume from checkpoint " + ckpt) != std::string::npos);
    (void)place.force(id, CompleteTask{});
    PruneOptions none;
    none.keep = 0;
    (void)prune_checkpoints(place.store(), none);
    place.set(id, "state", "\"running\"");
    CHECK(reason_of(place).find(ckpt) == std::string::npos);
    CHECK(place.rows("SELECT count(*) FROM recovery_plan WHERE checkpoint_id IS NOT NULL") ==
          std::vector<std::string>{"0"});

    TaskPlace other;
    const TestDir dir;
    import_checkpoint(other, dir / "p");
    other.close();
    const std::filesystem::path database = dir / "tasks-alone.db";
    (void)import_one(database, dir / "p/.aiwg/daemon/tasks.json", {});
    CHECK(rows_of(database, "SELECT checkpoint_id, is_held FROM resume_checkpoints") ==
          std::vector<std::string>{"ckpt-5|0"});
    Store writer = Store::open(database, Access::read_write);
    CHECK(recover(writer, std::nullopt, RecoverRun::dry_run)
              .trees.at(0)
              .nodes.at(0)
              .reason.ends_with("resume from checkpoint ckpt-5 'old', once its file is imported: "
                                ".aiwg/rlm/trees/t/checkpoints/ckpt-5.json"));
  }
}
