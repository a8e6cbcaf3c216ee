// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "rlmdb/error.hpp"
#include "variables/print_variables.hpp"
#include "variables/var_changes.hpp"

using namespace rlmdb;
using namespace rlmdb::cli;

namespace {

Variable variable(const std::string& name, const std::string& json) {
  Variable one;
  one.owner = TaskId{"task-0001"};
  one.name = name;
  one.value.text = json;
  return one;
}

/// "CODE: MESSAGE (HINT)" of the Error that `call` throws, or "".
std::string variable_refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return std::string(to_text(error.code())) + ": " + error.what() + " (" + error.hint() + ")";
  }
  return {};
}

VarOptions typed(std::vector<std::string> words) {
  VarOptions options;
  options.words = std::move(words);
  options.owner.task = "task-0001";
  return options;
}

std::string text_refusal(const std::string& json) {
  return variable_refusal([&] { static_cast<void>(text_of_value(variable("v", json), Terminal{})); });
}

}  // namespace

TEST_SUITE("cli::variables") {
  TEST_CASE("a value is printed as it stands, its text bare") {
    CHECK_EQ(text_value(variable("v", "1.50e3"), Terminal{}), "1.50e3\n");
    CHECK_EQ(text_value(variable("v", "\"\u202E\""), Terminal{}), "\"\u202E\"\n");
    CHECK_EQ(text_value(variable("v", "\"\u202E\""), Terminal{true, false, 80}), "\"\\u202e\"\n");
    CHECK_EQ(text_of_value(variable("v", R"("a\n\u0000\ud83d\ude00")"), Terminal{}),
             std::string("a\n\0😀", 7));
    CHECK_EQ(text_of_value(variable("v", R"("a\n\u001b\t")"), Terminal{true, false, 80}), "a\n\\u001b\t\n");
    CHECK_EQ(text_of_value(variable("v", "\"\""), Terminal{}), "");
  }

  TEST_CASE("what is no text is not printed as one") {
    const std::string hint = " (without --text it is printed as JSON)";
    CHECK_EQ(text_refusal("{\"a\":1}"),
             "invalid_input: Variable v of task-0001 is an object, no text" + hint);
    CHECK_EQ(text_refusal("[]"), "invalid_input: Variable v of task-0001 is an array, no text" + hint);
    CHECK_EQ(text_refusal("-0"), "invalid_input: Variable v of task-0001 is a number, no text" + hint);
    CHECK_EQ(text_refusal("true"), "invalid_input: Variable v of task-0001 is true or false, no text" + hint);
    CHECK_EQ(text_refusal("null"), "invalid_input: Variable v of task-0001 is null, no text" + hint);
    CHECK_EQ(text_refusal("\"a\\udc00\""),
             "invalid_input: Variable v of task-0001 holds half a surrogate pair, which no text can" + hint);
    CHECK_EQ(text_refusal(""),
             "not_found: Variable v of task-0001 has no value (`rlmdb var list` shows what is known of it)");
  }

  TEST_CASE("a table has the columns that say something and that have room") {
    std::vector<Variable> variables{variable("a", "1"), variable("b", "\"xx\"")};
    CHECK_EQ(variable_rows().text(variables, Terminal{true, false, 80}),
             "NAME  TYPE  VALUE\na           1\nb           \"xx\"\n");
    variables[0].type = "number";
    variables[0].created_at = "2026-02-09T10:00:30.000Z";
    variables[1].is_bare = true;
    CHECK_EQ(variable_rows().text(variables, Terminal{true, false, 80}),
             "NAME  TYPE    VALUE  CHANGED\n"
             "a     number  1      2026-02-09 10:00Z\n"
             "b     bare    \"xx\"   \n");
    variables[0].updated_at = "2026-02-09T10:05:59.999Z";
    variables[0].expires_at = "2026-02-09T11:00:30.000Z";
    CHECK_EQ(variable_rows().text(variables, Terminal{true, false, 44}),
             "NAME  TYPE    VALUE  EXPIRES\n"
             "a     number  1      2026-02-09 11:00Z\n"
             "b     bare    \"xx\"   \n");
    variables[1].source = "task-0002";
    CHECK_EQ(variable_rows().text(variables, Terminal{true, false, 100}),
             "NAME  TYPE    VALUE  SOURCE     CHANGED            EXPIRES\n"
             "a     number  1                 2026-02-09 10:05Z  2026-02-09 11:00Z\n"
             "b     bare    \"xx\"   task-0002                     \n");
    variables[0].is_expired = true;
    CHECK_EQ(variable_rows().text(variables, Terminal{true, false, 50}),
             "NAME  TYPE    VALUE  SOURCE     EXPIRES\n"
             "a     number  1                 expired\n"
             "b     bare    \"xx\"   task-0002  \n");
    CHECK_EQ(variable_rows().text(variables, Terminal{true, false, 38}),
             "NAME  TYPE    VALUE  EXPIRES\n"
             "a     number  1      expired\n"
             "b     bare    \"xx\"   \n");
    CHECK_EQ(variable_rows().text(variables, Terminal{}),
             "a\tnumber\t1\t2026-02-09T10:05:59.999Z\texpired\nb\t\t\"xx\"\t\t\n");
    CHECK_EQ(variable_rows().text(std::vector<Variable>{}, Terminal{true, false, 80}), "");
  }

  TEST_CASE("history tells what was there and what is there, absent apart from null") {
    VariableMutation made{5,         "2026-02-09T10:00:30.000Z",
                          "rlmdb/1", VariableOperation::created,
                          "a",       "",
                          {},        JsonText{"null"},
                          {},        ""};
    VariableMutation renamed{7,
                             "2026-02-09T10:01:30.000Z",
                             "rlmdb/2",
                             VariableOperation::renamed,
                             "b",
                             "a",
                             JsonText{"null"},
                             JsonText{"null"},
                             "me",
                             "clearer",
                             "task-a1b2c3d4"};
    const std::vector<VariableMutation> both{made, renamed};
    CHECK_EQ(mutation_rows().text(both, Terminal{}),
             "5\t2026-02-09T10:00:30.000Z\trlmdb/1\tcreate\ta\t\t\tnull\t\t\t\n"
             "7\t2026-02-09T10:01:30.000Z\trlmdb/2\trename\tb\ta\tnull\tnull\tme\tclearer\ttask-a1b2c3d4\n");
    CHECK_EQ(mutation_rows().text(both, Terminal{true, false, 100}),
             "SEQ  TIME               CHANGE  NAME   FROM  TO    REASON\n"
             "  5  2026-02-09 10:00Z  create  a            null  \n"
             "  7  2026-02-09 10:01Z  rename  a → b  null  null  clearer\n");
    CHECK_EQ(mutation_rows().text(std::vector{made}, Terminal{true, false, 44}),
             "SEQ  CHANGE  NAME  FROM  TO\n  5  create  a           null\n");
    CHECK_EQ(
        json_history(TaskId{"t"}, both),
        R"({"task_id":"t","state":null,"mutations":[{"seq":5,"at":"2026-02-09T10:00:30.000Z","by":"rlmdb/1",)"
        R"("operation":"create","name":"a","old_name":null,"old_value":null,"new_value":null,"source":null,)"
        R"("reason":null,"node_id":null},{"seq":7,"at":"2026-02-09T10:01:30.000Z","by":"rlmdb/2","operation":"rename",)"
        R"("name":"b","old_name":"a","old_value":null,"new_value":null,"source":"me","reason":"clearer",)"
        R"("node_id":"task-a1b2c3d4"}]})");
  }

  TEST_CASE("a variable as JSON, its value as it stands and what is absent null") {
    Variable one = variable("a\n", "1.50e3");
    CHECK_EQ(
        json_variable(one, std::nullopt),
        R"({"task_id":"task-0001","state":null,"name":"a\n","value":1.50e3,"type":null,"description":null,"source":null,)"
        R"("created_at":null,"updated_at":null,"access_count":null,"read_only":false,"scope":null,)"
        R"("ttl_seconds":null,"expires_at":null,"is_expired":false,"is_bare":false,"file":null,"content":null})");
    one.value.text = "";
    one.type = "text";
    one.access_count = 3;
    one.read_only = true;
    one.ttl_seconds = 60.5;
    one.is_bare = true;
    CHECK_EQ(
        json_variable(one, std::nullopt),
        R"({"task_id":"task-0001","state":null,"name":"a\n","value":null,"type":"text","description":null,"source":null,)"
        R"("created_at":null,"updated_at":null,"access_count":3,"read_only":true,"scope":null,)"
        R"("ttl_seconds":60.5,"expires_at":null,"is_expired":false,"is_bare":true,"file":null,"content":null})");
    CHECK_EQ(json_variables(TaskId{"t"}, {}), R"({"task_id":"t","state":null,"variables":[],"count":0})");
  }

  TEST_CASE("each name is an action of its own") {
    VarOptions options = typed({"delete", "a", "b"});
    options.reason = "why";
    const std::vector<TaskAction> actions = variable_actions(VarVerb::remove, options);
    REQUIRE_EQ(actions.size(), 2);
    CHECK_EQ(std::get<DeleteVariable>(actions[0]).name, "a");
    CHECK_EQ(std::get<DeleteVariable>(actions[1]).name, "b");
    CHECK_EQ(std::get<DeleteVariable>(actions[1]).reason, "why");
  }

  TEST_CASE("whose variables is said once") {
    OwnerOptions options;
    CHECK_EQ(variable_refusal([&] { static_cast<void>(owner_of(options, "var")); }),
             "usage: var needs to know whose variables they are (--task ID, --global, --session ID, --tree "
             "ID, --temp ID or --state ID)");
    options.temporary = "s1";
    CHECK_EQ(to_text(owner_of(options, "var")), "temporary:s1");
    CHECK_EQ(option_of(owner_of(options, "var")), "--temp s1");
    options.is_global = true;
    CHECK_EQ(variable_refusal([&] { static_cast<void>(owner_of(options, "var")); }),
             "usage: only one of --task, --global, --session, --tree, --temp and --state (--task ID, "
             "--global, --session ID, --tree ID, --temp ID or --state ID)");
  }

  TEST_CASE("what set is told becomes the change") {
    VarOptions options = typed({"set", "Final", " 1.50 "});
    options.ttl = "2h";
    options.is_writable = true;
    options.completes = true;
    const std::vector<TaskAction> actions = variable_actions(VarVerb::set, options);
    REQUIRE_EQ(actions.size(), 2);
    const auto& set = std::get<SetVariable>(actions[0]);
    CHECK_EQ(set.value.text, " 1.50 ");
    CHECK_EQ(set.ttl_seconds, 7200);
    CHECK_EQ(set.read_only, false);
    CHECK_EQ(set.type, std::nullopt);
    CHECK_EQ(std::get<JsonText>(std::get<CompleteTask>(actions[1]).result).text, " 1.50 ");
    options = typed({"set", "a", "q\"\\\x01é\n"});
    options.is_text = true;
    options.ttl = "0";
    const TaskAction action = variable_actions(VarVerb::set, options).front();
    CHECK_EQ(std::get<SetVariable>(action).value.text, "\"q\\\"\\\\\\u0001é\\n\"");
    CHECK_EQ(std::get<SetVariable>(action).ttl_seconds, 0);
    CHECK_EQ(std::get<SetVariable>(action).read_only, std::nullopt);
  }

  TEST_CASE("a word that is no JSON is not repeated") {
    const auto refuse = [](const std::string& word) {
      return variable_refusal([&] {
        static_cast<void>(variable_actions(VarVerb::set, typed({"set", "a", word})));
      });
    };
    const std::string refusal =
        "invalid_input: value is no JSON value: a text has to stand in double quotes (with --text it is a "
        "text as "
        "it stands; in JSON a text has quotes of its own: '\"hello\"')";
    CHECK_EQ(refuse("nul"), refusal);
    CHECK_EQ(refuse(std::string(100, 'x')), refusal);
    CHECK_EQ(refuse("null"), "");
  }
}
