// SPDX-License-Identifier: MIT
// Variables of state documents are rows like those of tasks: what comes in comes out, and what is edited with
// the stock sqlite3 program shows in every export.
#include <doctest/doctest.h>

#include <stdexcept>

#include "rlmdb/change.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "state_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const StateName k_state{StateScope::state, "s"};

std::string document(const std::string& variables) {
  return "{\n  \"variables\": " + variables + "\n}";
}

/// Every kind of variable, and of oddity of one.
constexpr const char* k_variables = R"({
    "x": {
      "name": "x",
      "value": 1.50,
      "type": "number",
      "metadata": {
        "read_only": false,
        "ttl_seconds": 6E+1,
        "unit": "ms"
      },
      "access_count": 2
    },
    "bare": "text",
    "\ud83d": {
      "value": {
        "\ud83d": 1e400
      },
      "name": "\ud83d",
      "type": 7
    },
    "\ud83e": null,
    "renamed": {
      "type": "text",
      "name": "other",
      "value": "\u0000",
      "metadata": []
    },
    "": {
      "name": "",
      "type": "null"
    },
    "object": {
      "name": "no variable"
    },
    "empty": {
      "value": null,
      "metadata": {}
    },
    "none": {
      "value": "",
      "metadata": null,
      "access_count": 1.0,
      "extra": [
        -0,
        12345678901234567890
      ]
    },
    "\u0000": false
  })";

/// A document that holds them, in a database.
ProjectPlace& imported(ProjectPlace& place) {
  CHECK(place.import_text("states/s/state.json", document(k_variables)).proof.value().identical());
  return place;
}

struct StateEdit {
  const char* sql;
  const char* from;  ///< what stands in k_variables
  const char* to;    ///< and what in the export
};

const StateEdit k_state_edits[] = {
    {"UPDATE variables SET value = '2' WHERE state_id = (SELECT id FROM states) AND name = 'x'", "1.50", "2"},
    {"UPDATE variables SET value = 'two', value_type = NULL WHERE name = 'x'", "1.50", R"("two")"},
    {"UPDATE variables SET value = 'other' WHERE name = 'bare'", R"("text",
    "\ud83d")",
     R"("other",
    "\ud83d")"},
    {"UPDATE variables SET type = 'json' WHERE name = 'x'", R"("number")", R"("json")"},
    {"UPDATE variables SET access_count = 3 WHERE name = 'x'", R"("access_count": 2)",
     R"("access_count": 3)"},
    {"UPDATE variables SET read_only = 1, ttl_seconds = 61 WHERE name = 'x'",
     "false,\n        \"ttl_seconds\": 6E+1", "true,\n        \"ttl_seconds\": 61"},
    {"UPDATE variables SET name = 'z' WHERE name = 'x'", "\"x\": {\n      \"name\": \"x\"",
     "\"z\": {\n      \"name\": \"z\""},
    {"UPDATE variables SET description = 'd' WHERE name = 'bare'", R"("bare": "text")",
     "\"bare\": {\n      \"name\": \"bare\",\n      \"value\": \"text\",\n      \"description\": \"d\"\n    "
     "}"},
    {"INSERT INTO variables (state_id, name, value) SELECT id, 'new', 'v' FROM states", "\"\\u0000\": false",
     "\"\\u0000\": false,\n    \"new\": \"v\""},
    {"DELETE FROM variables WHERE name = 'bare'", "    \"bare\": \"text\",\n", ""},
    {"UPDATE variables SET position = 99 WHERE name = 'object'",
     "    \"object\": {\n      \"name\": \"no variable\"\n    },\n", ""},
};

std::string exchanged(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

bool is_refused(const ProjectPlace& place, const std::string& sql) {
  try {
    edit_in_shell(place.database, "PRAGMA foreign_keys = ON; " + sql);
    return false;
  } catch (const std::runtime_error&) {
    return true;
  }
}

void set(const ProjectPlace& place, const std::string& name, const std::string& value) {
  Store store = Store::open(place.database, Access::read_write);
  const StateChange change{k_state, SetVariable{.name = name, .value = {value}}, {}};
  (void)change_states(store, std::span(&change, 1));
}

std::string names_of(const ProjectPlace& place) {
  std::string names;
  for (const Variable& variable : variables_of_state(Store::open(place.database, Access::read_only), k_state))
    names += variable.name + " ";
  return names;
}

}  // namespace

TEST_SUITE("roundtrip::state variables") {
  TEST_CASE("odd variables come back byte for byte, and their columns say what they are") {
    ProjectPlace place;
    CHECK(exported(imported(place), k_state) == document(k_variables));
    CHECK(place.rows(
              "SELECT task_id, state_id, name, type, value, value_type, read_only, ttl_seconds, access_count "
              "FROM variables WHERE name IN ('x', 'bare', 'renamed', 'object', '') ORDER BY position") ==
          std::vector<std::string>{
              "NULL|1|x|number|1.50|json|0|60|2", "NULL|1|bare|NULL|text|NULL|NULL|NULL|NULL",
              "NULL|1|renamed|text|\"\\u0000\"|json|NULL|NULL|NULL", "NULL|1||null|NULL|NULL|NULL|NULL|NULL",
              "NULL|1|object|NULL|{\"name\":\"no variable\"}|json|NULL|NULL|NULL"});
    CHECK(
        place.rows("SELECT json_extract(residue, '$.key') IS NOT NULL, count(*) FROM variables GROUP BY 1") ==
        std::vector<std::string>{"0|7", "1|3"});
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("one question answers for tasks and for state documents") {
    ProjectPlace place;
    (void)imported(place);
    Store store = Store::open(place.database, Access::read_write);
    NewTask task;
    task.prompt = "p";
    const TaskId id = store.change({{}, task, {}}).id;
    (void)store.change({id, SetVariable{.name = "x", .value = {"12"}}, {}});
    CHECK(place.rows("SELECT name, type, value FROM variables WHERE name = 'x' ORDER BY id") ==
          std::vector<std::string>{"x|number|1.50", "x|number|12"});
    CHECK(place.rows(
              "SELECT task_id, state_id, name, type, value, value_type FROM variable_values WHERE name = 'x' "
              "ORDER BY id") ==
          std::vector<std::string>{"NULL|1|x|number|1.50|json", "2|NULL|x|number|12|json"});
  }

  TEST_CASE("an edit shows in every export and nothing else changes, and verify says that it was made" *
            damages) {
    for (const StateEdit& edit : k_state_edits) {
      CAPTURE(edit.sql);
      ProjectPlace place;
      edit_in_shell(imported(place).database, edit.sql);
      const Store store = Store::open(place.database, Access::read_only);
      std::string expected = document(exchanged(k_variables, edit.from, edit.to));
      if (std::string(edit.sql).find("position") != std::string::npos)
        expected = exchanged(expected, "false\n",
                             "false,\n    \"object\": {\n      \"name\": \"no variable\"\n    }\n");
      CHECK(exported(place, k_state) == expected);
      (void)export_project(store, place.root / "copy");
      CHECK(read_all(place.root / "copy/.aiwg/rlm/states/s/state.json") == expected);
      CHECK(verify(store).finding_count == 1);
    }
  }

  TEST_CASE("a variable has one owner, of whom it has its name alone, and goes with it" * damages) {
    ProjectPlace place;
    (void)imported(place);
    (void)place.import(place.root / ".aiwg/daemon/tasks.json");
    const std::string insert = "INSERT INTO variables (task_id, state_id, name) VALUES ";
    CHECK(is_refused(place, insert + "(2, 1, 'both')"));
    CHECK(is_refused(place, insert + "(NULL, NULL, 'none')"));
    CHECK(is_refused(place, "UPDATE variables SET task_id = 2 WHERE name = 'bare'"));
    CHECK(is_refused(place, "UPDATE variables SET state_id = NULL WHERE name = 'bare'"));
    CHECK(is_refused(place, insert + "(NULL, 1, 'bare')"));
    CHECK(is_refused(place, insert + "(NULL, 77, 'of nobody')"));
    CHECK_FALSE(is_refused(place, insert + "(2, NULL, 'bare'); " + insert + "(3, NULL, 'bare')"));
    const std::string count = "SELECT count(state_id), count(task_id) > 2 FROM variables";
    CHECK(place.rows(count) == std::vector<std::string>{"10|1"});
    edit_in_shell(place.database, "PRAGMA foreign_keys = ON; DELETE FROM states");
    CHECK(place.rows(count) == std::vector<std::string>{"0|1"});
  }

  TEST_CASE("a variable that is set keeps its row, and one without a place has one behind the others again") {
    ProjectPlace place;
    (void)imported(place);
    // Rows written anew would have other ids, behind those of tasks.
    (void)place.import(place.root / ".aiwg/daemon/tasks.json");
    const std::string rows =
        "SELECT id, position FROM variables WHERE state_id IS NOT NULL AND position < 10 ORDER BY id";
    const std::vector<std::string> before = place.rows(rows);
    REQUIRE(before.size() == 10);
    set(place, "x", "2");
    CHECK(place.rows(rows) == before);
    set(place, "y", "3");
    CHECK(place.rows(rows) == before);
    CHECK(place.rows("SELECT name, position FROM variables WHERE position > 9") ==
          std::vector<std::string>{"y|10"});
    edit_in_shell(place.database,
                  "UPDATE variables SET position = NULL WHERE state_id = 1 AND name IN ('x', 'bare')");
    set(place, "w", "4");
    CHECK(names_of(place).ends_with("y bare x w "));
    CHECK(place.rows("SELECT count(*), count(position), max(position) FROM variables WHERE state_id = 1") ==
          std::vector<std::string>{"12|12|11"});
  }

  TEST_CASE("a name that no text can hold is not found under what its column says") {
    ProjectPlace place;
    const std::string column = imported(place).rows("SELECT name FROM variables WHERE position = 2").front();
    CHECK(column.starts_with("\xEF\xBF\xBD~"));
    const Store store = Store::open(place.database, Access::read_only);
    for (const std::string& name : {column, std::string("\xEF\xBF\xBD")})
      CHECK(thrown_by([&] { (void)find_variable(store, k_state, name); }).code() == ErrorCode::not_found);
    set(place, "x", "2");
    CHECK(exported(place, k_state).find("\"\\ud83d\": {\n      \"value\": {\n        \"\\ud83d\": 1e400") !=
          std::string::npos);
  }
}
