// SPDX-License-Identifier: MIT
// A tasks.json comes out as it was written, by whatever hand, and what changed changes alone; and the word
// that is said of an import is true.
#include <doctest/doctest.h>

#include "program_run.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/purge.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"
#include "tasks_place.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

struct StyledFile {
  const char* name;
  std::string text;
};

/// The same three records by several hands: `first` is a word of the first record alone.
std::vector<StyledFile> styled_files(const std::string& first) {
  const auto with = [&](std::string text) {
    text.replace(text.find("FIRST"), 5, first);
    return text;
  };
  return {
      {"four spaces and escapes, as Python writes it",
       with("{\n    \"version\": 1,\n    \"tasks\": [\n        {\n            \"id\": \"task-0001\",\n"
            "            \"prompt\": \"FIRST d\\u00e9j\\u00e0 \\ud83d\\ude00\",\n            \"state\": "
            "\"queued\"\n"
            "        },\n        {\n            \"id\": \"task-0002\",\n            \"state\": \"queued\",\n"
            "            \"metadata\": {},\n            \"tags\": [\n                1,\n                2\n"
            "            ]\n        }\n    ],\n    \"more\": {\n        \"a\": []\n    }\n}\n")},
      {"one line",
       with("{\"version\": 1, \"tasks\": [{\"id\": \"task-0001\", \"prompt\": \"FIRST, \\\"x\\\"\"}, "
            "{\"id\": \"task-0002\", \"n\": [1, 2]}], \"z\": null}")},
      {"without any space",
       with(R"({"version":1,"tasks":[{"id":"task-0001","prompt":"FIRST"},{"id":"t"}]})")},
      {"tabs, CRLF, a byte order mark",
       with(
           "\xEF\xBB\xBF{\r\n\t\"version\": 1,\r\n\t\"tasks\": [\r\n\t\t{\r\n\t\t\t\"id\": \"task-0001\",\r\n"
           "\t\t\t\"prompt\": \"FIRST\"\r\n\t\t}\r\n\t]\r\n}\r\n\r\n")},
      {"a record a line", with("{\n  \"version\": 1,\n  \"tasks\": [\n    {\"id\": \"task-0001\", "
                               "\"prompt\": \"FIRST\", \"a\": [1,2]},\n"
                               "    { \"id\":\"task-0002\" , \"n\":1.50 }\n  ]\n}")},
      {"the legacy writer's, one record edited",
       with("{\n  \"version\": 1,\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n"
            "      \"prompt\": \"FIRST \\u00e9\",\n\n      \"state\" : \"queued\", \"b\": {\"x\":1}\n    },\n"
            "    {\n      \"id\": \"task-0002\"\n    }\n  ]\n}")},
      {"no record", "{\"version\": 1, \"tasks\": []}\n"},
  };
}

/// In none of them the habits of the beginning give all of the white space.
std::vector<StyledFile> files_of_any_hand() {
  return {
      {"a beginning in one line, the rest in lines",
       "{ \"version\": 1, \"updatedAt\": \"2026-01-02T03:04:05.000Z\",\n  \"tasks\": [\n    {\n      \"id\": "
       "\"task-0001\",\n      \"prompt\": \"first\"\n    },\n    {\n      \"id\": \"task-0002\"\n    }\n  "
       "]\n}\n"},
      {"blank lines, spaces before commas, members behind",
       "{\n  \"version\": 1 ,\n\n  \"tasks\" :  [\n\n    {\"id\": \"task-0001\", \"prompt\": \"first\"} "
       ",\n\n\n"
       "    {\"id\": \"task-0002\"}\n\n  ],\n  \"more\": {\"a\":[1,2],\n \"b\": null}\n\n}\n"},
      {"tabs and blanks, CRLF and LF, a byte order mark",
       "\xEF\xBB\xBF\r\n{\r\n\t\"version\": 1,\n  \"tasks\": [\r\n  {\"id\": \"task-0001\",\r\n"
       "\t\"prompt\": \"first\"},\n\t\t{\"id\": \"task-0002\"}\r\n]}\r\n"},
      {"one line with other blanks in it",
       "{\"version\":1,  \"tasks\":[ {\"id\":\"task-0001\",\"prompt\":\"first\"},{\"id\":\"task-0002\"} ,  "
       "{\"id\":\"task-0003\"}]}"},
      {"an escaped name",
       "{\"version\": 1,\n\"t\\u0061sks\": [\n{\"id\": \"task-0001\", \"prompt\": \"first\"}]}"},
      {"no record", "{\n\t\"version\": 1,\n\t\"tasks\": [ \n ]\n}"},
      {"only records",
       "{\"tasks\":\n[{\"id\": \"task-0001\", \"prompt\": \"first\"}\n,{\"id\": \"task-0002\"}]\n}"},
  };
}

std::string quarantined_text() {
  return "{\n  \"version\": 1,\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\"\n    },\n    7\n  ]\n}";
}

ImportOptions with_quarantine() {
  ImportOptions options = quick();
  options.bad_records = BadRecords::quarantine;
  return options;
}

}  // namespace

TEST_SUITE("roundtrip::tasks_style") {
  TEST_CASE("a tasks.json comes out as it was written, and is called identical") {
    for (const StyledFile& styled : styled_files("first")) {
      CAPTURE(styled.name);
      const Place place;
      CHECK(proof_of(place.import_text(styled.text)) == "identical 0");
      CHECK(value_of(place.database, "SELECT proof FROM imports") == "identical");
      CHECK(place.written() == styled.text);
    }
  }

  TEST_CASE("what changes in the sqlite3 shell, by a verb or in the file changes alone") {
    const std::vector<StyledFile> before = styled_files("first");
    const std::vector<StyledFile> after = styled_files("other");
    for (std::size_t i = 0; i + 1 < before.size(); ++i) {
      CAPTURE(before[i].name);
      const Place place;
      (void)place.import_text(before[i].text);
      edit_in_shell(place.database, "UPDATE tasks SET prompt = replace(prompt, 'first', 'other')");
      CHECK(place.written() == after[i].text);
      CHECK(proof_of(place.import_text(after[i].text)) == "identical 0");
      CHECK(place.written() == after[i].text);
    }
  }

  TEST_CASE("the same records in another form are written in that form from then on") {
    const Place place;
    const std::string canonical =
        "{\n  \"version\": 1,\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n      \"n\": 1\n    }\n  "
        "]\n}";
    const std::string edited =
        "{\n  \"version\": 1,\n  \"tasks\": [\n    { \"id\":\"task-0001\", \"n\":1 }\n  ]\n}";
    const std::string line = R"({"version":1,"tasks":[{"id":"task-0001","n":1}]})";
    for (const std::string& text : {edited, canonical, line, edited, line, canonical}) {
      CHECK(proof_of(place.import_text(text)) == "identical 0");
      CHECK(place.written() == text);
    }
    CHECK(value_of(place.database, "SELECT count(*) FROM source_records") == "0");
    CHECK(value_of(place.database, "SELECT count(*) FROM source_texts") == "0");
  }

  TEST_CASE("white space of any hand comes back around what changed, was added and was removed") {
    for (const StyledFile& file : files_of_any_hand()) {
      CAPTURE(file.name);
      const Place place;
      CHECK(proof_of(place.import_text(file.text)) == "identical 0");
      CHECK(value_of(place.database, "SELECT proof FROM imports") == "identical");
      CHECK(place.written() == file.text);
      {
        const Store store = Store::open(place.database, Access::read_only);
        CHECK(verify(store).finding_count == 0);
      }
      const std::size_t first = file.text.find("first");
      if (first == std::string::npos) continue;
      edit_in_shell(place.database, "UPDATE tasks SET prompt = replace(prompt, 'first', 'other')");
      std::string changed = file.text;
      changed.replace(first, 5, "other");
      CHECK(place.written() == changed);
      CHECK(proof_of(place.import_text(changed)) == "identical 0");
      CHECK(place.written() == changed);
    }
  }

  TEST_CASE("without a proof the white space comes back, too") {
    for (const StyledFile& file : files_of_any_hand()) {
      CAPTURE(file.name);
      const Place place;
      ImportOptions options = quick();
      options.proof = Proof::skipped;
      (void)place.import_text(file.text, options);
      CHECK(place.written() == file.text);
    }
  }

  TEST_CASE("a new task stands as its neighbours do, and a gap goes with its record" * damages) {
    const auto text = [](const std::string& records) {
      return "{ \"version\": 1,\n\n  \"tasks\": [\n\n" + records + "\n\n\n  ] ,\t\"z\" : [1,2] }";
    };
    const std::string a = "    {\"id\": \"task-0001\", \"n\": 1}";
    const std::string b = "\n\n    {\"id\": \"task-0002\",\n     \"n\": 2}";
    const std::string c = "\n\t{\"id\": \"task-0003\"}";
    const Place place;
    CHECK(proof_of(place.import_text(text(a + " ," + b + "," + c))) == "identical 0");
    edit_in_shell(place.database, "DELETE FROM tasks WHERE legacy_id = 'task-0002'");
    CHECK(place.written() == text(a + " ," + c));
    CHECK(proof_of(place.import_text(text(a + " ," + c + ", {\"id\": \"task-0004\"}"))) == "identical 0");
    edit_in_shell(place.database, "DELETE FROM tasks WHERE legacy_id = 'task-0001'");
    edit_in_shell(place.database, "DELETE FROM tasks WHERE legacy_id = 'task-0004'");
    CHECK(place.written() == text(c.substr(1).replace(0, 1, "    ")));
  }

  TEST_CASE("a record that was kept here stands where it stood, in the space that it had") {
    const auto text = [](const std::string& second) {
      return "{\"version\": 1,\n \"tasks\": [\n\n  {\"id\": \"task-0001\", \"state\": \"queued\", \"n\": "
             "1},\n\n"
             "  {\"id\": \"task-0002\", \"n\": " +
             second + "}\n ]\n}";
    };
    const Place place;
    (void)place.import_text(text("1"));
    place.change({TaskId{"task-0001"}, SetMembers{{{"n", {"5"}}}}, {}});
    CHECK(proof_of(place.import_text(text("2"))) == "complete 0");
    std::string expected = text("2");
    expected.replace(expected.find("\"n\": 1"), 6, "\"n\": 5");
    CHECK(place.written() == expected);
  }

  TEST_CASE("a purged text is not in the text of a record either, and a purged task leaves none") {
    const Place place;
    const std::string text =
        "{\n  \"tasks\": [\n    { \"id\":\"task-0001\", \"prompt\":\"a s\\u0065cret-text\" },\n"
        "    { \"id\":\"task-0002\", \"n\":1 }\n  ]\n}";
    (void)place.import_text(text);
    CHECK(value_of(place.database, "SELECT count(*) FROM source_records") == "2");
    {
      Store store = Store::open(place.database, Access::read_write);
      PurgeOptions options;
      options.text = "secret-text";
      (void)purge(store, options);
    }
    CHECK(value_of(place.database, "SELECT text LIKE '%ecret%' FROM source_records") == "0");
    CHECK(place.written().find("{ \"id\":\"task-0001\", \"prompt\":\"a [purged]\" }") != std::string::npos);
    {
      Store store = Store::open(place.database, Access::read_write);
      PurgeOptions options;
      options.tasks = {TaskId{"task-0001"}};
      (void)purge(store, options);
    }
    CHECK(value_of(place.database, "SELECT count(*) FROM source_records") == "1");
  }

  TEST_CASE("a text that is no record is a finding, and stops the export" * damages) {
    const Place place;
    (void)place.import_text("{\n  \"tasks\": [\n    { \"id\":\"task-0001\" }\n  ]\n}");
    edit_in_shell(place.database, "UPDATE source_records SET text = '{ \"id\"'");
    CHECK(code_of([&] { (void)place.written(); }) == "no error");
    const TestDir out;
    const ProjectExport report = export_project(Store::open(place.database, Access::read_only), out.path());
    REQUIRE(report.left_out.size() == 1);
    CHECK(report.left_out[0].code == "unreadable");
    {
      const Store store = Store::open(place.database, Access::read_only);
      CHECK(verify(store).finding_count == 1);
    }
  }

  TEST_CASE("a rejected record: complete but for one, and the file is overwritten by force alone") {
    const Place place;
    const SourceReport report = place.import_text(quarantined_text(), with_quarantine());
    CHECK(proof_of(report) == "partial 1");
    CHECK(value_of(place.database, "SELECT proof FROM imports") == "partial");
    const Store store = Store::open(place.database, Access::read_only);
    CHECK(code_of([&] { (void)export_tasks_json(store, place.file); }) == "conflict");
    CHECK(read_all(place.file) == quarantined_text());
    ExportOptions force;
    force.overwrite = Overwrite::always;
    (void)export_tasks_json(store, place.file, force);
    CHECK(read_all(place.file.string() + ".bak") == quarantined_text());
  }

  TEST_CASE("nothing but rejected or kept back records: nothing was taken") {
    const Place place;
    CHECK(proof_of(place.import_text("{\n  \"tasks\": [\n    7\n  ]\n}", with_quarantine())) == "nothing 1");
    const Place kept;
    (void)kept.import_text(
        "{\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n      \"n\": 1\n    }\n  ]\n}");
    write_all(kept.dir / "b.json",
              "{\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n      \"n\": 2\n    }\n  ]\n}");
    const SourceReport report = import_one(kept.database, kept.dir / "b.json", on_conflict(OnConflict::skip));
    CHECK(proof_of(report) == "nothing 1");
    const Store store = Store::open(kept.database, Access::read_only);
    CHECK(code_of([&] { (void)export_tasks_json(store, kept.dir / "b.json"); }) == "conflict");
  }

  TEST_CASE("a record that only changed here is no loss: complete, and the file may be overwritten") {
    const Place place;
    const auto text = [](const std::string& second) {
      return "{\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n      \"state\": \"queued\",\n      "
             "\"n\": 1\n"
             "    },\n    {\n      \"id\": \"task-0002\",\n      \"n\": " +
             second + "\n    }\n  ]\n}";
    };
    (void)place.import_text(text("1"));
    place.change({TaskId{"task-0001"}, SetMembers{{{"n", {"5"}}}}, {}});
    CHECK(proof_of(place.import_text(text("2"))) == "complete 0");
    (void)export_tasks_json(Store::open(place.database, Access::read_only), place.file);
    CHECK(read_all(place.file).find("\"n\": 5") != std::string::npos);
  }
}
