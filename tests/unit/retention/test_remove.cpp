// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "legacy_documents.hpp"
#include "legacy_fixtures.hpp"
#include "old_place.hpp"
#include "restored_backup.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/transaction.hpp"
#include "rlmdb/verify.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

RemoveTask with_all_below() {
  RemoveTask how;
  how.below = TasksBelow::go;
  return how;
}

RemoveTask forced() {
  RemoveTask how;
  how.only_if.force = Force::yes;
  return how;
}

/// The conflict of a removal that is refused; "" where it is not.
std::string refusal(Store& store, const std::string& id, const RemoveTask& how = {}) {
  const auto error = error_of([&] { (void)store.remove(TaskId{id}, how); });
  if (!error) return "";
  CHECK(error->code() == ErrorCode::conflict);
  return error->what();
}

Lines removed_by(const RemoveReport& report) {
  Lines ids;
  for (const ChangeResult& result : report.results) ids.push_back(result.id.text);
  return ids;
}

Lines tasks_of(TaskPlace& place) {
  return place.rows("SELECT legacy_id FROM tasks ORDER BY id");
}

std::string add_node(TaskPlace& place, const std::string& parent) {
  NewTask task;
  task.prompt = std::string("node");
  if (parent.empty()) task.tree = TreeId{"tree-1"};
  if (!parent.empty()) task.parent = TaskId{parent};
  return place.add(task);
}

}  // namespace

TEST_SUITE("retention::remove") {
  TEST_CASE("a task goes with all that is only its own, and leaves its history and its id behind") {
    TaskPlace place;
    const std::string a = place.add("stays");
    const std::string before = export_text(place.database(), k_fixture_now);
    const std::string b = place.add("goes");
    (void)place.change(
        b, SetVariable{.name = "large", .value = JsonText{Json(std::string(20'000, 'v')).dump()}});
    (void)place.change(b, StartTask{});
    (void)place.change(b, AppendOutput{std::string(5'000, 'o')});
    (void)create_checkpoint(place.store(), {.owner = TaskId{b}, .name = "mine"});
    const auto version = place.store().find_task(TaskId{b}).value().version;
    const RemoveReport report = place.store().remove(TaskId{b});
    CHECK(report.applied);
    REQUIRE(report.results.size() == 1);
    CHECK(report.results[0].id.text == b);
    CHECK(report.results[0].state == "removed");
    CHECK(report.results[0].version == version);
    CHECK(place.rows("SELECT seq, kind, old_state FROM events ORDER BY seq DESC LIMIT 1") ==
          Lines{std::to_string(report.results[0].event_seq) + "|task:removed|running"});
    for (const char* table : {"variables", "output_chunks", "snapshots"})
      CHECK(place.rows(std::string("SELECT count(*) FROM ") + table) == Lines{"0"});
    CHECK(export_text(place.database(), k_fixture_now) == before);
    CHECK(place.rows("SELECT count(*) > 5 FROM events WHERE task_id = 2") == Lines{"1"});
    CHECK(code_of([&] { (void)place.store().remove(TaskId{b}); }) == "not_found");
    CHECK(place.add("new") == "task-0002");
    CHECK(place.rows("SELECT id FROM tasks ORDER BY id") == Lines{"1", "3"});
    CHECK(verify(place.store()).finding_count == 0);
    CHECK(unsound_when_restored(place.database()) == "");
  }

  TEST_CASE("versions, tokens and claims are conditions as of a change; a task that just runs may go") {
    TaskPlace place;
    const std::string id = place.add();
    RemoveTask how;
    how.only_if = with_version(7);
    CHECK(refusal(place.store(), id, how) == "task " + id + " has version 1, not 7");
    const Claim claim = place.store().claim().value();
    CHECK(refusal(place.store(), id).starts_with("task " + id + " is claimed"));
    how.only_if = with_token(claim.token + 1);
    CHECK(refusal(place.store(), id, how) != "");
    CHECK(tasks_of(place) == Lines{id});
    SUBCASE("its token") {
      how.only_if = with_token(claim.token);
      CHECK(refusal(place.store(), id, how) == "");
    }
    SUBCASE("force") {
      CHECK(refusal(place.store(), id, forced()) == "");
    }
    SUBCASE("released, and started by nobody's claim") {
      (void)place.change(id, ReleaseTask{}, with_token(claim.token));
      (void)place.change(id, StartTask{});
      CHECK(refusal(place.store(), id) == "");
    }
    CHECK(tasks_of(place).empty());
  }

  TEST_CASE("what an unfinished task depends on stays with it, whatever is forced") {
    TaskPlace place;
    const std::string a = place.add();
    NewTask next;
    next.prompt = std::string("next");
    next.depends_on = {TaskId{a}};
    const std::string b = place.add(next);
    for (const RemoveTask& how : {RemoveTask{}, forced(), with_all_below()})
      CHECK(refusal(place.store(), a, how) ==
            a + " is not removed: " + b + " is not finished and depends on it");
    SUBCASE("both") {
      const std::vector<TaskId> both{TaskId{a}, TaskId{b}};
      CHECK(removed_by(place.store().remove(both)) == Lines{a, b});
    }
    SUBCASE("once it has ended") {
      (void)place.change(b, CancelTask{});
      CHECK(refusal(place.store(), a) == "");
    }
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("nothing stays below a node that goes, and a tree without nodes goes whole") {
    TaskPlace place;
    const std::string root = add_node(place, "");
    const std::string child = add_node(place, root);
    const std::string leaf = add_node(place, child);
    CHECK(refusal(place.store(), root) == root + " is not removed: " + child + " is below it");
    CHECK(refusal(place.store(), root, forced()) != "");
    SUBCASE("a leaf") {
      const RemoveReport report = place.store().remove(TaskId{leaf});
      CHECK(removed_by(report) == Lines{leaf});
      CHECK(report.trees.empty());
      CHECK(tasks_of(place) == Lines{root, child});
    }
    SUBCASE("a branch") {
      CHECK(removed_by(place.store().remove(TaskId{child}, with_all_below())) == Lines{child, leaf});
      CHECK(place.store().claim().value().id.text == root);
    }
    SUBCASE("a claimed node below") {
      const Claim claim = place.store().claim().value();
      REQUIRE(claim.id.text == leaf);
      CHECK(refusal(place.store(), root, with_all_below()).starts_with("task " + leaf + " is claimed"));
      RemoveTask how = with_all_below();
      how.only_if.force = Force::yes;
      CHECK(removed_by(place.store().remove(TaskId{root}, how)) == Lines{root, child, leaf});
    }
    SUBCASE("all of it") {
      const RemoveReport report = place.store().remove(TaskId{root}, with_all_below());
      CHECK(report.trees == std::vector{TreeId{"tree-1"}});
      CHECK(place.rows("SELECT kind FROM events WHERE kind LIKE '%removed' ORDER BY seq") ==
            Lines{"tree:removed", "task:removed", "task:removed", "task:removed"});
      CHECK(tasks_of(place).empty());
    }
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a node that a document describes goes with its tree alone") {
    TaskPlace place;
    write_all(place.file("tree.json"),
              R"({"version":"1.0.0","root_task":{"node_id":"task-0000000a","prompt":"p",
      "status":"completed","children":[{"node_id":"task-0000000b","prompt":"q","status":"completed"}]},
      "metadata":{"tree_id":"tree-0000000a"}})");
    (void)import_one(place.database(), place.file("tree.json"));
    CHECK(refusal(place.store(), "task-0000000b", forced()) ==
          "task-0000000b is not removed: a document of tree-0000000a has it as a node");
    const RemoveReport report = place.store().remove(TaskId{"task-0000000a"}, with_all_below());
    CHECK(removed_by(report) == Lines{"task-0000000a", "task-0000000b"});
    CHECK(place.rows("SELECT count(*) FROM tree_documents") == Lines{"0"});
    CHECK(import_one(place.database(), place.file("tree.json")).warnings.at(0).code == "removed_here");
    CHECK(tasks_of(place).empty());
    CHECK(verify(place.store()).finding_count == 0);
  }

  TEST_CASE("a pinned checkpoint keeps its task") {
    TaskPlace place;
    const std::string id = place.add();
    (void)place.change(id, SetVariable{.name = "v", .value = JsonText{"1"}});
    const std::string checkpoint =
        create_checkpoint(place.store(), {.owner = TaskId{id}, .name = "mine", .is_pinned = true})
            .checkpoint_id;
    CHECK(refusal(place.store(), id, forced()) ==
          id + " is not removed: its checkpoint " + checkpoint + " is pinned");
  }

  TEST_CASE("a dry run says the same and removes nothing; a request is answered once") {
    TaskPlace place;
    const std::string id = place.add();
    const std::string other = place.add();
    const Lines events = place.rows("SELECT max(seq) FROM events");
    RemoveTask how;
    how.run = Run::dry_run;
    const RemoveReport planned = place.store().remove(TaskId{id}, how);
    CHECK_FALSE(planned.applied);
    CHECK(removed_by(planned) == Lines{id});
    CHECK(place.rows("SELECT max(seq) FROM events") == events);
    const RemoveReport first = place.store().remove(TaskId{id}, {}, "r1");
    const RemoveReport again = place.store().remove(TaskId{id}, {}, "r1");
    CHECK_FALSE(first.repeated);
    CHECK(again.repeated);
    CHECK(again.results.at(0).event_seq == first.results.at(0).event_seq);
    CHECK(code_of([&] { (void)place.store().remove(TaskId{other}, {}, "r1"); }) == "conflict");
    CHECK(tasks_of(place) == Lines{other});
    const std::vector<TaskId> one_missing{TaskId{other}, TaskId{"task-0099"}};
    CHECK(code_of([&] { (void)place.store().remove(one_missing); }) == "not_found");
    {
      const Transaction transaction(place.store());
      (void)place.store().remove(TaskId{other});
    }
    CHECK(tasks_of(place) == Lines{other});
  }

  TEST_CASE("an import that meets a record that was removed leaves it out, as after a cleanup") {
    const std::string a = ended("a", "completed", 1h);
    const std::string b = ended("b", "completed", 1h);
    OldPlace place({a, b});
    (void)place.store().remove(TaskId{"a"});
    write_all(place.file("tasks.json"), document({a, b, ended("c", "completed", 1h)}));
    const SourceReport report = import_one(place.file("a.db"), place.file("tasks.json"));
    CHECK(report.records.removed == 1);
    CHECK(place.left() == Lines{"b", "c"});
    CHECK(verify(place.store()).finding_count == 0);
  }
}
