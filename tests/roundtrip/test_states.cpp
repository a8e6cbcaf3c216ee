// SPDX-License-Identifier: MIT
// State documents: each comes back byte for byte, also an odd one, and with what has changed since.
#include <doctest/doctest.h>

#include "rlmdb/verify.hpp"
#include "state_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// Which state a file in its place is.
StateName name_of(const std::string& file) {
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  const std::string id = folder.filename();
  const std::string above = folder.parent_path();
  if (above == "sessions") return {StateScope::session, id};
  if (above == "trees") return {StateScope::tree, id};
  if (above == "temp") return {StateScope::temporary, id};
  return id.empty() ? StateName{StateScope::global, ""} : StateName{StateScope::state, id};
}

std::vector<std::string> all_states(const ProjectPlace& place) {
  std::vector<std::string> files = place.files_named("state.json");
  files.push_back("global-state.json");
  return files;
}

}  // namespace

TEST_SUITE("roundtrip::states") {
  TEST_CASE("every state document comes back byte for byte") {
    const ProjectPlace place;
    const std::vector<std::string> files = all_states(place);
    REQUIRE(files.size() == 10);
    for (const std::string& file : files) {
      CAPTURE(file);
      const SourceReport report = place.import(place.rlm / file);
      CHECK(report.kind == "state-json");
      CHECK(report.records.added == 1);
      CHECK(report.warning_count == 0);
      CHECK(report.proof.value().identical());
      CHECK(report.proof.value().sha256 == report.sha256);
      CHECK(exported(place, name_of(file)) == read_all(place.rlm / file));
      CHECK(place.import(place.rlm / file).already_imported);
    }
    CHECK(
        place.rows("SELECT scope, name, state_id, version, source_version FROM states ORDER BY id LIMIT 2") ==
        std::vector<std::string>{"session|sess-0000beef|state-b2c3d4e5|1|1",
                                 "session|sess-12345678|state-a1b2c3d4|1|1"});
    CHECK(place.rows("SELECT count(*) FROM states") == std::vector<std::string>{"10"});
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("the ids of states and tasks never meet") {
    const ProjectPlace place;
    (void)place.import(place.rlm / "global-state.json");
    (void)place.import(place.root / ".aiwg/daemon/tasks.json");
    (void)place.import(place.rlm / "states/state-c3d4e5f6/state.json");
    CHECK(place.rows("SELECT id FROM states ORDER BY id") == std::vector<std::string>{"1", "15"});
    CHECK(place.rows("SELECT min(id), max(id) FROM tasks") == std::vector<std::string>{"2|14"});
    CHECK(place.rows("SELECT kind, task_id, state_id FROM events ORDER BY seq") ==
          std::vector<std::string>{"import:finished|NULL|1", "import:finished|NULL|NULL",
                                   "import:finished|NULL|15"});
  }

  TEST_CASE("a document that lies anywhere is known by what it says") {
    const ProjectPlace place;
    const auto import = [&](const std::string& name, const std::string& ids) {
      return place.import_text("../" + name,
                               "{\n  " + ids + "\n  \"state_id\": \"state-1\",\n  \"variables\": {}\n}");
    };
    CHECK(import("a.json", "\"tree_id\": \"tree-1\",\n  \"session_id\": \"sess-1\",").warning_count == 0);
    (void)import("b.json", "\"tree_id\": null,\n  \"session_id\": \"sess-1\",");
    (void)import("c.json", "\"version\": \"1.0.0\",");
    const SourceReport nameless =
        place.import_text("../d.json", "{\n  \"variables\": {},\n  \"state_id\": 7\n}");
    REQUIRE(nameless.warnings.size() == 1);
    CHECK(nameless.warnings[0].code == "no_state_id");
    const std::string made = "state-" + nameless.sha256.substr(0, 8);
    CHECK(place.rows("SELECT scope || ' ' || name FROM states ORDER BY id") ==
          std::vector<std::string>{"tree tree-1", "session sess-1", "state state-1", "state " + made});
    CHECK(exported(place, {StateScope::state, made}) == read_all(place.rlm / "../d.json"));
  }

  TEST_CASE("what may be a tasks.json is one, whatever else it says and wherever it lies") {
    const ProjectPlace place;
    const std::string text =
        "{\n  \"state_id\": \"state-1\",\n  \"variables\": {},\n  \"checkpoint_id\": \"c\",\n  \"state\": "
        "{},\n"
        "  \"tasks\": []\n}";
    for (const std::string file : {"global-state.json", "../x.json", "trees/t/state.json",
                                   "checkpoints/c.json", "history.jsonl", "../variables/v.json"}) {
      CAPTURE(file);
      CHECK(place.import_text(file, text + std::string(file.size(), ' ')).kind == "tasks-json");
    }
    CHECK(place.import_text("trees/t/variables/v.json", text).kind == "value-json");
    const std::string tree = R"({"root_task":{"node_id":"n","prompt":"p","status":"pending"}})";
    CHECK(place.import_text("trees/t/state.json", tree).kind == "tree-json");
    CHECK(
        place.import_text("trees/u/state.json", R"({"tree_id":"rlm-x-1","status":"RUNNING","root_task":"p"})")
            .kind == "state-json");
  }

  TEST_CASE("odd documents come back byte for byte") {
    const std::vector<std::string> texts = {
        "{}",
        "{\n  \"state_id\": \"s\"\n}",
        "{\n  \"variables\": [\n    1\n  ]\n}",
        "{\n  \"variables\": null,\n  \"history\": []\n}",
        "{\n  \"variables\": \"text\",\n  \"history\": {\n    \"mutations\": {\n      \"a\": 1\n    }\n  "
        "}\n}",
        "{\n  \"history\": {\n    \"mutations\": [\n      1,\n      null,\n      {}\n    ],\n    "
        "\"checkpoints\": 3\n  }\n}",
        "{\n  \"variables\": {\n    \"10\": 1,\n    \"2\": 2,\n    \"\": 3,\n    \"__proto__\": 4,\n    "
        "\"a\\\"\\\\b\": 5,\n"
        "    \"\\ud83d\": 6,\n    \"\\u0000\": 7,\n    \"\xC3\xA9 \xF0\x9F\x92\xBE\": 8\n  },\n  \"10\": "
        "1,\n  \"2\": 2\n}",
        "{\n  \"variables\": {\n    \"n\": 1.50,\n    \"m\": 1E+2,\n    \"o\": -0.0,\n    \"p\": "
        "123456789012345678901\n  }\n}",
        "{\n  \"metadata\": {\n    \"variables\": {\n      \"x\": 1\n    }\n  },\n  \"state_id\": {\n    "
        "\"a\": []\n  }\n}",
    };
    const ProjectPlace place;
    int number = 0;
    for (const std::string& text : texts) {
      CAPTURE(text);
      const std::string id = "odd-" + std::to_string(number++);
      const SourceReport report = place.import_text("states/" + id + "/state.json", text);
      CHECK(report.proof.value().identical());
      CHECK(exported(place, {StateScope::state, id}) == text);
    }
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE(
      "layout, repeated names and invalid UTF-8 are brought to canonical bytes, and what is lost is kept") {
    const ProjectPlace place;
    const SourceReport report = place.import_text(
        "temp/t/state.json",
        "\r\n{\"variables\":{\"a\":1,\"b\":\"\xFF\",\"\\u0061\":2},\"variables\" : {\"c\" : 3} }\n");
    CHECK(report.loss_count == 1);
    CHECK(exported(place, {StateScope::temporary, "t"}) == "{\n  \"variables\": {\n    \"c\": 3\n  }\n}");
    const SourceReport names =
        place.import_text("temp/u/state.json", R"({"variables":{"a":1,"b":2,"\u0061":3}})");
    CHECK(names.warnings.at(0).where == names.path + ": byte 18 /variables/a");
    CHECK(exported(place, {StateScope::temporary, "u"}) ==
          "{\n  \"variables\": {\n    \"a\": 3,\n    \"b\": 2\n  }\n}");
    CHECK(place.rows("SELECT code, raw FROM import_losses ORDER BY rowid") ==
          std::vector<std::string>{"duplicate_member|{\"a\":1,\"b\":\"\xFF\",\"\\u0061\":2}",
                                   "duplicate_member|1"});
    ImportOptions strict = quick();
    strict.losses = LossPolicy::refuse;
    CHECK(thrown_by([&] {
            (void)place.import_text("temp/v/state.json", "{\"a\":1,\"a\":2}", strict);
          }).code() == ErrorCode::invalid_input);
    CHECK(place.rows("SELECT count(*) FROM states") == std::vector<std::string>{"2"});
  }

  TEST_CASE("values of more than 10,240 bytes are kept apart, once, and stand in the document again") {
    const ProjectPlace place;
    const std::string small = '"' + std::string(10'238, 'x') + '"';
    const std::string large = '"' + std::string(10'239, 'x') + '"';
    const std::string text = "{\n  \"variables\": {\n    \"a\": " + small + ",\n    \"b\": " + large +
                             ",\n    \"c\": {\n      \"name\": \"c\",\n      \"value\": " + large +
                             ",\n      \"type\": \"text\"\n    }\n  }\n}";
    CHECK(place.import_text("states/s/state.json", text).proof.value().identical());
    CHECK(exported(place, {StateScope::state, "s"}) == text);
    CHECK(place.rows("SELECT name, length(value), value_type, content_id FROM variables ORDER BY position") ==
          std::vector<std::string>{"a|10238|NULL|NULL", "b|NULL|json|1", "c|NULL|json|1"});
    CHECK(place.rows("SELECT count(*), max(length(body)) FROM contents") ==
          std::vector<std::string>{"1|10241"});
  }

  TEST_CASE("damage is refused with its offset, and so is what is no object or too deep") {
    const ProjectPlace place;
    const auto error = [&](const std::string& text) {
      return thrown_by([&] { (void)place.import_text("states/s/state.json", text); });
    };
    const std::string path = (place.rlm / "states/s/state.json").string();
    CHECK(error("{\"variables\": {\"a\": 01}}").where() ==
          path + ": byte 21 (line 1, column 22) /variables/a");
    CHECK(error("{\"variables\": {").code() == ErrorCode::invalid_input);
    CHECK(error("{} x").where() == path + ": byte 3 (line 1, column 4)");
    CHECK(std::string(error("[]").what()) == "a state document has to be an object");
    std::string deep = "{\"variables\": {\"a\": ";
    deep.append(999, '[').append(999, ']').append("}}");
    CHECK(std::string(error(deep).hint()) == "nothing was imported; --max-depth raises the limit");
    ImportOptions deeper = quick();
    deeper.max_depth = 1100;
    CHECK(place.import_text("states/s/state.json", deep, deeper).proof.value().identical());
    CHECK(place.rows("SELECT count(*) FROM states") == std::vector<std::string>{"1"});
  }
}
