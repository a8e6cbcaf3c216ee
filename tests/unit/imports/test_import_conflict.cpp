// SPDX-License-Identifier: MIT
// Two sources that know the same id.
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_first = record("a", {{"createdAt", "\"2026-01-02T00:00:00Z\""}});
const std::string k_second = record("a", {{"createdAt", "\"2026-01-05T00:00:00Z\""}});

/// Imports `first`, then `second` from another file by `choice`.
SourceReport import_both(const TestDir& dir, const std::string& first, const std::string& second,
                         OnConflict choice) {
  write_all(dir / "first.json", document({first}));
  write_all(dir / "second.json", document({record("z"), second}));
  (void)import_one(dir / "x.db", dir / "first.json");
  ImportOptions options = quick();
  options.on_conflict = choice;
  return import_one(dir / "x.db", dir / "second.json", options);
}

}  // namespace

TEST_SUITE("imports::import_conflict") {
  TEST_CASE("fail refuses, names the owner and writes nothing") {
    const TestDir dir;
    const auto error = error_of([&] { (void)import_both(dir, k_first, k_second, OnConflict::fail); });
    REQUIRE(error.has_value());
    CHECK((error->code() == ErrorCode::conflict));
    CHECK(std::string(error->what()) ==
          "task a already belongs to " + (dir / "first.json").string() + " with other content");
    CHECK(error->where() == (dir / "second.json").string() + ": byte 107 /tasks/1");
    CHECK(export_text(dir / "x.db") == document({k_first}));
    CHECK(value_of(dir / "x.db", "SELECT count(*) FROM imports") == "1");
  }

  TEST_CASE("skip keeps the first, replace takes the second, newer the later one") {
    const auto outcome = [](const std::string& first, const std::string& second, OnConflict choice) {
      const TestDir dir;
      const SourceReport report = import_both(dir, first, second, choice);
      CHECK((report.proof.value().proven == Proven::partial) == (report.records.kept == 1));
      CHECK(report.records.added == 1);
      CHECK(report.records.changed + report.records.kept == 1);
      const std::string out = export_text(dir / "x.db");
      CHECK((out == document({first, record("z")}) || out == document({record("z"), second})));
      return value_of(dir / "x.db", "SELECT created_at FROM tasks WHERE legacy_id = 'a'");
    };
    CHECK(outcome(k_first, k_second, OnConflict::skip) == "2026-01-02T00:00:00Z");
    CHECK(outcome(k_first, k_second, OnConflict::replace) == "2026-01-05T00:00:00Z");
    CHECK(outcome(k_first, k_second, OnConflict::newer) == "2026-01-05T00:00:00Z");
    CHECK(outcome(k_second, k_first, OnConflict::newer) == "2026-01-05T00:00:00Z");
    CHECK(outcome(k_second, k_first, OnConflict::replace) == "2026-01-02T00:00:00Z");
  }

  TEST_CASE("the same record from two sources is no conflict and stays with the first") {
    const TestDir dir;
    const SourceReport report = import_both(dir, k_first, k_first, OnConflict::fail);
    CHECK(report.records.unchanged == 1);
    CHECK(value_of(dir / "x.db", "SELECT import_id FROM tasks WHERE legacy_id = 'a'") == "1");
  }

  TEST_CASE("a replaced record belongs to its new source") {
    const TestDir dir;
    (void)import_both(dir, k_first, k_second, OnConflict::replace);
    write_all(dir / "second.json", document({record("z"), k_first}));
    CHECK(import_one(dir / "x.db", dir / "second.json").records.changed == 1);
    write_all(dir / "first.json", document({k_second, record("y")}));
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "first.json"); }) == "conflict");
  }

  TEST_CASE("two sources of one call meet as two calls would") {
    const TestDir dir;
    write_all(dir / "first.json", document({k_first}));
    write_all(dir / "second.json", document({k_second}));
    const std::vector<std::filesystem::path> sources{dir / "first.json", dir / "second.json"};
    CHECK(code_of([&] { (void)import_files(dir / "x.db", sources, quick()); }) == "conflict");
    CHECK(dir.count() == 2);
    ImportOptions options = quick();
    options.on_conflict = OnConflict::replace;
    (void)import_files(dir / "x.db", sources, options);
    CHECK(export_text(dir / "x.db") == document({k_second}));
  }

  TEST_CASE("a record that was made here belongs to this database" * damages) {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    edit_in_shell(dir / "x.db", "INSERT INTO tasks (legacy_id, prompt) VALUES ('a', 'mine')");
    write_all(dir / "first.json", document({k_first}));
    const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "first.json"); });
    REQUIRE(error.has_value());
    CHECK(std::string(error->what()) == "task a already belongs to this database with other content");
  }
}
