// SPDX-License-Identifier: MIT
// what was made with our verbs alone goes out as a project and comes back the same.
#include <doctest/doctest.h>

#include <map>

#include "project_files.hpp"
#include "rlmdb/checkpoint.hpp"
#include "rlmdb/progress.hpp"
#include "rlmdb/reference.hpp"
#include "rlmdb/report.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

const TreeId k_tree{"tree-0000000a"};

std::string add(Store& store, NewTask task) {
  return store.change({TaskId{}, std::move(task), {}}).id.text;
}

NewTask child_of(const std::string& parent, const std::string& prompt) {
  NewTask task;
  task.prompt = prompt;
  task.parent = TaskId{parent};
  task.config = JsonText{R"({"model":"opus","temperature":0.7})"};
  task.context = JsonText{R"({"type":"slice","source":"file:a.md","size_tokens":12})"};
  return task;
}

void set_state(Store& store, const std::string& name, const std::string& json) {
  StateChange change{{StateScope::tree, k_tree.text}, SetVariable{}, {}};
  auto& set = std::get<SetVariable>(change.action);
  set.name = name;
  set.value.text = json;
  (void)change_states(store, std::span(&change, 1));
}

/// A tree that was decomposed, ran, failed once, was checkpointed and merged.
void work(Store& store) {
  NewTask root;
  root.prompt = "Review it all";
  root.tree = k_tree;
  root.decomposition_strategy = "parallel";
  root.merge_strategy = "concatenate";
  root.session_id = "sess-00000001";
  const std::string top = add(store, root);
  (void)store.change({TaskId{top}, StartTask{}, {}});
  const std::string one = add(store, child_of(top, "Review the parser"));
  const std::string two = add(store, child_of(top, "Review the writer"));
  set_state(store, "risk_count", "3");
  set_state(store, "notes", R"({"a":[1.50]})");
  (void)store.change({TaskId{one}, StartTask{}, {}});
  SetVariable found;
  found.name = "found";
  found.value.text = "[1]";
  (void)store.change({TaskId{one}, found, {}});
  NewCheckpoint taken;
  taken.owner = TaskId{one};
  taken.name = "after_parser";
  (void)create_checkpoint(store, taken);
  CompleteTask complete;
  complete.result = "fine";
  complete.details.confidence = 0.9;
  complete.details.model = "opus";
  complete.cost.input_tokens = 100;
  complete.cost.output_tokens = 20;
  complete.cost.total_cost_usd = 0.1;
  (void)store.change({TaskId{one}, complete, {}});
  (void)store.change({TaskId{two}, StartTask{}, {}});
  FailTask fail{"no quota"};
  fail.code = "RATE_LIMIT";
  fail.cost.total_cost_usd = 0.2;
  (void)store.change({TaskId{two}, fail, {}});
}

std::vector<std::string> answers(const Store& store) {
  std::vector<std::string> lines;
  for (const TreeSummary& tree : list_trees(store))
    lines.push_back(tree.progress.tree_id.text + " " + std::to_string(tree.progress.completed) + "/" +
                    std::to_string(tree.progress.total) + " " + tree.session_id.value_or("") + " " +
                    tree.root_prompt);
  const TreeCost cost = cost_of_tree(store, k_tree, CostBy::model);
  for (const CostLine& line : cost.lines)
    lines.push_back(line.key + " " + std::to_string(line.cost_usd.value_or(-1)) + " " +
                    std::to_string(line.input_tokens.value_or(-1)));
  for (const Variable& variable : variables_of_state(store, {StateScope::tree, k_tree.text}))
    lines.push_back(variable.name + " " + variable.type.value_or("") + " " + variable.value.text);
  for (const VariableMutation& mutation : variable_history(store, {StateScope::tree, k_tree.text}))
    lines.push_back(mutation.at + " " + std::string(to_text(mutation.operation)) + " " + mutation.name);
  for (const Checkpoint& checkpoint : checkpoints_of(store, k_tree))
    lines.push_back(checkpoint.checkpoint_id + " " + std::to_string(checkpoint.variables));
  for (const TreeNode& node : load_tree(store, k_tree).nodes)
    lines.push_back(id_text(node.task_id) + " " + node.node_id + " " + node.state_text + " " +
                    std::to_string(node.subtree_cost_usd.value_or(-1)));
  return lines;
}

}  // namespace

TEST_SUITE("roundtrip::made_here") {
  TEST_CASE("a tree that was worked here goes out as a project, and comes back with the same answers") {
    const ProjectPlace place;
    const TestDir out;
    {
      Store store = Store::create(place.database);
      work(store);
    }
    const Store store = Store::open(place.database, Access::read_only);
    const ProjectExport exported = export_project(store, out / "one");
    CHECK(exported.left_out.empty());
    const auto content = content_below(out / "one");
    const std::string tree = ".aiwg/rlm/trees/" + k_tree.text + "/";
    CHECK(content.contains(".aiwg/daemon/tasks.json"));
    CHECK(content.contains(tree + "tree.json"));
    CHECK(content.contains(tree + "state.json"));
    CHECK(content.contains(tree + "history.jsonl"));
    CHECK(std::count_if(content.begin(), content.end(),
                        [&](const auto& file) { return file.first.starts_with(tree + "nodes/"); }) == 3);
    CHECK(std::count_if(content.begin(), content.end(), [&](const auto& file) {
            return file.first.starts_with(tree + "checkpoints/");
          }) == 1);
    const fs::path database = out / "other.db";
    const ImportReport report = import_files(database, {out / "one"}, quick());
    CHECK(report.sources.size() == content.size());
    CHECK(report.left_aside.empty());
    for (const SourceReport& source : report.sources) {
      CAPTURE(source.path);
      CHECK(source.warnings.empty());
    }
    const Store other = Store::open(database, Access::read_only);
    CHECK(answers(other) == answers(store));
    CHECK(verify(other).finding_count == 0);
    (void)export_project(other, out / "two");
    CHECK(content_below(out / "two") == content);
  }

  TEST_CASE("a log that came with its state document goes on in the next export") {
    const ProjectPlace place;
    const TestDir out;
    {
      Store store = Store::create(place.database);
      work(store);
    }
    (void)export_project(Store::open(place.database, Access::read_only), out / "one");
    const fs::path database = out / "other.db";
    (void)import_files(database, {out / "one"}, quick());
    Store other = Store::open(database, Access::read_write);
    set_state(other, "risk_count", "4");
    (void)export_project(other, out / "two");
    const std::string log = ".aiwg/rlm/trees/" + k_tree.text + "/history.jsonl";
    const std::string before = read_all(out / "one" / log);
    const std::string after = read_all(out / "two" / log);
    CHECK(after.starts_with(before));
    CHECK(std::count(before.begin(), before.end(), '\n') == 2);
    CHECK(std::count(after.begin(), after.end(), '\n') == 3);
    CHECK(after.find(R"("new_value":4)") != std::string::npos);
  }

  TEST_CASE("large values of a state document made here are files, and come back the same") {
    const ProjectPlace place;
    const TestDir out;
    const std::string large = "[\"" + std::string(10'237, 'x') + "\"]";  // 10,241 bytes
    const std::string inline_still = "\"" + std::string(10'238, 'y') + "\"";
    const std::vector<StateName> states{{StateScope::tree, k_tree.text},
                                        {StateScope::session, "sess-00000001"},
                                        {StateScope::global, ""},
                                        {StateScope::temporary, "state-0000000a"},
                                        {StateScope::state, "state-0000000b"}};
    {
      Store store = Store::create(place.database);
      work(store);
      for (const StateName& state : states) {
        for (const auto& [name, json] : {std::pair("large", large), std::pair("fits", inline_still)}) {
          StateChange change{state, SetVariable{}, {}};
          auto& set = std::get<SetVariable>(change.action);
          set.name = name;
          set.value.text = json;
          set.description = "what it is";
          (void)change_states(store, std::span(&change, 1));
        }
      }
    }
    Store store = Store::open(place.database, Access::read_write);
    CHECK(export_project(store, out / "one").left_out.empty());
    const auto content = content_below(out / "one");
    const std::string directory = ".aiwg/rlm/trees/" + k_tree.text;
    CHECK(content.at(directory + "/variables/large.json") == "[\n  \"" + std::string(10'237, 'x') + "\"\n]");
    CHECK_FALSE(content.contains(directory + "/variables/fits.json"));
    CHECK(content.at(directory + "/state.json").find("\"file:" + directory + "/variables/large.json\"") !=
          std::string::npos);
    const fs::path database = out / "other.db";
    const ImportReport report = import_files(database, {out / "one"}, quick());
    for (const SourceReport& source : report.sources) {
      CAPTURE(source.path);
      CHECK(source.warnings.empty());
    }
    const Store other = Store::open(database, Access::read_only);
    CHECK(verify(other).finding_count == 0);
    for (const StateName& state : states) {
      CAPTURE(to_text(state));
      const Variable variable = find_variable(other, state, "large");
      CHECK(variable.type == "file_path");
      CHECK(variable.description == "what it is");
      REQUIRE(is_reference(variable));
      ReferenceOptions options;
      options.root = out / "nowhere";
      fs::create_directories(options.root);
      CHECK(read_reference(other, variable, options).text == large);
      CHECK(find_variable(other, state, "fits").value.text == inline_still);
    }
    const ProjectExport second = export_project(other, out / "two");
    CHECK(second.left_out.empty());
    CHECK(content_below(out / "two") == content);
    // A file that says something else in the place of a value is a conflict, and nothing is overwritten.
    const fs::path other_value = out / "taken/.aiwg/rlm/sessions/sess-00000001/variables/large.json";
    fs::create_directories(other_value.parent_path());
    write_all(other_value, "7");
    const auto value_after = [&](OnConflict what) {
      (void)import_files(place.database, {other_value}, on_conflict(what));
      const Store after = Store::open(place.database, Access::read_only);
      return find_variable(after, states[1], "large").value.text;
    };
    CHECK_THROWS_WITH_AS((void)value_after(OnConflict::fail),
                         "variable large changed here, and the file that has a copy of it changed too",
                         Error);
    CHECK(value_after(OnConflict::skip) == large);
    CHECK(value_after(OnConflict::replace) == "7");
  }

  TEST_CASE("a tree made here has its report for people, once") {
    const ProjectPlace place;
    const TestDir out;
    Store store = Store::create(place.database);
    work(store);
    ProjectOptions options;
    options.report_text = [](const TreeReport& report) {
      return report.tree.id.text + " " + std::to_string(report.tree.nodes.size()) + " " + report.made_at +
             "\n";
    };
    (void)export_project(store, out / "one", options);
    const std::string report_place = ".aiwg/rlm/trees/" + k_tree.text + "/report.md";
    const auto content = content_below(out / "one");
    // It says the time of the tree's last change, so that the same tree has the same report.
    const std::string last = rows_of(place.database, "SELECT max(completed_at) FROM tasks").at(0);
    CHECK(content.at(report_place) == sealed_report(k_tree.text + " 3 " + last + "\n"));
    (void)export_project(store, out / "again", options);
    CHECK(content_below(out / "again") == content);
    const fs::path database = out / "other.db";
    CHECK(import_files(database, {out / "one"}, quick()).sources.size() == content.size());
    const Store other = Store::open(database, Access::read_only);
    options.report_text = [](const TreeReport&) { return std::string("another one\n"); };
    const ProjectExport second = export_project(other, out / "two", options);
    CHECK(second.left_out.empty());
    CHECK(content_below(out / "two") == content);
    // Kept from a file, while the tree itself is made here.
    const fs::path kept = out / "kept" / report_place;
    fs::create_directories(kept.parent_path());
    write_all(kept, "written by hand\n");
    (void)import_files(place.database, {kept}, quick());
    CHECK(export_project(store, out / "three", options).left_out.empty());
    CHECK(read_all(out / "three" / report_place) == "written by hand\n");
  }

  TEST_CASE("a report of rlmdb's that came in is made anew once its tree has changed, and no other") {
    const ProjectPlace place;
    const TestDir out;
    {
      Store store = Store::create(place.database);
      work(store);
      ProjectOptions first;
      first.report_text = [](const TreeReport&) { return std::string("first\n"); };
      (void)export_project(store, out / "one", first);
    }
    const std::string report_place = ".aiwg/rlm/trees/" + k_tree.text + "/report.md";
    CHECK(read_all(out / "one" / report_place) == sealed_report("first\n"));
    ProjectOptions second;
    second.report_text = [](const TreeReport&) { return std::string("second\n"); };
    const auto report_after_change = [&](const char* name) {
      const fs::path database = out / (std::string(name) + ".db");
      (void)import_files(database, {out / "one"}, quick());
      Store store = Store::open(database, Access::read_write);
      const std::string task = rows_of(database, "SELECT min(legacy_id) FROM tasks").at(0);
      (void)store.change({TaskId{task}, SetMembers{{{"agent", JsonText{R"("other")"}}}}});
      CHECK(export_project(store, out / name, second).left_out.empty());
      return read_all(out / name / report_place);
    };
    write_all(out / "one/.aiwg/rlm/trees/report.md", sealed_report("of no tree\n"));
    CHECK(report_after_change("changed") == sealed_report("second\n"));
    CHECK(read_all(out / "changed/.aiwg/rlm/trees/report.md") == sealed_report("of no tree\n"));
    write_all(out / "one" / report_place, sealed_report("first\n") + "a person's line\n");
    CHECK(report_after_change("by a person") == sealed_report("first\n") + "a person's line\n");
  }
}
