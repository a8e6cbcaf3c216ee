// SPDX-License-Identifier: MIT
// What is said of a context when its node begins.
#include <doctest/doctest.h>

#include "legacy_fixtures.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/tree_settings.hpp"
#include "rlmdb/variable.hpp"
#include "store_files.hpp"
#include "task_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

/// A project with its database in it.
class ContextProject {
 public:
  ContextProject() : m_store(make()) {}

  [[nodiscard]] Store& store() { return m_store; }
  void write(const std::string& place, const std::string& text = "x") {
    std::filesystem::create_directories((m_dir / place).parent_path());
    write_all(m_dir / place, text);
  }
  [[nodiscard]] std::filesystem::path at(const std::string& place) const { return m_dir / place; }

  std::string add(const std::string& context, const std::string& parent = "") {
    NewTask task;
    task.prompt = "node";
    if (parent.empty()) {
      task.makes_tree = true;
    } else {
      task.parent = TaskId{parent};
    }
    if (!context.empty()) task.context = JsonText{context};
    return m_store.change({{}, task, {}}).id.text;
  }
  [[nodiscard]] std::string tree_of(const std::string& id) {
    return Json::parse(m_store.find_record(TaskId{id}).value().json).at("metadata").at("tree_id");
  }
  /// "code: message" of what a claim of the task warns of; what its start does is the same.
  Lines begin(const std::string& id) {
    ClaimOptions options;
    options.task = TaskId{id};
    const auto claim = m_store.claim(options);
    REQUIRE(claim);
    Precondition token;
    token.token = claim->token;
    (void)m_store.change({TaskId{id}, ReleaseTask{}, token});
    const Lines started = lines(m_store.change({TaskId{id}, StartTask{}, {}}).warnings);
    CHECK(lines(claim->warnings) == started);
    return started;
  }
  /// Of a new root with that context.
  Lines begin_with(const std::string& context) { return begin(add(context)); }

  static Lines lines(const std::vector<Finding>& warnings) {
    Lines lines;
    for (const Finding& warning : warnings) {
      CHECK(warning.where.starts_with("task-"));
      lines.push_back(warning.code + ": " + warning.message.substr(std::string("context_reference").size()));
    }
    return lines;
  }

 private:
  Store make() {
    std::filesystem::create_directories(m_dir / ".aiwg");
    return Store::create(m_dir / ".aiwg/rlm.db", TaskPlace::options());
  }

  TestDir m_dir;
  Store m_store;
};

void set_variable(Store& store, const std::string& task, const std::string& name) {
  SetVariable variable;
  variable.name = name;
  variable.value = JsonText{"1"};
  (void)store.change({TaskId{task}, variable, {}});
}

void set_in_state(Store& store, StateScope scope, const std::string& name, const std::string& variable) {
  SetVariable set;
  set.name = variable;
  set.value = JsonText{"1"};
  const StateChange change{StateName{scope, name}, set, {}, {}};
  (void)change_states(store, {&change, 1});
}

}  // namespace

TEST_SUITE("tasks::context_check") {
  TEST_CASE("a context that names what is there is not warned of") {
    ContextProject project;
    project.write("src/a.ts");
    const std::string root = project.add("");
    set_variable(project.store(), root, "above");
    const std::string node = project.add(
        R"({"type":"slice","source":"variable:above","size_tokens":100000,"documents":[)"
        R"({"doc_id":"a","source":"src/a.ts"},{"doc_id":"b","source":"file:src"},)"
        R"({"doc_id":"c","source":"src/a.ts:3"},{"doc_id":"d","source":")" +
            project.at("src/a.ts").string() + R"("},{"doc_id":"e","source":")" + root +
            R"("},{"doc_id":"f","source":"https://x.org/nope.ts"},{"doc_id":"g","source":"../nope.ts"}],)"
            R"("filters":{"file_patterns":["src/*.py","*.nope"]}})",
        root);
    CHECK(project.begin(node) == Lines{});
  }

  TEST_CASE("each reference that leads nowhere is named") {
    ContextProject project;
    CHECK(project.begin_with(
              R"({"source":"file:nope.ts","documents":[{"doc_id":"a","source":"src/nope.ts"},)"
              R"({"doc_id":"b","source":"variable:nope"},{"doc_id":"c","source":"task:task-0999"}],)"
              R"("filters":{"file_patterns":["*.ts","lib/**"]}})") ==
          Lines{R"(context_missing: /source is "file:nope.ts", and the project has no such file)",
                R"(context_missing: /documents/0/source is "src/nope.ts", and the project has no such file)",
                R"(context_missing: /documents/1/source is "variable:nope", and neither the task nor )"
                R"(one above it nor a state document has it)",
                R"(context_missing: /documents/2/source is "task:task-0999", and there is no such task)",
                R"(context_missing: /filters/file_patterns/1 is "lib/**", and the project has no "lib")"});
  }

  TEST_CASE("of many that are missing the first twenty are named") {
    ContextProject project;
    std::string documents;
    for (int i = 0; i < 30; ++i)
      documents += std::string(i == 0 ? "" : ",") + R"({"doc_id":"a","source":"nope.ts"})";
    CHECK(project.begin_with(R"({"documents":[)" + documents + "]}").size() == 20);
  }

  TEST_CASE("a variable is looked for where the node may see it") {
    ContextProject project;
    Store& store = project.store();
    const std::string root = project.add("");
    const std::string tree = project.tree_of(root);
    const auto is_there = [&](const std::string& name) {
      return project.begin(project.add(R"({"source":"variable:)" + name + "\"}", root)).empty();
    };
    CHECK_FALSE(is_there("nope"));
    for (const auto& [scope, owner] : {std::pair{StateScope::global, std::string()},
                                       {StateScope::tree, tree},
                                       {StateScope::session, std::string("any")},
                                       {StateScope::temporary, std::string("t")}}) {
      const std::string name = "of_" + std::to_string(static_cast<int>(scope));
      set_in_state(store, scope, owner, name);
      CHECK(is_there(name));
    }
    set_in_state(store, StateScope::tree, "tree-00000009", "of_another_tree");
    CHECK_FALSE(is_there("of_another_tree"));
    (void)store.change({TaskId{root}, SetMembers{{{"session_id", JsonText{"\"mine\""}}}, {}}, {}});
    CHECK_FALSE(is_there("of_1"));
    set_in_state(store, StateScope::session, "mine", "ours");
    CHECK(is_there("ours"));
  }

  TEST_CASE("a variable that expired, or names a file that is gone, is not there") {
    ContextProject project;
    Store& store = project.store();
    const std::string node = project.add(R"({"source":"variable:x"})");
    SetVariable file;
    file.name = "x";
    file.value = JsonText{R"("file:big.json")"};
    file.type = "file_path";
    (void)store.change({TaskId{node}, file, {}});
    CHECK(project.begin(node) == Lines{R"(context_missing: /source is "variable:x", and the project has )"
                                       R"(not the file that this variable names)"});
    const std::string late = project.add(R"({"source":"variable:y"})");
    (void)store.change(
        {TaskId{late},
         SetMembers{{{"metadata.rlm_state",
                      JsonText{R"({"y":{"name":"y","value":1,"type":"number","metadata":{"ttl_seconds":1},)"
                               R"("created_at":"2020-01-01T00:00:00.000Z"}})"}}},
                    {}},
         {}});
    CHECK(project.begin(late) == Lines{R"(context_missing: /source is "variable:y", and that variable )"
                                       R"(expired at 2020-01-01T00:00:01.000Z)"});
  }

  TEST_CASE("the parent's result is there once the parent has one") {
    ContextProject project;
    const std::string context = R"({"source":"parent_result"})";
    CHECK(project.begin_with(context) ==
          Lines{R"(context_missing: /source is "parent_result", and the task has no parent)"});
    const std::string root = project.add("");
    CHECK(project.begin(project.add(context, root)) ==
          Lines{R"(context_missing: /source is "parent_result", and its parent )" + root + " has no result"});
    (void)project.store().change({TaskId{root}, SetMembers{{{"result", JsonText{"\"done\""}}}, {}}, {}});
    CHECK(project.begin(project.add(context, root)) == Lines{});
  }

  TEST_CASE("a size is held against the limit of the tree") {
    ContextProject project;
    const std::string root = project.add(R"({"size_tokens":100})");
    const std::string tree = project.tree_of(root);
    LimitChange lower;
    lower.max_context_tokens = 99;
    (void)set_tree_limits(project.store(), TreeId{tree}, lower);
    CHECK(project.begin(root) ==
          Lines{"max_context_tokens: /size_tokens is 100, and " + tree + " allows a node 99"});
    CHECK(project.begin_with(R"({"size_tokens":-5})") ==
          Lines{"context_size: /size_tokens is -5, and nothing has a size below 0"});
    CHECK(project.begin_with(R"({"size_tokens":0})") == Lines{});
  }

  TEST_CASE("the context is what a document says, whatever that is") {
    ContextProject project;
    for (const auto& [number, context, warning] :
         {std::tuple{1, R"(7)", "unlike_schema:  is 7, and has to be an object"},
          {2, R"({"size_tokens":9e5})",
           "max_context_tokens: /size_tokens is 9e5, and tree-0000000N allows a node 100000"},
          {3, R"({"size_tokens":"many"})",
           R"(unlike_schema: /size_tokens is "many", and has to be a whole number)"},
          {4, R"({"source":"variable:nope"})",
           R"(context_missing: /source is "variable:nope", and neither the task nor )"
           R"(one above it nor a state document has it)"}}) {
      const std::string tree = "tree-0000000" + std::to_string(number);
      const std::string node = "task-0000000" + std::to_string(number);
      project.write(".aiwg/rlm/trees/" + tree + "/tree.json",
                    R"({"version":"1.0.0","root_task":{"node_id":")" + node +
                        R"(","prompt":"p","status":"pending","context":)" + context +
                        R"(},"metadata":{"tree_id":")" + tree + R"("}})");
      (void)import_files(project.store(), {project.at(".aiwg/rlm/trees/" + tree)}, {});
      std::string expected = warning;
      if (const auto n = expected.find("0N"); n != std::string::npos) expected[n + 1] = tree.back();
      CHECK(project.begin(node) == Lines{expected});
    }
  }

  TEST_CASE("outside a project no file is missing, outside a tree no size is too large") {
    TaskPlace place;
    NewTask task;
    task.prompt = "x";
    task.metadata = JsonText{R"({"context_reference":{"source":"file:nope.ts","size_tokens":900000}})"};
    const std::string id = place.add(task);
    CHECK(place.store().claim()->warnings.empty());
    (void)place.force(id, StartTask{});
  }
}
