// SPDX-License-Identifier: MIT
// Variables of tasks: set, renamed, deleted and looked up.
#include <doctest/doctest.h>

#include "rlmdb/checkpoint.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/history.hpp"
#include "variable_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string new_root(TaskPlace& place) {
  NewTask root;
  root.prompt = "r";
  root.tree = TreeId{"t"};
  return place.add(root);
}

std::string new_below(TaskPlace& place, const std::string& parent) {
  NewTask below;
  below.prompt = "b";
  below.parent = TaskId{parent};
  return place.add(below);
}

}  // namespace

TEST_SUITE("tasks::variables") {
  TEST_CASE("a new variable is an object in the schema's order, its value as it was given") {
    TaskPlace place;
    const std::string id = place.add();
    SetVariable set = setting("risk_count", " 1.50e3 ");
    set.source = "task-summarize001";
    set.description = "how many";
    set.read_only = true;
    set.ttl_seconds = 60;
    (void)place.change(id, set);
    CHECK(
        member(place, id, "risk_count") ==
        R"({"name":"risk_count","value":1500.0,"type":"number","description":"how many","source":"task-summarize001","created_at":"now","metadata":{"read_only":true,"ttl_seconds":60}})");
    CHECK(place.text(id).find("\"value\": 1.50e3,") != std::string::npos);
    for (const auto& [json, type] : std::vector<std::pair<std::string, std::string>>{
             {"null", "null"}, {"true", "boolean"}, {"\"x\"", "text"}, {"[1]", "array"}, {"{}", "json"}}) {
      (void)place.change(id, setting("v", json));
      CHECK(find_variable(place.store(), TaskId{id}, "v").type == type);
      CHECK(find_variable(place.store(), TaskId{id}, "v").value.text == json);
    }
  }

  TEST_CASE("a variable that is there keeps its place, its members and a type that fits") {
    TaskPlace place;
    const std::string id = place.add();
    place.set(
        id, "metadata",
        R"({"rlm_state":{"a":{"name":"a","value":1,"type":"number","x":7,"created_at":"2026-01-01T00:00:00.000Z"},)"
        R"("Final":null,"s":{"value":"t","type":"string"},"b":2}})");
    (void)place.change(id, setting("a", "2"));
    (void)place.change(id, setting("s", "\"u\""));
    (void)place.change(id, setting("Final", "\"done\""));
    const Json state = Json::parse(place.text(id))["metadata"]["rlm_state"];
    std::string names;
    for (const auto& [name, value] : state.items()) names += name + " ";
    CHECK(names == "a Final s b ");
    CHECK(member(place, id, "a") ==
          R"({"name":"a","value":2,"type":"number","x":7,"created_at":"now","updated_at":"now"})");
    CHECK(state["a"]["created_at"] == "2026-01-01T00:00:00.000Z");
    CHECK(member(place, id, "s") == R"({"value":"u","type":"string","updated_at":"now"})");
    CHECK(member(place, id, "Final") ==
          R"({"name":"Final","value":"done","type":"text","created_at":"now"})");
    CHECK(member(place, id, "b") == "2");
    (void)place.change(id, setting("s", "5"));
    CHECK(find_variable(place.store(), TaskId{id}, "s").type == "number");
    CHECK(find_variable(place.store(), TaskId{id}, "b").is_bare);
  }

  TEST_CASE("a variable that is set gets a new row content, and every other row stays") {
    TaskPlace place;
    const std::string id = place.add();
    for (const char* name : {"a", "b", "c"}) (void)place.change(id, setting(name, "1"));
    (void)create_checkpoint(place.store(), {TaskId{id}, "first"});
    const std::string other = place.add();
    (void)place.change(other, setting("a", "1"));
    (void)create_checkpoint(place.store(), {TaskId{other}, "second"});
    const std::string query =
        "SELECT id, task_id, position, name FROM variables WHERE name <> 'd' "
        "UNION ALL SELECT id, task_id, position, name FROM task_checkpoints";
    const auto before = place.rows(query);
    (void)place.change(id, setting("b", "\"" + std::string(11'000, 'x') + "\""));
    (void)place.change(id, setting("d", "1e400"));
    (void)place.change(id, setting("b", "2"));
    CHECK(before.size() == 6);
    CHECK(place.rows(query) == before);
    CHECK(find_variable(place.store(), TaskId{id}, "b").value.text == "2");
    CHECK(find_variable(place.store(), TaskId{id}, "d").value.text == "1e400");
    CHECK(place.rows("SELECT name FROM variables WHERE task_id = (SELECT min(task_id) FROM variables) "
                     "ORDER BY position") == std::vector<std::string>{"a", "b", "c", "d"});
  }

  TEST_CASE("where rows do not say the whole state, a variable is set in the record's text") {
    TaskPlace place;
    const std::string id = place.add();
    for (const char* name : {"a", "b", "c"}) (void)place.change(id, setting(name, "1"));
    place.edit("UPDATE variables SET position = NULL WHERE name = 'a'");
    (void)place.change(id, setting("d", "1"));
    CHECK(place.rows("SELECT name FROM variables ORDER BY position") ==
          std::vector<std::string>{"b", "c", "a", "d"});
    place.edit("UPDATE tasks SET verbatim = '{\"id\":\"x\"}', verbatim_digest = x'00'");
    (void)place.change(id, setting("d", "2"));
    CHECK(place.rows("SELECT verbatim IS NULL, (SELECT value FROM variables WHERE name = 'd') FROM tasks") ==
          std::vector<std::string>{"1|2"});
  }

  TEST_CASE("a type that the value cannot have is refused, of a task and of a document") {
    const std::vector<std::pair<std::string, std::string>> good = {{"text", "\"5\""},
                                                                   {"number", "1.50"},
                                                                   {"boolean", "true"},
                                                                   {"null", "null"},
                                                                   {"json", "[1]"},
                                                                   {"json", "\"text\""},
                                                                   {"array", "[]"},
                                                                   {"file_path", "\"file:a.json\""},
                                                                   {"json", "{}"},
                                                                   {"json", "null"},
                                                                   {"file_content", "\"a text\""}};
    const std::vector<std::pair<std::string, std::string>> bad = {{"number", "\"abc\""},
                                                                  {"number", "\"5\""},
                                                                  {"number", "true"},
                                                                  {"number", "null"},
                                                                  {"boolean", "1"},
                                                                  {"boolean", "\"true\""},
                                                                  {"null", "0"},
                                                                  {"text", "5"},
                                                                  {"text", "null"},
                                                                  {"array", "{}"},
                                                                  {"array", "\"[]\""},
                                                                  {"file_path", "5"},
                                                                  {"file_path", "\"a.json\""},
                                                                  {"file_content", "[]"}};
    TaskPlace place;
    const std::string id = place.add();
    SetVariable set = setting("v", "1");
    for (const auto& entry : good) {
      const auto& [type, value] = entry;
      CAPTURE(entry.first + " " + entry.second);
      set.type = type;
      set.value = JsonText{value};
      (void)place.change(id, set);
      CHECK(place.record(id)["metadata"]["rlm_state"]["v"]["type"] == type);
    }
    const std::string before = place.text(id);
    for (const auto& entry : bad) {
      const auto& [type, value] = entry;
      CAPTURE(entry.first + " " + entry.second);
      set.type = type;
      set.value = JsonText{value};
      CHECK(place.refused(id, set) == ErrorCode::invalid_input);
      const StateChange global{StateName{}, set, {}};
      const auto error = error_of([&] { (void)change_states(place.store(), std::span(&global, 1)); });
      REQUIRE(error.has_value());
      CHECK(error->code() == ErrorCode::invalid_input);
    }
    CHECK(place.text(id) == before);
    CHECK(place.rows("SELECT count(*) FROM states") == std::vector<std::string>{"0"});
  }

  TEST_CASE("names, read-only variables and the prompt of a started task are refused") {
    TaskPlace place;
    const std::string id = place.add();
    for (const std::string name : {"", "9a", "a-b", "a b", "ä", "a.b"})
      CHECK(place.refused(id, setting(name, "1")) == ErrorCode::invalid_input);
    CHECK(place.refused(id, setting(std::string(129, 'a'), "1")) == ErrorCode::invalid_input);
    CHECK_FALSE(place.refused(id, setting(std::string(128, 'a'), "1")).has_value());
    CHECK(place.refused(id, setting("a", "{\"x\":1,\"x\":2}")) == ErrorCode::invalid_input);
    CHECK(place.refused(id, setting("a", "word")) == ErrorCode::invalid_input);
    SetVariable locked = setting("locked", "1");
    locked.read_only = true;
    locked.type = "colour";
    CHECK(place.refused(id, locked) == ErrorCode::usage);
    locked.type.reset();
    (void)place.change(id, locked);
    CHECK(place.refused(id, setting("locked", "2")) == ErrorCode::conflict);
    CHECK(place.refused(id, DeleteVariable{"locked", ""}) == ErrorCode::conflict);
    CHECK(place.refused(id, RenameVariable{"locked", "open", ""}) == ErrorCode::conflict);
    (void)place.force(id, setting("locked", "2"));
    (void)place.change(id, setting("prompt", "\"p\""));
    (void)place.change(id, setting("prompt", "\"q\""));
    (void)place.change(id, StartTask{});
    CHECK(place.refused(id, setting("prompt", "\"r\"")) == ErrorCode::conflict);
    CHECK(place.refused(id, DeleteVariable{"gone", ""}) == ErrorCode::not_found);
    CHECK(find_variable(place.store(), TaskId{id}, "prompt").value.text == "\"q\"");
  }

  TEST_CASE("a thousand variables are the most of one state") {
    TaskPlace place;
    const std::string id = place.add();
    std::string state = "{";
    for (int i = 0; i < 999; ++i) state += (i == 0 ? "\"v" : ",\"v") + std::to_string(i) + "\":1";
    place.set(id, "metadata", R"({"rlm_state":)" + state + "}}");
    (void)place.change(id, setting("last", "1"));
    CHECK(place.refused(id, setting("more", "1")) == ErrorCode::invalid_input);
    CHECK_FALSE(place.refused(id, setting("last", "2")).has_value());
    CHECK(variables_of_task(place.store(), TaskId{id}).size() == 1000);
  }

  TEST_CASE("metadata that is no object is left alone") {
    TaskPlace place;
    const std::string id = place.add();
    const TestDir dir;
    write_all(dir / "odd.json", R"({"tasks":[{"id":"list","state":"queued","metadata":[1]},)"
                                R"({"id":"number","state":"queued","metadata":{"rlm_state":5}}]})");
    (void)import_one(place.database(), dir / "odd.json");
    CHECK(place.refused("list", setting("a", "1")) == ErrorCode::conflict);
    CHECK(place.refused("number", setting("a", "1")) == ErrorCode::conflict);
    place.set(id, "metadata", R"({"k":1,"rlm_state":null,"z":2})");
    (void)place.change(id, setting("a", "1"));
    CHECK(place.text(id).find("\"k\": 1,\n    \"rlm_state\": {") != std::string::npos);
    CHECK(lines(variable_history(place.store(), TaskId{id})) == std::vector<std::string>{"create a - 1"});
  }

  TEST_CASE("a variable that a task lacks is looked for upwards, and the errors are the legacy's") {
    TaskPlace place;
    const std::string top = new_root(place);
    const std::string middle = new_below(place, top);
    const std::string leaf = new_below(place, middle);
    (void)place.change(top, setting("a", "1"));
    (void)place.change(middle, setting("b", "2"));
    CHECK(std::get<TaskId>(find_variable(place.store(), TaskId{leaf}, "a", Inherit::yes).owner).text == top);
    CHECK(find_variable(place.store(), TaskId{leaf}, "b", Inherit::yes).value.text == "2");
    CHECK(message_of([&] { (void)find_variable(place.store(), TaskId{leaf}, "a"); }) ==
          "not_found: there is no variable 'a' in " + leaf);
    CHECK(message_of([&] { (void)find_variable(place.store(), TaskId{leaf}, "c", Inherit::yes); }) ==
          "not_found: there is no variable 'c' above " + leaf);
    CHECK(message_of([&] { (void)find_variable(place.store(), TaskId{top}, "c", Inherit::yes); }) ==
          "not_found: No parent task: " + top + " has no parent");
  }

  TEST_CASE("an expired variable is not found, but listed, and hides nothing above it") {
    TaskPlace place;
    const std::string top = new_root(place);
    const std::string leaf = new_below(place, top);
    place.set(top, "metadata", R"({"tree_id":"t","rlm_state":{"a":{"name":"a","value":1,"type":"number"}}})");
    const std::string metadata = Json::parse(place.text(leaf))["metadata"].dump();
    place.set(
        leaf, "metadata",
        metadata.substr(0, metadata.size() - 1) +
            R"(,"rlm_state":{"a":{"name":"a","value":2,"type":"number","created_at":"2026-01-01T00:00:00.000Z","metadata":{"ttl_seconds":60}},)"
            R"("b":{"name":"b","value":3,"type":"number","created_at":"2199-01-01T00:00:00.000Z","metadata":{"ttl_seconds":60}}}})");
    CHECK(message_of([&] { (void)find_variable(place.store(), TaskId{leaf}, "a"); }) ==
          "not_found: Variable a of " + leaf + " expired at 2026-01-01T00:01:00.000Z");
    CHECK(find_variable(place.store(), TaskId{leaf}, "a", Inherit::yes).value.text == "1");
    CHECK(find_variable(place.store(), TaskId{leaf}, "b").expires_at == "2199-01-01T00:01:00.000Z");
    CHECK(variables_of_task(place.store(), TaskId{leaf}).at(0).is_expired);
    (void)place.change(leaf, setting("a", "4"));
    CHECK(find_variable(place.store(), TaskId{leaf}, "a").value.text == "4");
    SetVariable longer = setting("b", "5");
    longer.ttl_seconds = 3600;
    (void)place.change(leaf, longer);
    CHECK(find_variable(place.store(), TaskId{leaf}, "b").expires_at < "2199");
  }

  TEST_CASE("a request that came before is answered, not done again") {
    TaskPlace place;
    const std::string id = place.add();
    const std::vector<TaskChange> changes{{TaskId{id}, setting("a", "1"), {}}};
    (void)place.store().change(changes, "r1");
    CHECK(place.store().change(changes, "r1").repeated);
    const std::vector<TaskChange> others{{TaskId{id}, setting("a", "2"), {}}};
    CHECK(error_of([&] { (void)place.store().change(others, "r1"); })->code() == ErrorCode::conflict);
    CHECK(find_variable(place.store(), TaskId{id}, "a").value.text == "1");
  }

  TEST_CASE("a loaded state says Final, null where there is none, and all others") {
    TaskPlace place;
    const std::string id = place.add();
    const auto loaded = [&] { return loaded_state(variables_of_task(place.store(), TaskId{id})).text; };
    CHECK(loaded() == R"({"Final":null})");
    place.set(
        id, "metadata",
        R"({"rlm_state":{"prompt":"p","a\"":{"name":"a","value":[1.50],"type":"json"},"none":{"name":"none","type":"null"},)"
        R"("old":{"value":1,"created_at":"2026-01-01T00:00:00.000Z","metadata":{"ttl_seconds":1}}}})");
    CHECK(loaded() == R"({"Final":null,"prompt":"p","a\"":[1.50]})");
    (void)place.change(id, setting("Final", "0"));
    CHECK(loaded() == R"({"prompt":"p","a\"":[1.50],"Final":0})");
    (void)place.change(id, setting("Final", "null"));
    CHECK(loaded() == R"({"prompt":"p","a\"":[1.50],"Final":null})");
  }
}
