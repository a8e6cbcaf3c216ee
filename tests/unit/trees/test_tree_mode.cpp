// SPDX-License-Identifier: MIT
// what a tree that was made here says of itself.
#include <doctest/doctest.h>

#include <regex>

#include "rlmdb/export.hpp"
#include "rlmdb/progress.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

NewTask mode_root(const std::string& session) {
  NewTask task;
  task.prompt = "root";
  task.makes_tree = true;
  task.execution_mode = "strict";
  task.session_id = session;
  return task;
}

NewTask mode_child(const std::string& parent) {
  NewTask task;
  task.prompt = "child";
  task.parent = TaskId{parent};
  return task;
}

std::string exported(const Store& store, const TreeId& tree) {
  std::string text;
  (void)export_tree(store, tree, std::nullopt, [&](std::string_view bytes) { text.append(bytes); });
  return text;
}

Store imported(const std::filesystem::path& file) {
  const std::filesystem::path database = file.parent_path() / "other.db";
  (void)import_one(database, file);
  return Store::open(database, Access::read_write, TaskPlace::options());
}

void finish(TaskPlace& place, const std::string& id, double usd) {
  (void)place.change(id, StartTask{});
  CompleteTask complete;
  complete.cost.total_cost_usd = usd;
  (void)place.change(id, complete);
}

std::vector<std::string> ids_of(const std::vector<TreeSummary>& trees) {
  std::vector<std::string> ids;
  for (const TreeSummary& tree : trees) ids.push_back(tree.progress.tree_id.text);
  return ids;
}

}  // namespace

TEST_SUITE("trees::mode") {
  TEST_CASE("a new tree gets an id of the schema's form, and is listed by its session") {
    TaskPlace place;
    const ChangeResult one = place.change("", mode_root("sess-1"));
    const ChangeResult two = place.change("", mode_root("sess-2"));
    CHECK(std::regex_match(one.tree->text, std::regex("tree-[0-9a-f]{8}")));
    CHECK(one.tree->text != two.tree->text);
    CHECK(ids_of(list_trees(place.store(), "sess-1")) == std::vector<std::string>{one.tree->text});
    CHECK(list_trees(place.store()).size() == 2);
    CHECK(list_trees(place.store(), "sess-1").at(0).execution_mode == "strict");
    CHECK(place.rows("SELECT execution_mode || ' ' || session_id FROM trees ORDER BY session_id") ==
          std::vector<std::string>{"strict sess-1", "strict sess-2"});
  }

  TEST_CASE("its tree.json says when it began and ended, and comes in again with all of it") {
    TaskPlace place;
    const ChangeResult root = place.change("", mode_root("sess-1"));
    const std::string child = place.add(mode_child(root.id.text));
    Json metadata = Json::parse(exported(place.store(), *root.tree)).at("metadata");
    CHECK(metadata.at("execution_mode") == "strict");
    CHECK(metadata.at("session_id") == "sess-1");
    CHECK(metadata.at("created_at") == place.record(root.id.text).at("createdAt"));
    CHECK(metadata.at("completed_at").is_null());
    CHECK(metadata.at("duration_ms").is_null());
    CHECK(place.rows("SELECT completed_at IS NULL FROM trees") == std::vector<std::string>{"1"});
    finish(place, child, 0.1);
    finish(place, root.id.text, 0.2);
    const std::string text = exported(place.store(), *root.tree);
    metadata = Json::parse(text).at("metadata");
    CHECK(metadata.at("completed_at") == place.record(root.id.text).at("completedAt"));
    CHECK(metadata.at("duration_ms").get<std::int64_t>() >= 0);
    CHECK(metadata.at("total_cost_usd").dump() == "0.3");
    CHECK(place.rows("SELECT completed_at || ' ' || duration_ms FROM trees").at(0) ==
          metadata.at("completed_at").get<std::string>() + " " + metadata.at("duration_ms").dump());
    write_all(place.file("tree.json"), text);
    const Store store = imported(place.file("tree.json"));
    CHECK(exported(store, *root.tree) == text);
    CHECK(ids_of(list_trees(store, "sess-1")) == std::vector<std::string>{root.tree->text});
  }

  TEST_CASE("the sum below a node follows what has changed beneath it") {
    TaskPlace place;
    const ChangeResult root = place.change("", mode_root("sess-1"));
    const std::string child = place.add(mode_child(root.id.text));
    finish(place, child, 0.1);
    finish(place, root.id.text, 0.2);
    Json tree = Json::parse(exported(place.store(), *root.tree)).at("root_task");
    CHECK(tree.at("cost").at("subtree_total_cost_usd").dump() == "0.3");
    CHECK(tree.at("children").at(0).at("cost").at("subtree_total_cost_usd").dump() == "0.1");
    write_all(place.file("tree.json"), exported(place.store(), *root.tree));
    Store store = imported(place.file("tree.json"));
    const std::string node = tree.at("children").at(0).at("node_id");
    RunCost more;
    more.total_cost_usd = 1;
    (void)store.change({TaskId{node}, AddCost{more}, {}});
    tree = Json::parse(exported(store, *root.tree)).at("root_task");
    CHECK(tree.at("cost").at("subtree_total_cost_usd").dump() == "1.3");
    CHECK(tree.at("cost").at("total_cost_usd").dump() == "0.2");
    CHECK(tree.at("children").at(0).at("cost").at("subtree_total_cost_usd").dump() == "1.1");
  }

  TEST_CASE("only a root says what its tree is, and a tree is made beside no other") {
    TaskPlace place;
    const ChangeResult root = place.change("", mode_root("sess-1"));
    NewTask child = mode_child(root.id.text);
    child.session_id = "sess-1";
    CHECK(place.refused("", child) == ErrorCode::usage);
    child.session_id.reset();
    child.makes_tree = true;
    CHECK(place.refused("", child) == ErrorCode::usage);
    NewTask bogus = mode_root("sess-1");
    bogus.execution_mode = "weird";
    CHECK(place.refused("", bogus) == ErrorCode::invalid_input);
    NewTask blank;
    blank.prompt = "root";
    blank.tree = TreeId{""};
    CHECK(place.refused("", blank) == ErrorCode::usage);
  }
}
