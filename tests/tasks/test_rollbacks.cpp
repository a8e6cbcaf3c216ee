// SPDX-License-Identifier: MIT
// Variables set back to a checkpoint, or to what they were, and back again.
#include <doctest/doctest.h>

#include <filesystem>

#include "checkpoint_place.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/import.hpp"
#include "sources/document_source.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("tasks::rollbacks") {
  TEST_CASE("a rollback and its undo give the same bytes") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, setting("a", "1"));
    const std::string ckpt = take(place, TaskId{id}).checkpoint_id;
    (void)place.change(id, setting("b", "[1.0,\"\\ud800\"]"));
    (void)place.change(id, setting("a", "2"));
    (void)place.change(id, RenameVariable{"a", "z", ""});
    const std::string before = place.text(id);
    CHECK(values(place, id) == "z=2 b=[1.0,\"\\ud800\"] ");
    const RollbackReport done = roll_back(place.store(), to(ckpt));
    CHECK(values(place, id) == "a=1 ");
    REQUIRE(done.results.size() == 1);
    CHECK(done.checkpoint_id == ckpt);
    CHECK(std::get<TaskId>(done.results[0].owner).text == id);
    CHECK(done.results[0].variables == 1);
    CHECK(done.results[0].undo_seq == done.results[0].event_seq - 1);
    place.reopen();
    CHECK(values(place, id) == "a=1 ");
    std::string history;
    for (const VariableMutation& mutation : variable_history(place.store(), TaskId{id})) {
      if (mutation.operation == VariableOperation::rolled_back)
        history += mutation.name + " " + (mutation.new_value ? mutation.new_value->text : "-") + " " +
                   mutation.reason + "; ";
    }
    CHECK(history == "b - " + ckpt + "; z - " + ckpt + "; a 1 " + ckpt + "; ");
    const std::string middle = place.text(id);
    const RollbackReport undone = roll_back(place.store(), to_moment(done.results[0].undo_seq, TaskId{id}));
    CHECK(place.text(id) == before);
    (void)roll_back(place.store(), to_moment(undone.results[0].undo_seq, TaskId{id}));
    CHECK(place.text(id) == middle);
  }

  TEST_CASE("a rollback of a task that had no state, and back") {
    for (const std::string metadata : {"{}", R"({"x":1})", R"({"x":1,"rlm_state":{"v":1},"y":2})"}) {
      TaskPlace place;
      const std::string id = place.add();
      place.set(id, "metadata", metadata);
      const std::int64_t empty = std::stol(place.rows("SELECT max(seq) FROM events").front());
      const std::string none = place.text(id);
      (void)place.change(id, setting("a", "1"));
      const std::string some = place.text(id);
      const RollbackReport done = roll_back(place.store(), to_moment(empty, TaskId{id}));
      CHECK(place.text(id) == none);
      (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, TaskId{id}));
      CHECK(place.text(id) == some);
    }
    TaskPlace place;
    const std::string id = place.add();
    place.set(id, "metadata", R"({"rlm_state":{},"x":1})");
    place.set(id, "metadata", R"({"x":1,"tree_id":"t","rlm_state":{"v":2},"y":2})");
    const std::string some = place.text(id);
    place.set(id, "metadata", R"({"x":1})");
    const std::int64_t without = std::stol(place.rows("SELECT max(seq) FROM events").front());
    place.set(id, "metadata", R"({"x":1,"tree_id":"t","rlm_state":{"v":2},"y":2})");
    const RollbackReport done = roll_back(place.store(), to_moment(without, TaskId{id}));
    CHECK(place.record(id)["metadata"]["rlm_state"] == Json::object());
    (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, TaskId{id}));
    CHECK(place.text(id) == some);
  }

  TEST_CASE("a rollback is refused under a condition that does not hold, and changes nothing then") {
    TaskPlace place;
    const std::string id = place.add();
    SetVariable fixed = setting("fixed", "1");
    fixed.read_only = true;
    (void)place.change(id, setting("a", "1"));
    const std::string ckpt = take(place, TaskId{id}).checkpoint_id;
    const ChangeResult last = place.change(id, fixed);
    const std::string before = place.text(id);
    CHECK(message_of([&] { (void)roll_back(place.store(), to(ckpt)); }) ==
          "conflict: variable fixed of " + id + " is read-only, and would change");
    Rollback rollback = to(ckpt);
    rollback.only_if.force = Force::yes;
    rollback.only_if.if_version = last.version - 1;
    CHECK(message_of([&] { (void)roll_back(place.store(), rollback); }) ==
          "conflict: task " + id + " has version " + std::to_string(last.version) + ", not " +
              std::to_string(last.version - 1));
    rollback.only_if.if_version.reset();
    rollback.only_if.token = 7;
    CHECK(message_of([&] { (void)roll_back(place.store(), rollback); }).starts_with("conflict: task " + id));
    CHECK(message_of([&] { (void)roll_back(place.store(), to("ckpt-1")); }) ==
          "not_found: there is no checkpoint 'ckpt-1'");
    CHECK(message_of([&] { (void)roll_back(place.store(), to(ckpt, TaskId{"x"})); }) ==
          "not_found: there is no checkpoint '" + ckpt + "' of x");
    Rollback nobodys;
    nobodys.to = Moment(std::int64_t{1});
    CHECK(message_of([&] { (void)roll_back(place.store(), nobodys); }) ==
          "usage: a moment does not say whose variables are set back");
    CHECK(place.text(id) == before);
    rollback.only_if.token.reset();
    rollback.only_if.if_version = last.version;
    CHECK(roll_back(place.store(), rollback).results[0].version == last.version + 1);
    CHECK(values(place, id) == "a=1 ");
  }

  TEST_CASE("a state document is kept and set back like a task") {
    TaskPlace place;
    for (const StateName& state :
         {StateName{}, StateName{StateScope::session, "s-1"}, StateName{StateScope::temporary, "state-1"},
          StateName{StateScope::state, "x"}}) {
      set_state(place, state, "a", "1");
      set_state(place, state, "b", "2");
      const CheckpointCreated created = take(place, state, "first");
      const auto list = checkpoints_of(place.store(), state);
      REQUIRE(list.size() == 1);
      CHECK(list[0].checkpoint_id == created.checkpoint_id);
      CHECK(list[0].variables == 2);
      CHECK_FALSE(list[0].tree_id.has_value());
      CHECK(place.rows("SELECT json_extract(c.json, '$.checkpoint_id'), "
                       "json_extract(s.outline, '$.metadata.checkpoint_count') FROM states s "
                       "JOIN state_checkpoints c ON c.state_id = s.id WHERE s.scope = '" +
                       std::string(to_text(state.scope)) + "'") ==
            std::vector<std::string>{created.checkpoint_id + "|1"});
      set_state(place, state, "a", "3");
      set_state(place, state, "c", "4");
      const RollbackReport done = roll_back(place.store(), to(created.checkpoint_id));
      CHECK(values(place, state) == "a=1 b=2 ");
      (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, state));
      CHECK(values(place, state) == "a=3 b=2 c=4 ");
      CHECK(variable_history(place.store(), state).back().operation == VariableOperation::rolled_back);
    }
  }

  TEST_CASE("a checkpoint of a tree keeps its nodes through an export and an import") {
    TaskPlace place;
    const TreeId tree{"tree-00000001"};
    const std::string root = add_root(place);
    const std::string left = add_below(place, root);
    (void)place.change(root, setting("r", "1"));
    (void)place.change(left, setting("l", "[1.50]"));
    set_state(place, {StateScope::tree, tree.text}, "t", "1");
    const std::string ckpt = take(place, tree, "all").checkpoint_id;
    (void)place.change(root, setting("r", "2"));
    (void)place.change(left, setting("new", "2"));
    set_state(place, {StateScope::tree, tree.text}, "t", "2");
    const std::filesystem::path first = place.file("first");
    CHECK(export_project(place.store(), first).left_out.empty());

    const std::filesystem::path database = place.file("fresh.db");
    const ImportReport report = import_files(database, {first});
    for (const SourceReport& source : report.sources) CHECK(source.warnings.empty());
    Store store = Store::open(database, Access::read_write, TaskPlace::options());
    const std::string file = ".aiwg/rlm/trees/" + tree.text + "/checkpoints/" + ckpt + ".json";
    (void)export_project(store, place.file("second"));
    CHECK(read_all(place.file("second") / file) == read_all(first / file));
    const RollbackReport done = roll_back(store, to(ckpt));
    CHECK(done.missing.empty());
    CHECK(done.results.size() == 3);
    const auto value_in = [&](const std::string& task) {
      return Json::parse(store.find_record(TaskId{task}).value().json).at("metadata").at("rlm_state");
    };
    CHECK(value_in(root).at("r").at("value") == 1);
    CHECK(value_in(left).size() == 1);
    CHECK(value_in(left).at("l").at("value") == Json{1.5});
    CHECK(variables_of_state(store, {StateScope::tree, tree.text}).at(0).value.text == "1");
    CHECK(fork_checkpoint(store, {ckpt, std::nullopt}).nodes.size() == 2);
  }

  TEST_CASE("nodes of a checkpoint's file that rlmdb would write otherwise stay as they are") {
    TaskPlace place;
    const std::string file = ".aiwg/rlm/trees/tree-00000001/checkpoints/ckpt-0000000a.json";
    for (const std::string members :
         {R"("nodes":{"b":{"x":{"value":1}},"a":{"x":{"value":1}}},"records":{"a":{}})", R"("nodes":{"a":5})",
          R"("records":{"a":5})", R"("records":{"a":{}},"nodes":[])", R"("records":{})",
          R"("records":{"a":{"state":"queued"}})", R"("nodes":{"a":{"x":{"value":1}}},"records":{"a":{}})"}) {
      CAPTURE(members);
      const TestDir dir;
      const std::string text = sources::pretty(
          R"({"checkpoint_id":"ckpt-0000000a","timestamp":"2026-02-09T10:00:00.000Z","state":{},)" + members +
          "}");
      std::filesystem::create_directories((dir / "in" / file).parent_path());
      write_all(dir / "in" / file, text);
      CHECK(import_files(dir / "a.db", {dir / "in"}).sources.at(0).proof->proven == Proven::identical);
      (void)export_project(Store::open(dir / "a.db", Access::read_only), dir / "out");
      CHECK(read_all(dir / "out" / file) == text);
    }
  }

  TEST_CASE("a checkpoint of a tree sets all its nodes back, those that still exist") {
    TaskPlace place;
    const TreeId tree{"tree-00000001"};
    const std::string root = add_root(place);
    const std::string left = add_below(place, root);
    const std::string right = add_below(place, root);
    (void)place.change(root, setting("r", "1"));
    (void)place.change(left, setting("l", "1"));
    set_state(place, {StateScope::tree, tree.text}, "t", "1");
    const CheckpointCreated created = take(place, tree, "all");
    CHECK(created.variables == 5);  // with the two that the root begins with
    CHECK(created.snapshot_path ==
          ".aiwg/rlm/trees/tree-00000001/checkpoints/" + created.checkpoint_id + ".json");
    CHECK(place.record(root)["metadata"]["checkpoints"][0]["checkpoint_id"] == created.checkpoint_id);
    CHECK_FALSE(place.record(left)["metadata"].contains("checkpoints"));
    (void)place.change(root, setting("r", "2"));
    (void)place.change(left, setting("l", "2"));
    (void)place.change(right, setting("x", "2"));
    set_state(place, {StateScope::tree, tree.text}, "t", "2");
    const std::vector<std::string> before{place.text(root), place.text(left), place.text(right)};
    const RollbackReport done = roll_back(place.store(), to(created.checkpoint_id));
    CHECK(done.results.size() == 4);
    CHECK(done.tree_id == tree);
    CHECK(values(place, root) + values(place, left) + values(place, right) +
              values(place, StateName{StateScope::tree, tree.text}) ==
          "r=1 l=1 t=1 ");
    (void)roll_back(place.store(), to_moment(done.results[0].undo_seq, tree));
    CHECK(before == std::vector<std::string>{place.text(root), place.text(left), place.text(right)});
    CHECK(values(place, StateName{StateScope::tree, tree.text}) == "t=2 ");
    // One node alone.
    const RollbackReport one = roll_back(place.store(), to(created.checkpoint_id, TaskId{left}));
    CHECK(one.results.size() == 1);
    CHECK(values(place, root) + values(place, left) == "r=2 l=1 ");
    // A node that is gone is told; a version is no tree's.
    place.set(right, "metadata", "{}");
    CHECK(roll_back(place.store(), to(created.checkpoint_id)).missing == std::vector<std::string>{right});
    Rollback versioned = to(created.checkpoint_id);
    versioned.only_if.if_version = 1;
    CHECK(message_of([&] { (void)roll_back(place.store(), versioned); }) ==
          "usage: a tree has neither a version nor a token");
    // One node that may not change holds all up.
    SetVariable fixed = setting("r", "9");
    fixed.read_only = true;
    (void)place.change(left, setting("l", "8"));
    (void)place.change(root, fixed);
    CHECK(message_of([&] { (void)roll_back(place.store(), to(created.checkpoint_id)); }) ==
          "conflict: variable r of " + root + " is read-only, and would change");
    CHECK(values(place, left) == "l=8 ");
  }
}
