// SPDX-License-Identifier: MIT
// Checkpoints of states: taken, looked at and compared.
#include <doctest/doctest.h>

#include <chrono>
#include <set>

#include "checkpoint_place.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("tasks::checkpoints") {
  TEST_CASE("a checkpoint is named in the task's list and holds its variables") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "1.50"));
    (void)place.change(id, setting("b", "[1, {}]"));
    const ChangeResult before = place.change(id, setting("c", "null"));
    const CheckpointCreated created = take(place, TaskId{id}, "after_retrieval");
    CHECK(created.checkpoint_id.starts_with("ckpt-"));
    CHECK(created.checkpoint_id.size() == 18);
    CHECK(created.variables == 3);
    CHECK(created.new_contents == 3);
    CHECK(created.event_seq == before.event_seq + 1);
    CHECK(created.snapshot_path ==
          ".aiwg/rlm/tasks/" + id + "/checkpoints/" + created.checkpoint_id + ".json");
    const Json list = place.record(id)["metadata"]["checkpoints"];
    REQUIRE(list.size() == 1);
    CHECK(list[0]["checkpoint_id"] == created.checkpoint_id);
    CHECK(list[0]["name"] == "after_retrieval");
    CHECK(list[0]["snapshot_path"] == created.snapshot_path);
    CHECK(list[0]["timestamp"].get<std::string>().size() == 24);
    const CheckpointContent content = checkpoint_content(place.store(), {created.checkpoint_id, {}});
    REQUIRE(content.states.size() == 1);
    CHECK(Json::parse(content.states[0].state.text) == place.record(id)["metadata"]["rlm_state"]);
    CHECK(content.states[0].state.text.find("\"value\":1.50,") != std::string::npos);
    const auto events = place.rows("SELECT kind, reason FROM events ORDER BY seq DESC LIMIT 1");
    CHECK(events == std::vector<std::string>{"checkpoint:created|after_retrieval"});
    CHECK(place.rows("SELECT version FROM tasks").front() == std::to_string(before.version + 1));
  }

  TEST_CASE("a checkpoint of a tree names its nodes by task id, and has no task_id, which is of one task") {
    TaskPlace place;
    NewTask root;
    root.prompt = "p";
    root.tree = TreeId{"tree-1"};
    const std::string id = place.add(root);
    const CheckpointCreated created = take(place, TreeId{"tree-1"});
    std::string text;
    (void)export_checkpoint(place.store(), created.checkpoint_id, std::nullopt,
                            [&](std::string_view bytes) { text += bytes; });
    const Json file = Json::parse(text);
    CHECK(file.at("tree_id") == "tree-1");
    CHECK_FALSE(file.contains("task_id"));
    CHECK(file.at("nodes").contains(id));
    CHECK(file.at("records").at(id).at("id") == id);
    TaskPlace other;
    write_all(other.file("ckpt.json"), text);
    (void)import_one(other.database(), other.file("ckpt.json"));
    CHECK(other.rows("SELECT scope, owner FROM snapshots") == std::vector<std::string>{"tree|tree-1"});
  }

  TEST_CASE("a second one of the same state keeps no text twice, and costs one row in the list") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "\"" + std::string(20'000, 'x') + "\""));
    (void)place.change(id, setting("b", "2"));
    CHECK(take(place, TaskId{id}).new_contents == 2);  // the large value is kept already
    const std::int64_t contents = std::stol(place.rows("SELECT count(*) FROM contents").front());
    CHECK(take(place, TaskId{id}).new_contents == 0);
    CHECK(place.rows("SELECT count(*) FROM contents").front() == std::to_string(contents));
    (void)place.change(id, setting("b", "3"));
    const CheckpointCreated third = take(place, TaskId{id}, "third");
    CHECK(third.new_contents == 1);
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 3);
    CHECK(place.rows(
              "SELECT member, old_form IS NULL, old_value IS NULL FROM event_changes WHERE event_seq = " +
              std::to_string(third.event_seq)) == std::vector<std::string>{"/metadata/checkpoints/-|1|1"});
  }

  TEST_CASE("what a list gained is undone by time travel") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "1"));
    std::vector<std::pair<std::int64_t, std::string>> moments;
    const auto note = [&] {
      moments.emplace_back(std::stol(place.rows("SELECT max(seq) FROM events").front()), place.text(id));
    };
    note();
    for (int i = 0; i < 4; ++i) {
      (void)take(place, TaskId{id}, "n" + std::to_string(i));
      note();
      if (i == 1) (void)place.change(id, setting("a", "2"));
      if (i == 1) note();
    }
    for (const auto& [seq, text] : moments) CHECK(task_json_at(place.store(), TaskId{id}, seq) == text);
  }

  TEST_CASE("names, lists and records that are odd") {
    TaskPlace place;
    const std::string id = place.add();
    CHECK(message_of([&] { (void)take(place, TaskId{"none"}); }) == "not_found: there is no task 'none'");
    CHECK(message_of([&] { (void)take(place, TreeId{"none"}); }) == "not_found: there is no tree 'none'");
    CHECK(message_of([&] {
            (void)take(place, StateName{StateScope::session, "s"});
          }) == "not_found: there is no state document 'session:s'");
    CHECK(message_of([&] { (void)take(place, TaskId{id}, ""); }) == "usage: a checkpoint needs a name");
    CHECK(message_of([&] { (void)take(place, TaskId{id}, "\xff"); }) ==
          "invalid_input: checkpoint.name is no UTF-8 text");
    const std::string odd("a\0\"ä", 5);
    (void)take(place, TaskId{id}, "plain");
    (void)take(place, TaskId{id}, odd);
    (void)take(place, TaskId{id}, "plain");
    CHECK(place.record(id)["metadata"]["checkpoints"][1]["name"] == odd);
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 3);
    const TestDir dir;
    write_all(
        dir / "odd.json",
        R"({"tasks":[{"id":"number","state":"queued","metadata":{"checkpoints":7}},)"
        R"({"id":"list","state":"queued","metadata":{"checkpoints":[3,{"checkpoint_id":null}],"x":1}}]})");
    (void)import_one(place.database(), dir / "odd.json");
    const std::string before = place.text("number");
    CHECK(message_of([&] { (void)take(place, TaskId{"number"}); }) ==
          "conflict: number has no array at /metadata/checkpoints");
    CHECK(place.text("number") == before);
    place.set(id, "metadata", "null");
    (void)take(place, TaskId{id});
    CHECK(place.record(id)["metadata"]["checkpoints"].size() == 1);
    (void)take(place, TaskId{"list"}, "after odd ones");
    CHECK(place.record("list")["metadata"]["checkpoints"].size() == 3);
    CHECK(place.record("list")["metadata"]["checkpoints"][0] == 3);
    CHECK(place.record("list")["metadata"]["checkpoints"][2]["name"] == "after odd ones");
  }

  TEST_CASE("no two have one id, however fast they come, and none has that of an imported list") {
    TaskPlace place;
    const std::string id = place.add();
    std::set<std::string> ids;
    for (int i = 0; i < 300; ++i) ids.insert(take(place, TaskId{id}).checkpoint_id);
    CHECK(ids.size() == 300);
    // A list names every millisecond of the next five seconds.
    const std::int64_t now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now())
                                 .time_since_epoch()
                                 .count();
    std::string list;
    for (std::int64_t ms = now; ms <= now + 5'000; ++ms)
      list += std::string(ms > now ? "," : "") + R"({"checkpoint_id":"ckpt-)" + std::to_string(ms) + "\"}";
    place.set(place.add(), "metadata", R"({"checkpoints":[)" + list + "]}");
    CHECK(take(place, TaskId{id}).checkpoint_id == "ckpt-" + std::to_string(now + 5'001));
    CHECK(take(place, TaskId{id}).checkpoint_id == "ckpt-" + std::to_string(now + 5'002));
  }

  TEST_CASE("the id of one that went, list and all, is not given out again within its millisecond") {
    TaskPlace place;
    StoreOptions options = TaskPlace::options();
    options.clock = [] {
      return std::chrono::system_clock::time_point(std::chrono::milliseconds(1'770'631'200'000));
    };
    Store store = Store::open(place.database(), Access::read_write, options);
    std::set<std::string> ids;
    for (int i = 0; i < 3; ++i) {
      const std::string task = place.add();
      NewCheckpoint checkpoint;
      checkpoint.owner = TaskId{task};
      checkpoint.name = "here";
      ids.insert(create_checkpoint(store, checkpoint).checkpoint_id);
      place.set(task, "metadata", "{}");
      PruneOptions none;
      none.keep = 0;
      CHECK(prune_checkpoints(store, none).removed.size() == 1);
    }
    CHECK(ids == std::set<std::string>{"ckpt-1770631200000", "ckpt-1770631200001", "ckpt-1770631200002"});
  }

  TEST_CASE("a difference says which variables came, went and changed, and where in them") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("same", "1"));
    (void)place.change(id, setting("object", R"({"a":1,"b":[1,2,{"x/y":null}],"c":3})"));
    (void)place.change(id, setting("gone", "\"g\""));
    const std::string first = take(place, TaskId{id}).checkpoint_id;
    (void)place.change(id, setting("object", R"({"a":1,"b":[1,5,{"x/y":{}},4],"d":null})"));
    (void)place.change(id, DeleteVariable{"gone", ""});
    (void)place.change(id, setting("new", "[]"));
    const std::string second = take(place, TaskId{id}).checkpoint_id;
    const auto lines = [](const CheckpointDifference& difference) {
      std::vector<std::string> all;
      for (const VariableDifference& variable : difference.variables) {
        for (const ValueDifference& value : variable.values)
          all.push_back(std::string(to_text(variable.kind)) + " " + variable.name + " " + value.pointer +
                        " " + (value.old_value ? value.old_value->text : "-") + " " +
                        (value.new_value ? value.new_value->text : "-"));
      }
      return all;
    };
    const std::vector<std::string> expected{"changed object /b/1 2 5",  "changed object /b/2/x~1y null {}",
                                            "changed object /b/3 - 4",  "changed object /c 3 -",
                                            "changed object /d - null", "removed gone  \"g\" -",
                                            "added new  - []"};
    CHECK(lines(compare_checkpoints(place.store(), {first, {}}, CheckpointName{second, {}})) == expected);
    CHECK(lines(compare_checkpoints(place.store(), {first, {}})) == expected);
    CHECK(lines(compare_checkpoints(place.store(), {second, {}})).empty());
    // What changed beside the value has no place.
    SetVariable described = setting("same", "1");
    described.description = "d";
    (void)place.change(id, described);
    const CheckpointDifference beside = compare_checkpoints(place.store(), {second, {}});
    REQUIRE(beside.variables.size() == 1);
    CHECK(beside.variables[0].name == "same");
    CHECK(beside.variables[0].values.empty());
  }

  TEST_CASE("an element whose file was never imported says so") {
    TaskPlace place;
    write_all(
        place.file("tasks.json"),
        R"({"version":1,"updatedAt":"2026-02-09T10:00:00.000Z","tasks":[{"id":"task-a","prompt":"p","agent":null,)"
        R"("priority":0,"state":"queued","createdAt":"2026-02-09T10:00:00.000Z","startedAt":null,"completedAt":null,)"
        R"("pid":null,"result":null,"error":null,"output":"","metadata":{"tree_id":"t","rlm_state":{},"checkpoints":[)"
        R"({"checkpoint_id":"ckpt-5","name":"old","snapshot_path":".aiwg/rlm/trees/t/checkpoints/ckpt-5.json"}]}}]})");
    (void)import_one(place.database(), place.file("tasks.json"), {});
    place.reopen();
    const auto list = checkpoints_of(place.store(), TaskId{"task-a"});
    REQUIRE(list.size() == 1);
    CHECK(list[0].status == CheckpointStatus::not_imported);
    CHECK(list[0].snapshot_path == ".aiwg/rlm/trees/t/checkpoints/ckpt-5.json");
    const auto error = error_of([&] { (void)roll_back(place.store(), to("ckpt-5")); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::not_found);
    CHECK(std::string(error->what()) ==
          "Checkpoint ckpt-5 of task-a is only named: its file was never imported");
    CHECK(error->hint() == "import it: `rlmdb import .aiwg/rlm/trees/t/checkpoints/ckpt-5.json`");
    // Taken here, on an imported task.
    const std::string ckpt = take(place, TaskId{"task-a"}).checkpoint_id;
    PruneOptions none;
    none.keep = 0;
    CHECK(prune_checkpoints(place.store(), none).removed.empty());  // the task would start from it
    (void)place.force("task-a", CompleteTask{});
    CHECK(ids_of(prune_checkpoints(place.store(), none).removed) == std::vector{ckpt});
    CHECK(ids_of(checkpoints_of(place.store(), TaskId{"task-a"})) == std::vector<std::string>{"ckpt-5"});
  }
  TEST_CASE("1,000 checkpoints of 50 KB with 20 variables, of which one changes, take at most 4.3 MB") {
    TaskPlace place;
    const auto empty_bytes = std::filesystem::file_size(place.database());
    const std::string id = place.add();
    const auto value = [](int version) {
      return "\"" + std::to_string(version) + std::string(2'400, 'v') + "\"";
    };
    std::vector<TaskChange> all;
    for (int i = 0; i < 20; ++i)
      all.push_back({TaskId{id}, setting("variable_" + std::to_string(i), value(i)), {}});
    (void)place.store().change(all);
    std::vector<double> batches;
    for (int batch = 0; batch < 10; ++batch) {
      std::chrono::duration<double, std::milli> spent{0};
      for (int i = 0; i < 100; ++i) {
        (void)place.change(id, setting("variable_" + std::to_string(i % 20), value(1'000 + batch * 100 + i)));
        const auto begin = std::chrono::steady_clock::now();
        CHECK(take(place, TaskId{id}).new_contents == (batch + i == 0 ? 20 : 1));
        spent += std::chrono::steady_clock::now() - begin;
      }
      batches.push_back(spent.count() / 100);
    }
    place.edit("PRAGMA wal_checkpoint(TRUNCATE)");
    const auto bytes = std::filesystem::file_size(place.database()) - empty_bytes;
    MESSAGE("a checkpoint: " << batches.front() << " ms among the first 100, " << batches.back()
                             << " ms among the last; the file grew by " << bytes << " bytes");
    CHECK(bytes <= 4'300'000);
    CHECK(place.rows("SELECT count(*) FROM snapshot_variables").front() == "20000");
  }
}
