// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_good = document({record("a"), record("b")});
/// Two bad records around a good one.
const std::string k_bad = document({"null", record("c"), "{\n      \"id\": 5\n    }"});
/// A repeated member, a repeated id and invalid UTF-8.
const std::string k_lossy = R"({"tasks":[{"id":"a","n":1,"n":2},{"id":"b"},{"id":"a","p":"x)"
                            "\xFF"
                            R"("}]})";

std::vector<std::string> findings_of(const std::vector<Finding>& findings, const TestDir& dir) {
  std::vector<std::string> lines;
  for (const Finding& finding : findings) {
    lines.push_back(finding.where.substr(dir.path().string().size() + 1) + " " + finding.code);
  }
  return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_SUITE("imports::import_files") {
  TEST_CASE("a first import reports what it wrote, and the manifest says the same") {
    const TestDir dir;
    write_all(dir / "tasks.json", k_good);
    const ImportReport report = import_files(dir / "x.db", {dir / "tasks.json"}, quick());
    CHECK(report.database_created);
    const SourceReport& source = report.sources.at(0);
    CHECK(source.kind == "tasks-json");
    CHECK(source.bytes == k_good.size());
    CHECK(source.records.read == 2);
    CHECK(source.records.added == 2);
    CHECK((source.tables == std::map<std::string, std::uint64_t>{
                                {"tasks", 2}, {"layouts", 1}, {"imports", 1}, {"events", 1}}));
    CHECK(rows_of(dir / "x.db",
                  "SELECT source_path, kind, bytes, sha256, canonical_sha256, proof, records_read, "
                  "records_new, records_rejected FROM imports") ==
          Lines{(dir / "tasks.json").string() + "|tasks-json|" + std::to_string(k_good.size()) + "|" +
                source.sha256 + "|" + source.sha256 + "|identical|2|2|0"});
    CHECK(rows_of(dir / "x.db", "SELECT kind, import_id, task_id FROM events") ==
          Lines{"import:finished|1|NULL"});
  }

  TEST_CASE("after an import the one file holds everything and is private") {
    const TestDir dir;
    write_all(dir / "tasks.json", k_good);
    (void)import_one(dir / "x.db", dir / "tasks.json");
    write_all(dir / "more.json", document({record("c")}));
    (void)import_one(dir / "x.db", dir / "more.json");
    std::filesystem::copy_file(dir / "x.db", dir / "copy.db");
    CHECK(export_text(dir / "copy.db") == document({record("a"), record("b"), record("c")}));
    CHECK((std::filesystem::status(dir / "x.db").permissions() == std::filesystem::perms(0600)));
  }

  TEST_CASE("bad records refuse their source, with the place of each") {
    const TestDir dir;
    write_all(dir / "bad.json", k_bad);
    const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "bad.json"); });
    REQUIRE(error.has_value());
    CHECK((error->code() == ErrorCode::invalid_input));
    CHECK(std::string(error->what()) ==
          "2 records cannot be tasks: byte 78 /tasks/0 (not_an_object); byte 117 /tasks/2 (id_not_a_string)");
    CHECK(error->where() == (dir / "bad.json").string() + ": byte 78 /tasks/0");
    CHECK(dir.count() == 1);
  }

  TEST_CASE("of many bad records the message names ten") {
    const TestDir dir;
    write_all(dir / "bad.json", "{\"tasks\":[0,0,0,0,0,0,0,0,0,0,0,0]}");
    const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "bad.json"); });
    REQUIRE(error.has_value());
    const std::string message = error->what();
    CHECK(message.starts_with(
        "12 records cannot be tasks: byte 10 /tasks/0 (not_an_object); byte 12 /tasks/1"));
    CHECK(message.ends_with("28 /tasks/9 (not_an_object); …"));
  }

  TEST_CASE("--quarantine takes the good records and keeps the others raw") {
    const TestDir dir;
    write_all(dir / "bad.json", k_bad);
    ImportOptions options = quick();
    options.bad_records = BadRecords::quarantine;
    const SourceReport report = import_one(dir / "x.db", dir / "bad.json", options);
    CHECK(report.records.read == 3);
    CHECK(report.records.added == 1);
    CHECK(report.records.rejected == 2);
    CHECK(findings_of(report.rejects, dir) ==
          Lines{"bad.json: byte 78 /tasks/0 not_an_object", "bad.json: byte 117 /tasks/2 id_not_a_string"});
    CHECK(rows_of(dir / "x.db", "SELECT ordinal, byte_offset, json_pointer, code, raw FROM import_rejects") ==
          Lines{"0|78|/tasks/0|not_an_object|null",
                "2|117|/tasks/2|id_not_a_string|{\n      \"id\": 5\n    }"});
    CHECK(export_text(dir / "x.db") == document({record("c")}));
    const Store store = Store::open(dir / "x.db", Access::read_only);
    const ExportReport exported = export_tasks_json(store, [](std::string_view) {});
    CHECK(exported.left_out == 2);
    CHECK(findings_of(exported.missing, dir) ==
          Lines{"bad.json: byte 78 /tasks/0 not_an_object", "bad.json: byte 117 /tasks/2 id_not_a_string"});
    const ProjectExport project = export_project(store, dir / "copy");
    CHECK(findings_of(project.left_out, dir) == findings_of(exported.missing, dir));
  }

  TEST_CASE("a record that was rejected is missing until its file comes in without it") {
    const TestDir dir;
    write_all(dir / "bad.json", k_bad);
    ImportOptions options = quick();
    options.bad_records = BadRecords::quarantine;
    (void)import_one(dir / "x.db", dir / "bad.json", options);
    write_all(dir / "bad.json", document({record("c"), record("d")}));
    (void)import_one(dir / "x.db", dir / "bad.json", options);
    const Store store = Store::open(dir / "x.db", Access::read_only);
    const ExportReport exported = export_tasks_json(store, [](std::string_view) {});
    CHECK(exported.left_out == 0);
    CHECK(exported.missing.empty());
    CHECK(export_project(store, dir / "copy").left_out.empty());
  }

  TEST_CASE("what JSON's own reading drops is reported and kept as the source spells it") {
    const TestDir dir;
    write_all(dir / "lossy.json", k_lossy);
    const SourceReport report = import_one(dir / "x.db", dir / "lossy.json");
    CHECK(report.loss_count == 2);
    CHECK(findings_of(report.warnings, dir) ==
          Lines{"lossy.json: byte 10 /tasks/0 duplicate_id", "lossy.json: byte 60 /tasks/2/p invalid_utf8",
                "lossy.json: byte 44 /tasks/2 no_work", "lossy.json: byte 33 /tasks/1 no_work"});
    CHECK(
        rows_of(dir / "x.db", "SELECT byte_offset, json_pointer, code, raw FROM import_losses ORDER BY id") ==
        Lines{"10|/tasks/0|duplicate_id|{\"id\":\"a\",\"n\":1,\"n\":2}",
              "60|/tasks/2/p|invalid_utf8|\"x\xFF\""});
    CHECK(export_text(dir / "x.db") == "{\n  \"tasks\": [\n    " + record("a", {{"p", "\"x\xEF\xBF\xBD\""}}) +
                                           ",\n    " + record("b") + "\n  ]\n}");
  }

  TEST_CASE("--strict refuses what would lose something, and takes what would not") {
    const TestDir dir;
    ImportOptions options = quick();
    options.losses = LossPolicy::refuse;
    const auto refusal = [&](const std::string& text) {
      write_all(dir / "lossy.json", text);
      const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "lossy.json", options); });
      REQUIRE(error.has_value());
      CHECK((error->code() == ErrorCode::invalid_input));
      CHECK(dir.count() == 1);
      return std::string(error->what());
    };
    CHECK(refusal("{\"tasks\":[{\"id\":\"a\",\"n\":1,\"n\":2},{\"id\":\"b\",\"p\":\"\xFF\"}]}") ==
          "2 texts would be lost: byte 24 /tasks/0/n (duplicate_member); byte 48 /tasks/1/p (invalid_utf8)");
    CHECK(refusal(R"({"tasks":[{"id":"a"},{"id":"a"}]})") ==
          "1 text would be lost: byte 10 /tasks/0 (duplicate_id)");
    CHECK(refusal(R"({"tasks":[],"tasks":[]})") == "1 text would be lost: byte 9 /tasks (repeated_tasks)");
    CHECK(refusal(R"({"v":1,"tasks":[],"v":2})") == "1 text would be lost: byte 5 /v (duplicate_member)");
    write_all(dir / "good.json", k_good);
    CHECK(import_one(dir / "x.db", dir / "good.json", options).records.added == 2);
  }

  TEST_CASE("--salvage reads the complete records of a file that is cut off") {
    const TestDir dir;
    ImportOptions options = quick();
    options.damage = Damage::salvage;
    const std::string cut = k_good.substr(0, k_good.find("\"b\""));
    write_all(dir / "cut.json", cut);
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "cut.json"); }) == "invalid_input");
    const SourceReport report = import_one(dir / "x.db", dir / "cut.json", options);
    CHECK(report.records.added == 1);
    CHECK(findings_of(report.warnings, dir) ==
          Lines{"cut.json: byte " + std::to_string(cut.find("{\n      \"id\"")) + " /tasks/0 no_work",
                "cut.json: byte " + std::to_string(cut.size()) + " (line 9, column 13) /tasks/1/id damaged"});
    CHECK_FALSE(report.proof.has_value());  // what came in is not what the file holds
    CHECK(value_of(dir / "x.db", "SELECT proof FROM imports") == "salvaged");
    CHECK(export_text(dir / "x.db") == document({record("a")}));
    REQUIRE(report.unreadable.size() == 1);
    CHECK(report.unreadable.front().begin == cut.rfind('{'));
    CHECK(report.unreadable.front().bytes == cut.size() - cut.rfind('{'));
    CHECK(report.unreadable_bytes == report.unreadable.front().bytes);
  }

  TEST_CASE("what was salvaged is known again, and never taken for the file") {
    const TestDir dir;
    ImportOptions options = quick();
    options.damage = Damage::salvage;
    const std::string cut = k_good.substr(0, k_good.find("\"b\""));
    write_all(dir / "cut.json", cut);
    (void)import_one(dir / "x.db", dir / "cut.json", options);
    CHECK(import_one(dir / "x.db", dir / "cut.json", options).already_imported);
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "cut.json"); }) == "invalid_input");
    const Store store = Store::open(dir / "x.db", Access::read_only);
    const auto export_over = [&](Overwrite overwrite) {
      ExportOptions how;
      how.overwrite = overwrite;
      return error_of([&] { (void)export_tasks_json(store, dir / "cut.json", how); });
    };
    const auto refused = export_over(Overwrite::if_unchanged);
    REQUIRE(refused.has_value());
    CHECK(std::string(refused->what()) ==
          "not all of the file is in the database: it is damaged, or records of it were rejected or kept "
          "back when it "
          "was imported");
    CHECK(refused->hint() ==
          "nothing was written; force the export, which keeps what is there as cut.json.bak");
    CHECK(read_all(dir / "cut.json") == cut);
    CHECK_FALSE(export_over(Overwrite::always).has_value());
    CHECK(read_all(dir / "cut.json.bak") == cut);
    CHECK(read_all(dir / "cut.json") == document({record("a")}));
  }

  TEST_CASE("what is no task store is refused, also with --salvage, and named") {
    const TestDir dir;
    ImportOptions options = quick();
    options.damage = Damage::salvage;
    const auto refusal = [&](const std::string& name, const std::string& text) {
      write_all(dir / name, text);
      const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / name, options); });
      CHECK_FALSE(std::filesystem::exists(dir / "x.db"));
      return error ? error->where().substr(dir.path().string().size() + 1) + " | " + error->hint() : "taken";
    };
    const std::string help =
        "; `rlmdb import -h` says what can be imported, and `rlmdb task add --ndjson` takes in the tasks of "
        "another program, one JSON object with a `prompt` a line";
    const std::string nothing = " | nothing was imported; it seems to be ";
    CHECK(refusal("STATE.md", "# State\n") ==
          "STATE.md: byte 0 (line 1, column 1)" + nothing + "a Markdown text" + help);
    CHECK(refusal("tree.json", "{\n  \"tree_id\": \"t\",\n  \"metadata\": {}\n}") ==
          "tree.json: byte 37 (line 4, column 1)" + nothing +
              "a tree document, but has neither an object `root_task` nor a list `nodes`" + help);
    CHECK(refusal("other.json", R"({"name":"x","size":1})") ==
          "other.json: byte 20 (line 1, column 21)" + nothing + "a JSON object with name, size" + help);
    CHECK(refusal("list.json", "[]") ==
          "list.json: byte 0 (line 1, column 1)" + nothing + "a JSON list" + help);
  }

  TEST_CASE("--no-prove writes the same rows and says that nothing was proved") {
    const TestDir dir;
    write_all(dir / "tasks.json", k_good);
    ImportOptions options = quick();
    options.proof = Proof::skipped;
    CHECK_FALSE(import_one(dir / "x.db", dir / "tasks.json", options).proof.has_value());
    CHECK(value_of(dir / "x.db", "SELECT proof FROM imports") == "skipped");
    CHECK(export_text(dir / "x.db") == k_good);
  }

  TEST_CASE("a dry run answers like a run and writes nothing") {
    const TestDir dir;
    ImportOptions dry = quick();
    dry.run = Run::dry_run;
    write_all(dir / "good.json", k_good);
    CHECK(import_one(dir / "x.db", dir / "good.json", dry).records.added == 2);
    CHECK(dir.count() == 1);
    write_all(dir / "bad.json", k_bad);
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "bad.json", dry); }) == "invalid_input");

    (void)import_one(dir / "x.db", dir / "good.json");
    const std::string before = content_of(dir / "x.db");
    CHECK(import_one(dir / "x.db", dir / "good.json", dry).already_imported);
    write_all(dir / "good.json", document({record("a", {{"pid", "1"}}), record("b"), record("c")}));
    const SourceReport report = import_one(dir / "x.db", dir / "good.json", dry);
    CHECK(report.records.added == 1);
    CHECK(report.records.changed == 1);
    CHECK(report.records.unchanged == 1);
    CHECK((content_of(dir / "x.db") == before));
  }

  TEST_CASE("of several sources one refused writes nothing of any") {
    const TestDir dir;
    write_all(dir / "good.json", k_good);
    write_all(dir / "bad.json", k_bad);
    const std::vector<std::filesystem::path> sources{dir / "good.json", dir / "bad.json"};
    CHECK(code_of([&] { (void)import_files(dir / "x.db", sources, quick()); }) == "invalid_input");
    CHECK(dir.count() == 2);
    write_all(dir / "first.json", document({record("z")}));
    (void)import_one(dir / "x.db", dir / "first.json");
    const std::string before = content_of(dir / "x.db");
    CHECK(code_of([&] { (void)import_files(dir / "x.db", sources, quick()); }) == "invalid_input");
    CHECK((content_of(dir / "x.db") == before));
  }

  TEST_CASE("keep_going imports the good sources and reports the refused one") {
    const TestDir dir;
    write_all(dir / "good.json", k_good);
    write_all(dir / "bad.json", k_bad);
    write_all(dir / "other.json", document({record("z")}));
    ImportOptions options = quick();
    options.after_refusal = AfterRefusal::keep_going;
    const ImportReport report = import_files(
        dir / "x.db", {dir / "good.json", dir / "bad.json", dir / "none.json", dir / "other.json"}, options);
    REQUIRE(report.sources.size() == 4);
    CHECK_FALSE(report.sources[0].error.has_value());
    CHECK((report.sources[1].error.value().code() == ErrorCode::invalid_input));
    CHECK((report.sources[2].error.value().code() == ErrorCode::not_found));
    CHECK(report.sources[1].error.value().hint() ==
          "nothing of this file was imported; use --quarantine to import the other records and keep these "
          "aside");
    CHECK_FALSE(report.sources[3].error.has_value());
    CHECK(export_text(dir / "x.db") == document({record("a"), record("b"), record("z")}));
    CHECK(value_of(dir / "x.db", "SELECT count(*) FROM imports") == "2");
  }

  TEST_CASE("a cancelled import leaves nothing") {
    const TestDir dir;
    write_all(dir / "good.json", k_good);
    const std::atomic<bool> cancelled = true;
    ImportOptions options = quick();
    options.cancelled = &cancelled;
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "good.json", options); }) == "io");
    CHECK(dir.count() == 1);
  }

  TEST_CASE("what is no file is refused by name") {
    const TestDir dir;
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "none.json"); }) == "not_found");
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir.path()); }) == "invalid_input");
    CHECK(code_of([&] { (void)import_one(dir / "x.db", "/dev/null"); }) == "invalid_input");
    CHECK(dir.count() == 0);
  }
}
