// SPDX-License-Identifier: MIT
// Files beside states: values of large variables, and histories.
#include <doctest/doctest.h>

#include "project_files.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/verify.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

TEST_SUITE("roundtrip::rlm files") {
  TEST_CASE("every value file and every history comes in with a proof that it can come out") {
    const ProjectPlace place;
    const std::vector<std::string> files = {"trees/tree-12345678/variables/security_risks.json",
                                            "trees/tree-9f8e7d6c/variables/doc_index.json",
                                            "states/state-c3d4e5f6/history.jsonl"};
    for (const std::string& file : files) {
      CAPTURE(file);
      const SourceReport report = place.import(place.rlm / file);
      CHECK(report.records.added == 1);
      CHECK(report.warning_count == 0);
      CHECK(report.proof.value().sha256 == report.sha256);
      CHECK(place.import(place.rlm / file).already_imported);
    }
    CHECK(place.rows("SELECT kind, place FROM files ORDER BY id") ==
          std::vector<std::string>{"value-json|.aiwg/rlm/trees/tree-12345678/variables/security_risks.json",
                                   "value-json|.aiwg/rlm/trees/tree-9f8e7d6c/variables/doc_index.json",
                                   "history-jsonl|.aiwg/rlm/states/state-c3d4e5f6/history.jsonl"});
    CHECK(place.rows("SELECT i.kind, e.tree_id FROM imports i JOIN events e ON e.import_id = i.id LIMIT 1") ==
          std::vector<std::string>{"value-json|tree-12345678"});
    CHECK(verify(Store::open(place.database, Access::read_only)).finding_count == 0);
  }

  TEST_CASE("a value may be any JSON value, also one that looks like a document") {
    const ProjectPlace place;
    int number = 0;
    for (const std::string text : {"null", "\"\\ud83d\"", "1E+2", "[]", "{\"tasks\":[]}",
                                   "{\"node_id\":\"n\"}", "{\"state_id\":\"s\",\"variables\":{}}"}) {
      CAPTURE(text);
      const SourceReport report =
          place.import_text("trees/t/variables/v" + std::to_string(number++) + ".json", text);
      CHECK(report.kind == "value-json");
      CHECK(report.proof.value().identical());
    }
    CHECK(place.rows("SELECT c.body FROM files f JOIN contents c ON c.id = f.content_id "
                     "WHERE f.place LIKE '%/v2.json'") == std::vector<std::string>{"1E+2"});
    CHECK(place.rows("SELECT count(*) FROM tasks") == std::vector<std::string>{"0"});
    // Outside a project what may be another document is one.
    CHECK(place.import_text("../../variables/v.json", "{\"tasks\":[]}").kind == "tasks-json");
    CHECK(place.import_text("../../variables/w.json", "[1]").kind == "value-json");
    CHECK(place.rows("SELECT place FROM files ORDER BY id DESC LIMIT 1") ==
          std::vector<std::string>{"variables/w.json"});
  }

  TEST_CASE("a value that is a variable's too is kept once, and a changed file replaces what is known") {
    const ProjectPlace place;
    (void)place.import_text("trees/t/variables/v.json", "[1]");
    (void)place.import_text("trees/t/variables/w.json", "[ 1 ]");
    CHECK(place.rows("SELECT count(*) FROM contents") == std::vector<std::string>{"1"});
    CHECK(place.import_text("trees/t/variables/v.json", "[1]\n").records.unchanged == 1);
    CHECK(place.import_text("trees/t/variables/v.json", "[2]").records.changed == 1);
    CHECK(place.rows("SELECT c.body FROM files f JOIN contents c ON c.id = f.content_id ORDER BY place") ==
          std::vector<std::string>{"[2]", "[1]"});
  }

  TEST_CASE("a history is kept as it stands, line by line checked") {
    const ProjectPlace place;
    const std::string text = "{\"a\" : 1, \"a\":2}\r\n\n  [1.50]\n\"x\"";
    const SourceReport report = place.import_text("states/s/history.jsonl", text);
    CHECK(report.loss_count == 0);
    CHECK(report.proof.value().sha256 == report.sha256);
    CHECK(place.rows("SELECT body FROM contents") == std::vector<std::string>{text});
    CHECK(place.import_text("states/t/history.jsonl", "").proof.value().identical());
    const auto where_of = [&](const std::string& bad) {
      try {
        (void)place.import_text("states/u/history.jsonl", bad);
      } catch (const Error& error) {
        CHECK(error.code() == ErrorCode::invalid_input);
        return error.where().substr(error.where().rfind('/', error.where().find(".jsonl")) + 1);
      }
      return std::string();
    };
    CHECK(where_of("{}\n{\"a\":}\n") == "history.jsonl: byte 8 (line 2, column 6) /a");
    CHECK(where_of("{}\n{} {}\n") == "history.jsonl: byte 6 (line 2, column 4)");
    CHECK(where_of("{}\n{\"a\":\n1}\n") == "history.jsonl: byte 8 (line 2, column 6) /a");
  }

  TEST_CASE("bytes of a history that are no UTF-8 are replaced, and kept") {
    const ProjectPlace place;
    const SourceReport report = place.import_text("states/s/history.jsonl", "1\n{\"a\":\"\xFF\"}\n");
    CHECK(report.loss_count == 1);
    CHECK(report.warnings.at(0).where == report.path + ": byte 8 /a");
    CHECK(place.rows("SELECT body FROM contents") ==
          std::vector<std::string>{"1\n{\"a\":\"\xEF\xBF\xBD\"}\n"});
    CHECK(place.rows("SELECT byte_offset, raw FROM import_losses") == std::vector<std::string>{"8|\"\xFF\""});
  }
}
