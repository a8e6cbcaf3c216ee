// SPDX-License-Identifier: MIT
// Every quirk of data/legacy/quirks by name and what becomes of it. A new fixture without a row here is red.
#include <doctest/doctest.h>

#include <cstdint>
#include <set>

#include "database_fixture.hpp"
#include "legacy_fixtures.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using rlmdb::tests::quirk_expected;
using rlmdb::tests::quirk_names;
using rlmdb::tests::quirk_text;
using rlmdb::tests::quirks_directory;

namespace {

enum class Outcome {
  exact,     ///< everything comes in
  lossy,     ///< comes in; `code` is reported `count` times
  rejected,  ///< refused: the record at `where` cannot be a task, for the reason `code`
  refused,   ///< refused at `where` with the message `code`
};

struct Quirk {
  std::string name;
  Outcome outcome;
  std::uint64_t records;  ///< read
  std::string where;
  std::string code;
  std::uint64_t count = 0;
  /// Why the export is canonical/NAME.json, on purpose not what the legacy store writes back; or empty.
  std::string ours;
};

Quirk exact(std::string name, std::uint64_t records) {
  return {std::move(name), Outcome::exact, records, "", "", 0, ""};
}

Quirk ours(std::string name, std::uint64_t records, std::string reason) {
  return {std::move(name), Outcome::exact, records, "", "", 0, std::move(reason)};
}

Quirk lossy(std::string name, std::uint64_t records, std::string code, std::uint64_t count,
            std::string reason = "") {
  return {std::move(name), Outcome::lossy, records, "", std::move(code), count, std::move(reason)};
}

Quirk rejected(std::string name, std::string where, std::string code) {
  return {std::move(name), Outcome::rejected, 4, std::move(where), std::move(code), 0, ""};
}

Quirk refused(std::string name, std::string where, std::string message) {
  return {std::move(name), Outcome::refused, 0, std::move(where), std::move(message), 0, ""};
}

const std::vector<Quirk>& quirks() {
  static const std::vector<Quirk> k_quirks = {
      exact("cost-odd", 7),
      exact("dates-completed-before-started", 1),
      exact("dates-completed-odd", 10),
      exact("dates-equal", 4),
      rejected("element-first-id-array", "73 /tasks/0", "id_not_a_string"),
      rejected("element-first-id-bool", "73 /tasks/0", "id_not_a_string"),
      rejected("element-first-id-number", "73 /tasks/0", "id_not_a_string"),
      rejected("element-first-id-object", "73 /tasks/0", "id_not_a_string"),
      rejected("element-first-null", "73 /tasks/0", "not_an_object"),
      rejected("element-first-number", "73 /tasks/0", "not_an_object"),
      rejected("element-last-array", "761 /tasks/3", "not_an_object"),
      rejected("element-last-empty-object", "761 /tasks/3", "id_not_a_string"),
      rejected("element-last-id-array", "761 /tasks/3", "id_not_a_string"),
      rejected("element-last-id-bool", "761 /tasks/3", "id_not_a_string"),
      rejected("element-last-id-number", "761 /tasks/3", "id_not_a_string"),
      rejected("element-last-id-object", "761 /tasks/3", "id_not_a_string"),
      refused("file-empty", "0", "the file is empty"),
      refused("file-nuls", "0", "a NUL byte stands in the text"),
      refused("file-single-quotes", "1", "a member name in double quotes is missing"),
      refused("file-trailing-comma", "1106 /tasks", "a comma stands before a closing bracket"),
      refused("file-trailing-nuls", "1108", "NUL bytes stand after the end of the document"),
      refused("file-two-documents", "1109", "data stands after the end of the document"),
      refused("file-utf16le", "0", "the file is UTF-16, not UTF-8"),
      refused("file-whitespace", "5", "the file holds nothing but white space"),
      exact("format-4-spaces", 3),
      exact("format-tabs-crlf", 3),
      exact("id-beyond-2pow53", 1),
      lossy("id-duplicate-adjacent", 2, "duplicate_id", 1),
      lossy("id-duplicate-far", 3, "duplicate_id", 1),
      exact("id-empty-string", 2),
      exact("id-five-digits", 2),
      exact("id-node-like", 3),
      exact("id-unordered-gaps", 4),
      exact("id-very-long", 1),
      refused("longer-old-tail", "1108", "data stands after the end of the document"),
      exact("metadata-missing", 1),
      exact("metadata-odd", 5),
      refused("nesting-100k", "1286 /tasks/0/metadata/n",
              "arrays and objects are nested deeper than the limit"),
      exact("nesting-500", 1),
      exact("nesting-objects-400", 1),
      ours("numbers-arrays", 1, "numbers stay as read"),
      exact("output-odd", 4),
      exact("pid-missing", 1),
      exact("rlmstate-file-paths", 1),
      exact("rlmstate-inline-10k", 1),
      ours("rlmstate-names", 1, "integer-like names keep their place"),
      exact("rlmstate-shapes", 8),
      exact("rlmstate-types", 1),
      exact("state-missing", 1),
      exact("state-odd", 7),
      exact("store-over-hard-limit", 1200),
      exact("strings-ansi", 1),
      exact("strings-crlf", 1),
      exact("strings-escapes", 1),
      lossy("strings-invalid-utf8", 1, "invalid_utf8", 1, "no top-level member is invented"),
      exact("strings-lone-surrogates", 1),
      exact("strings-long-output", 1),
      exact("strings-nul", 1),
      lossy("task-dup-keys", 1, "duplicate_member", 2),
      exact("task-empty-keys", 1),
      ours("task-integer-keys-top", 1, "integer-like names keep their place"),
      ours("task-integer-keys", 1, "integer-like names keep their place"),
      exact("task-key-order", 2),
      exact("task-proto-key", 1),
      exact("task-tojson-key", 1),
      exact("task-unknown-fields", 1),
      ours("tasks-empty-array", 0, "no top-level member is invented"),
      refused("tasks-empty-string", "9 /tasks", "`tasks` is no array"),
      refused("tasks-missing", "0", "the top level has no `tasks` array"),
      refused("tasks-null", "21 /tasks", "`tasks` is no array"),
      refused("tasks-number", "9 /tasks", "`tasks` is no array"),
      refused("tasks-object", "9 /tasks", "`tasks` is no array"),
      refused("tasks-string", "9 /tasks", "`tasks` is no array"),
      refused("tasks-true", "9 /tasks", "`tasks` is no array"),
      refused("tasks-zero", "9 /tasks", "`tasks` is no array"),
      refused("top-null", "0", "the top level is no object"),
      ours("top-tasks-first", 3, "the top level stays as it is"),
      refused("top-true", "0", "the top level is no object"),
      ours("top-unknown-fields", 3, "unknown top-level members are kept"),
      exact("tree-cycle", 3),
      exact("tree-depth-mismatch", 3),
      exact("tree-dup-node-id", 2),
      exact("tree-ids-odd", 6),
      exact("tree-no-root", 2),
      exact("tree-parent-is-node-id", 2),
      exact("tree-parent-other-tree", 2),
      exact("tree-self-parent", 1),
      exact("tree-too-deep", 9),
      refused("truncated-10pct", "110 /tasks/0", "the input ends inside a value"),
      refused("truncated-90pct", "997 /tasks/2", "the input ends inside a value"),
      refused("truncated-half", "554 /tasks/1/createdAt", "the input ends inside a value"),
      refused("truncated-in-utf8", "126 /tasks/0/prompt", "the input ends inside a value"),
      refused("truncated-last-byte", "1107", "the input ends inside a value"),
  };
  return k_quirks;
}

std::filesystem::path file_of(const Quirk& quirk) {
  return quirks_directory() / (quirk.name + ".json");
}

/// What the export at k_fixture_now must be.
std::string answer_of(const Quirk& quirk) {
  if (quirk.ours.empty()) return quirk_expected(quirk.name);
  return read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy/canonical" / (quirk.name + ".json"));
}

bool is_imported(const Quirk& quirk) {
  return quirk.outcome == Outcome::exact || quirk.outcome == Outcome::lossy;
}

void check_report(const Quirk& quirk, const SourceReport& report) {
  CHECK(report.records.read == quirk.records);
  CHECK(report.records.rejected == 0);
  CHECK(report.proof.value().left_out == 0);
  CHECK(report.loss_count == quirk.count);
  CHECK(report.warning_count == quirk.count);
  for (const Finding& warning : report.warnings) CHECK(warning.code == quirk.code);
}

/// "FILE: byte 5 (line 1, column 6) /a" as the table has it, "FILE:5 /a".
std::string in_short(std::string where) {
  const std::string byte = ": byte ";
  const std::size_t begin = where.find(byte);
  if (begin == std::string::npos) return where;
  if (const std::size_t line = where.find(" (line "); line != std::string::npos)
    where.erase(line, where.find(')', line) + 1 - line);
  return where.replace(begin, byte.size(), ":");
}

void check_refusal(const Quirk& quirk, const std::optional<Error>& error) {
  REQUIRE(error.has_value());
  CHECK((error->code() == ErrorCode::invalid_input));
  const std::string where = in_short(error->where()).substr(file_of(quirk).string().size() + 1);
  const bool is_deep = where.size() > 200;
  CHECK((is_deep ? where.substr(0, quirk.where.size()) : where) == quirk.where);
  const std::string message = quirk.outcome == Outcome::refused ? quirk.code
                                                                : "1 record cannot be a task: byte " +
                                                                      quirk.where + " (" + quirk.code + ")";
  CHECK(error->what() == message);
}

/// A database that has a record of its own.
void make_used_database(const TestDir& dir) {
  write_all(dir / "used.json", R"({"tasks":[{"id":"earlier-0001"}]})");
  (void)import_one(dir / "x.db", dir / "used.json");
}

std::uint64_t offset_of(const Quirk& quirk) {
  return std::stoull(quirk.where);
}

}  // namespace

TEST_SUITE("roundtrip::quirks") {
  TEST_CASE("the table names every fixture") {
    std::set<std::string> named;
    for (const Quirk& quirk : quirks()) named.insert(quirk.name);
    const std::vector<std::string> present = quirk_names();
    CHECK(named.size() == quirks().size());
    CHECK((named == std::set<std::string>(present.begin(), present.end())));
  }

  TEST_CASE(
      "what can come in comes in and goes out as the legacy store would write it, or as the table says") {
    for (const Quirk& quirk : quirks()) {
      if (!is_imported(quirk)) continue;
      CAPTURE(quirk.name);
      const TestDir dir;
      check_report(quirk, import_one(dir / "x.db", file_of(quirk)));
      CHECK((export_text(dir / "x.db", k_fixture_now) == answer_of(quirk)));
      CHECK(std::stoull(value_of(dir / "x.db", "SELECT count(*) FROM import_losses")) == quirk.count);
    }
  }

  TEST_CASE("also in a database that holds other records") {
    for (const Quirk& quirk : quirks()) {
      if (!is_imported(quirk)) continue;
      CAPTURE(quirk.name);
      const TestDir dir;
      make_used_database(dir);
      check_report(quirk, import_one(dir / "x.db", file_of(quirk)));
      std::string document = export_text(dir / "x.db", k_fixture_now);
      const std::string record = "\n    {\n      \"id\": \"earlier-0001\"\n    }";
      const std::size_t place = document.find(record);
      REQUIRE(place != std::string::npos);
      document.erase(place, record.size() + (document[place + record.size()] == ',' ? 1 : 0));
      if (quirk.records == 0) document.replace(document.find("[\n  ]"), 5, "[]");
      CHECK((document == answer_of(quirk)));
    }
  }

  TEST_CASE("the export of an export is the same bytes, and now nothing is lost") {
    for (const Quirk& quirk : quirks()) {
      if (!is_imported(quirk)) continue;
      CAPTURE(quirk.name);
      const TestDir dir;
      (void)import_one(dir / "x.db", file_of(quirk));
      const std::string first = export_text(dir / "x.db");
      write_all(dir / "again.json", first);
      const SourceReport report = import_one(dir / "y.db", dir / "again.json");
      CHECK(report.warning_count == 0);
      CHECK(report.sha256 == report.proof.value().sha256);
      CHECK((export_text(dir / "y.db") == first));
    }
  }

  TEST_CASE("what is refused is refused with its place and leaves no database behind") {
    for (const Quirk& quirk : quirks()) {
      if (is_imported(quirk)) continue;
      CAPTURE(quirk.name);
      const TestDir dir;
      check_refusal(quirk, error_of([&] { (void)import_one(dir / "x.db", file_of(quirk)); }));
      CHECK(dir.count() == 0);
    }
  }

  TEST_CASE("and leaves a database in use as it was") {
    const TestDir dir;
    make_used_database(dir);
    const std::string before = content_of(dir / "x.db");
    for (const Quirk& quirk : quirks()) {
      if (is_imported(quirk)) continue;
      CAPTURE(quirk.name);
      check_refusal(quirk, error_of([&] { (void)import_one(dir / "x.db", file_of(quirk)); }));
      CHECK((content_of(dir / "x.db") == before));
    }
  }

  TEST_CASE("--quarantine keeps what cannot be a task as it stands in the file and takes the rest") {
    ImportOptions options = quick();
    options.bad_records = BadRecords::quarantine;
    for (const Quirk& quirk : quirks()) {
      if (quirk.outcome != Outcome::rejected) continue;
      CAPTURE(quirk.name);
      const TestDir dir;
      const SourceReport report = import_one(dir / "x.db", file_of(quirk), options);
      CHECK(report.records.read == 4);
      CHECK(report.records.added == 3);
      REQUIRE(report.rejects.size() == 1);
      CHECK(report.rejects[0].where == file_of(quirk).string() + ": byte " + quirk.where);
      CHECK(report.rejects[0].code == quirk.code);
      const std::string raw = value_of(dir / "x.db", "SELECT raw FROM import_rejects");
      CHECK(quirk_text(quirk.name).substr(offset_of(quirk), raw.size()) == raw);
      // The three good records are those of this fixture; with the bad one in, the legacy store drops them
      // too.
      CHECK((export_text(dir / "x.db", k_fixture_now) == quirk_expected("format-4-spaces")));
    }
  }

  TEST_CASE("the depth limit is exact, and a raised one lets deeper records through") {
    const TestDir dir;
    // The record is level 1, so the innermost array of these is level 2,001.
    const std::string nested = std::string(2000, '[') + std::string(2000, ']');
    write_all(dir / "deep.json", R"({"tasks":[{"id":"a","n":)" + nested + "}]}");
    ImportOptions options = quick();
    options.max_depth = 2000;
    const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "deep.json", options); });
    REQUIRE(error.has_value());
    CHECK(in_short(error->where()).starts_with((dir / "deep.json").string() + ":2023 /tasks/0/n/0/0/"));
    options.max_depth = 2001;
    CHECK(import_one(dir / "x.db", dir / "deep.json", options).proof.value().identical());
    const std::string out = export_text(dir / "x.db");
    CHECK(out.find("\n" + std::string(std::size_t{2} * 2002, ' ') + "[]\n") != std::string::npos);
  }
}
