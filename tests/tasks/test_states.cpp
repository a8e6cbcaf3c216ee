// SPDX-License-Identifier: MIT
// State documents: variables that belong to no single task, their log, and time travel in them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "checkpoint_place.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/final.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "variable_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const StateName k_session{StateScope::session, "sess-1"};

SetVariable set(const std::string& name, const std::string& value) {
  return setting(name, value);
}

ChangeResult change(Store& store, const StateName& state, const SetVariable& action,
                    const Precondition& only_if = {}) {
  const StateChange one{state, action, only_if};
  return change_states(store, {&one, 1}).results.front();
}

/// "a=1 b=[2]"
std::string listed(const std::vector<Variable>& variables) {
  std::string text;
  for (const Variable& variable : variables)
    text += (text.empty() ? "" : " ") + variable.name + "=" + variable.value.text;
  return text;
}

std::string document_of(const Store& store, const StateName& state) {
  std::string text;
  (void)export_state(store, state, [&](std::string_view bytes) { text += bytes; });
  return text;
}

}  // namespace

TEST_SUITE("tasks::states") {
  TEST_CASE("the first variable makes the document, and each change counts its version") {
    TaskPlace place;
    Store& store = place.store();
    CHECK(error_of([&] { (void)variables_of_state(store, k_session); })->code() == ErrorCode::not_found);
    CHECK(change(store, k_session, set("a", "1"), {0, {}, Force::no}).version == 1);
    CHECK(change(store, k_session, set("b", "[2]"), {1, {}, Force::no}).version == 2);
    CHECK(listed(variables_of_state(store, k_session)) == "a=1 b=[2]");
    const auto refused = error_of([&] { (void)change(store, k_session, set("a", "3"), {1, {}, Force::no}); });
    REQUIRE(refused.has_value());
    CHECK(refused->code() == ErrorCode::conflict);
    CHECK(std::string(refused->what()) == "session:sess-1 is at version 2, not 1");
    CHECK(listed(variables_of_state(store, k_session)) == "a=1 b=[2]");
  }

  TEST_CASE("scopes do not see each other, and the same id in two is two") {
    TaskPlace place;
    Store& store = place.store();
    (void)change(store, {StateScope::session, "x"}, set("a", "1"));
    (void)change(store, {StateScope::tree, "x"}, set("a", "2"));
    (void)change(store, {StateScope::global, ""}, set("a", "3"));
    CHECK(find_variable(store, StateName{StateScope::session, "x"}, "a").value.text == "1");
    CHECK(find_variable(store, StateName{StateScope::tree, "x"}, "a").value.text == "2");
    CHECK(find_variable(store, StateName{}, "a").value.text == "3");
    CHECK(find_variable(store, StateName{StateScope::tree, "x"}, "a").scope == "tree");
    CHECK(find_variable(store, StateName{StateScope::session, "x"}, "a").scope == std::nullopt);
  }

  TEST_CASE("Final says whether the document is complete") {
    TaskPlace place;
    Store& store = place.store();
    CHECK(change(store, k_session, set("Final", "null")).state == "incomplete");
    CHECK(change(store, k_session, set("Final", "\"done\"")).state == "complete");
    const StateChange gone{k_session, DeleteVariable{"Final", ""}, {}};
    CHECK(change_states(store, {&gone, 1}).results.front().state == "incomplete");
  }

  TEST_CASE("several changes are all or nothing, and a request id is answered once") {
    TaskPlace place;
    Store& store = place.store();
    const std::vector<StateChange> both{{k_session, set("a", "1"), {}},
                                        {k_session, RenameVariable{"zz", "y", ""}, {}}};
    CHECK(code_of([&] { (void)change_states(store, both); }) == "not_found");
    CHECK(code_of([&] { (void)variables_of_state(store, k_session); }) == "not_found");
    const StateChange one{k_session, set("a", "1"), {}};
    const StateChange other{k_session, set("a", "2"), {}};
    const ChangeReport first = change_states(store, {&one, 1}, "r1");
    const ChangeReport again = change_states(store, {&one, 1}, "r1");
    CHECK(again.repeated);
    CHECK(again.results.front().event_seq == first.results.front().event_seq);
    CHECK(code_of([&] { (void)change_states(store, {&other, 1}, "r1"); }) == "conflict");
    CHECK(listed(variables_of_state(store, k_session)) == "a=1");
  }

  TEST_CASE(
      "a value of the scope tree has two places, and verify lists it where the two say something else") {
    TaskPlace place;
    Store& store = place.store();
    const StateName tree{StateScope::tree, "tree-00000001"};
    NewTask root;
    root.prompt = "p";
    root.tree = TreeId{"tree-00000001"};
    root.metadata = JsonText{
        R"({"rlm_state":{"x":{"name":"x","value":1,"type":"number","metadata":{"scope":"tree"}},"own":7}})"};
    const std::string id = place.add(root);
    (void)change(store, tree, set("own", "8"));
    (void)change(store, tree, set("x", "1"));
    CHECK(verify(store).oddity_count == 0);
    const auto record = place.record(id);
    (void)change(store, tree, set("x", "2"));
    CHECK(place.record(id) == record);
    const VerifyReport report = verify(store);
    CHECK(report.finding_count == 0);
    REQUIRE(report.oddities.size() == 1);
    CHECK(report.oddities.front().where == "state tree:tree-00000001 /variables/x/value");
    CHECK(report.oddities.front().value == "2");
    CHECK(report.oddities.front().rule == "1, as in rlm_state of " + id);
    CHECK(find_variable(store, TaskId{id}, "x").value.text == "1");
    CHECK(find_variable(store, tree, "x").value.text == "2");
  }

  TEST_CASE("counted reads change the count, and no word of who worked on the document when") {
    TaskPlace place;
    Store& store = place.store();
    (void)change(store, k_session, set("Final", "\"done\""));
    const std::int64_t seq = change(store, k_session, set("a", "1")).event_seq;
    const auto metadata = [&] {
      Json said = Json::parse(document_of(store, k_session))["metadata"];
      said.erase("total_size_bytes");  // the count is a part of what it counts
      return said.dump();
    };
    const std::string before = metadata();
    place.edit("UPDATE states SET outline = replace(outline, '\"complete\"', '\"error\"')");
    const std::vector<StateChange> reads{{k_session, CountReads{"Final"}, {}},
                                         {k_session, CountReads{"a", 5}, {}},
                                         {k_session, CountReads{"a"}, {}}};
    CHECK(change_states(store, reads, "reads").results.back().version == 5);
    CHECK(change_states(store, reads, "reads").repeated);
    CHECK(find_variable(store, k_session, "a").access_count == 6);
    CHECK(find_variable(store, k_session, "Final").access_count == 1);
    CHECK(variables_at(store, k_session, seq).back().access_count == std::nullopt);
    CHECK(variables_at(store, k_session, seq + 2).back().access_count == 5);
    CHECK(variable_history(store, k_session).size() == 2);
    CHECK(Json::parse(document_of(store, k_session))["history"]["mutations"].size() == 2);
    place.edit("UPDATE states SET outline = replace(outline, '\"error\"', '\"complete\"')");
    CHECK(metadata() == before);
    const StateChange gone{{StateScope::session, "nobody"}, CountReads{"a"}, {}};
    CHECK(code_of([&] { (void)change_states(store, {&gone, 1}); }) == "not_found");
  }

  TEST_CASE("the state at a moment is what it was then, also over renames and deletions") {
    TaskPlace place;
    Store& store = place.store();
    std::vector<std::pair<std::int64_t, std::string>> moments;
    const auto note = [&](const ChangeReport& report) {
      moments.emplace_back(report.results.back().event_seq, listed(variables_of_state(store, k_session)));
    };
    const std::string large = "\"" + std::string(20'000, 'x') + "\"";
    const std::vector<StateChange> steps{{k_session, set("a", "1"), {}},
                                         {k_session, set("b", large), {}},
                                         {k_session, set("c", "{\"d\":[1]}"), {}},
                                         {k_session, RenameVariable{"a", "z", ""}, {}},
                                         {k_session, DeleteVariable{"b", ""}, {}},
                                         {k_session, set("b", "2"), {}},
                                         {k_session, set("z", "9"), {}}};
    for (const StateChange& step : steps) note(change_states(store, {&step, 1}));
    CHECK(moments[3].second == "z=1 b=" + large + " c={\"d\":[1]}");
    CHECK(moments.back().second == "z=9 c={\"d\":[1]} b=2");
    for (const auto& [seq, expected] : moments)
      CHECK(listed(variables_at(store, k_session, seq)) == expected);
  }

  TEST_CASE("what is written is a document of the schema with its log") {
    TaskPlace place;
    Store& store = place.store();
    SetVariable one = set("a", "1");
    one.source = "node-1";
    one.reason = "because";
    (void)change(store, {StateScope::temporary, "state-7e3f0001"}, one);
    const std::string text = document_of(store, {StateScope::temporary, "state-7e3f0001"});
    CHECK(text.starts_with(
        "{\n  \"version\": \"1.0.0\",\n  \"state_id\": \"state-7e3f0001\",\n  \"variables\": {\n"
        "    \"a\": {\n      \"name\": \"a\",\n      \"value\": 1,\n      \"type\": "
        "\"number\",\n      \"source\": \"node-1\",\n"));
    CHECK(text.find(
              "\"operation\": \"create\",\n        \"variable_name\": \"a\",\n        \"old_value\": null,\n"
              "        \"new_value\": 1,\n        \"source\": \"node-1\",\n") != std::string::npos);
    CHECK(text.find("\"metadata\": {\n          \"reason\": \"because\"\n        }") != std::string::npos);
    CHECK(text.find("\"variable_count\": 1,\n    \"mutation_count\": 1,\n") != std::string::npos);
  }

  TEST_CASE("the log says the node whose worker changed a variable, and keeps it through an import") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string plain = place.add();
    const std::string node = place.record(root)["metadata"]["node_id"];
    const StateName state{StateScope::tree, "tree-00000001"};
    const auto by = [&](std::optional<TaskId> task, const std::string& value) {
      StateChange one{state, set("a", value), {}};
      one.by_task = std::move(task);
      (void)change_states(place.store(), {&one, 1});
    };
    by(TaskId{root}, "1");
    by(TaskId{plain}, "2");
    by(TaskId{"nobody"}, "3");
    by({}, "4");
    by(TaskId{node}, "5");
    const auto nodes_of = [](const Store& store, const VariableOwner& owner) {
      std::vector<std::string> nodes;
      const auto all = std::holds_alternative<TaskId>(owner)
                           ? variable_history(store, std::get<TaskId>(owner))
                           : variable_history(store, std::get<StateName>(owner));
      for (const VariableMutation& mutation : all) nodes.push_back(mutation.node_id);
      return nodes;
    };
    CHECK(nodes_of(place.store(), state) == std::vector<std::string>{node, "", "", "", node});
    CHECK(place.rows(
              "SELECT node_id FROM events WHERE node_id IS NOT NULL AND kind = 'var:set' ORDER BY seq") ==
          std::vector{node, node});
    (void)place.change(root, set("b", "1"));
    (void)place.change(plain, set("b", "1"));
    CHECK(nodes_of(place.store(), TaskId{root}) == std::vector{node});
    CHECK(nodes_of(place.store(), TaskId{plain}) == std::vector<std::string>{""});
    const Json document = Json::parse(document_of(place.store(), state));
    CHECK(document["history"]["mutations"][0]["metadata"] == Json({{"task_node_id", node}}));
    CHECK_FALSE(document["history"]["mutations"][1].contains("metadata"));
    write_all(place.file("state.json"), document.dump());
    (void)import_one(place.file("other.db"), place.file("state.json"), {});
    const Store other = Store::open(place.file("other.db"), Access::read_only);
    CHECK(nodes_of(other, list_states(other).front().state) ==
          std::vector<std::string>{node, "", "", "", node});
  }

  TEST_CASE("a rollback of a document says the node, and so does a Final that went up") {
    TaskPlace place;
    const std::string root = add_root(place);
    const std::string node = place.record(root)["metadata"]["node_id"];
    const StateName session{StateScope::session, "s"};
    (void)change(place.store(), session, set("a", "1"));
    Rollback rollback = to(take(place, session).checkpoint_id);
    rollback.by_task = TaskId{root};
    (void)change(place.store(), session, set("a", "2"));
    (void)roll_back(place.store(), rollback);
    CHECK(variable_history(place.store(), session).back().node_id == node);
    const StateName tree{StateScope::tree, "tree-00000001"};
    (void)change(place.store(), tree, set("a", "1"));
    (void)place.change(root, set("Final", "3"));
    (void)place.change(root, StartTask{});
    (void)place.change(root, CompleteTask{JsonText{"3"}});
    (void)propagate_final(place.store(), TaskId{root});
    CHECK(variable_history(place.store(), tree).back().name == "Final");
    CHECK(variable_history(place.store(), tree).back().node_id == node);
  }

  TEST_CASE("a rollback is exported as what it did to each variable, with the checkpoint as the reason") {
    TaskPlace place;
    const StateName state{StateScope::session, "s"};
    (void)change(place.store(), state, set("gone", "1"));
    (void)change(place.store(), state, set("other", "1"));
    const std::string checkpoint = take(place, state).checkpoint_id;
    (void)change(place.store(), state, set("other", "2"));
    const std::vector<StateChange> more{{state, DeleteVariable{"gone", ""}, {}},
                                        {state, set("made", "null"), {}}};
    (void)change_states(place.store(), more);
    (void)roll_back(place.store(), to(checkpoint));
    const std::vector<std::string> expected{"rollback made null - because " + checkpoint,
                                            "rollback other 2 1 because " + checkpoint,
                                            "rollback gone - 1 because " + checkpoint};
    const auto last_three = [](const Store& store, const StateName& name) {
      const std::vector<std::string> all = lines(variable_history(store, name));
      return std::vector(all.end() - 3, all.end());
    };
    CHECK(last_three(place.store(), state) == expected);
    const Json document = Json::parse(document_of(place.store(), state));
    std::vector<std::string> entries;
    for (const Json& entry : document["history"]["mutations"])
      entries.push_back(entry["operation"].get<std::string>() + " " +
                        entry["variable_name"].get<std::string>() + " " +
                        (entry.contains("metadata") ? entry["metadata"]["reason"].get<std::string>() : ""));
    CHECK(entries == std::vector<std::string>{"create gone ", "create other ", "update other ",
                                              "delete gone ", "create made ",
                                              "delete made rolled back to " + checkpoint,
                                              "update other rolled back to " + checkpoint,
                                              "create gone rolled back to " + checkpoint});
    write_all(place.file("state.json"), document.dump());
    (void)import_one(place.file("other.db"), place.file("state.json"), {});
    const Store other = Store::open(place.file("other.db"), Access::read_only);
    CHECK(last_three(other, list_states(other).front().state) == expected);
    CHECK(verify(other).finding_count == 0);
  }

  TEST_CASE("a rollback counts as many mutations as the log gets entries") {
    TaskPlace place;
    const StateName state{StateScope::temporary, "state-7e3f0001"};
    for (const std::string name : {"a", "b", "c"}) (void)change(place.store(), state, set(name, "1"));
    NewCheckpoint asked;
    asked.owner = state;
    asked.name = "here";
    const std::string checkpoint = create_checkpoint(place.store(), asked).checkpoint_id;
    const auto roll_back_to = [&](const std::string& id) {
      Rollback rollback;
      rollback.to = CheckpointName{id, std::nullopt};
      (void)roll_back(place.store(), rollback);
    };
    const auto counts = [&] {
      const Json document = Json::parse(document_of(place.store(), state));
      return std::to_string(document["metadata"]["mutation_count"].get<int>()) + " of " +
             std::to_string(document["history"]["mutations"].size());
    };
    roll_back_to(checkpoint);
    CHECK(counts() == "3 of 3");
    const std::vector<StateChange> both{{state, RenameVariable{"a", "aa", ""}, {}},
                                        {state, DeleteVariable{"b", ""}, {}}};
    (void)change_states(place.store(), both);
    roll_back_to(checkpoint);
    CHECK(counts() == "8 of 8");
  }
}
