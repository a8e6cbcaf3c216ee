// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "legacy_fixtures.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using rlmdb::tests::legacy_written_files;

namespace {

constexpr const char* k_used_store = R"({
  "version": 1,
  "updatedAt": "2025-12-31T00:00:00.000Z",
  "tasks": [
    {
      "id": "earlier-0001",
      "prompt": "was here before"
    }
  ]
})";

/// The store's document with the one record of k_used_store in front of its own.
std::string behind_used_record(const std::string& document) {
  const std::string used = k_used_store;
  const std::string start = "\"tasks\": [";
  const std::size_t begin = used.find(start) + start.size();
  const std::string record = used.substr(begin, used.rfind("\n  ]") - begin);
  std::string both = document;
  return both.insert(both.find(start) + start.size(), record + ",");
}

}  // namespace

TEST_SUITE("roundtrip::files") {
  TEST_CASE("a file of the legacy store comes back byte for byte from a fresh database") {
    for (const std::filesystem::path& file : legacy_written_files()) {
      CAPTURE(file);
      const TestDir dir;
      const SourceReport report = import_one(dir / "x.db", file);
      CHECK(report.records.read == report.records.added);
      CHECK(report.warning_count == 0);
      CHECK(report.proof.value().identical());
      CHECK(report.proof.value().sha256 == report.sha256);
      CHECK((export_text(dir / "x.db") == read_all(file)));
    }
  }

  TEST_CASE("and so it does, behind the records that were there, from a database in use") {
    for (const std::filesystem::path& file : legacy_written_files()) {
      CAPTURE(file);
      const TestDir dir;
      write_all(dir / "used.json", k_used_store);
      (void)import_one(dir / "x.db", dir / "used.json");
      CHECK(import_one(dir / "x.db", file).proof.value().identical());
      CHECK((export_text(dir / "x.db") == behind_used_record(read_all(file))));
    }
  }

  TEST_CASE("the order in which sources come makes no difference to their records") {
    const TestDir dir;
    write_all(dir / "used.json", k_used_store);
    const std::vector<std::filesystem::path> files = legacy_written_files();
    const auto report = import_files(dir / "x.db", {dir / "used.json", files.front()}, quick());
    CHECK(report.database_created);
    CHECK(report.sources.at(0).records.added == 1);
    CHECK((export_text(dir / "x.db") == behind_used_record(read_all(files.front()))));
  }

  TEST_CASE("an export into a file is the same bytes, private, and leaves nothing beside it") {
    const TestDir dir;
    const TestDir out;
    const std::filesystem::path file = rlmdb::tests::fixtures_directory() / "tasks-small.json";
    (void)import_one(dir / "x.db", file);
    const Store store = Store::open(dir / "x.db", Access::read_only);
    const ExportReport report = export_tasks_json(store, out / "out.json");
    CHECK((read_all(out / "out.json") == read_all(file)));
    CHECK(report.tasks == 15);
    CHECK(report.left_out == 0);
    CHECK(report.bytes == std::filesystem::file_size(file));
    CHECK(out.count() == 1);
    CHECK((std::filesystem::status(out / "out.json").permissions() == std::filesystem::perms(0600)));
  }

  TEST_CASE("an empty database exports an empty store") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    CHECK(export_text(dir / "x.db", "2026-03-01T00:00:00.000Z") ==
          "{\n  \"version\": 1,\n  \"updatedAt\": \"2026-03-01T00:00:00.000Z\",\n  \"tasks\": []\n}");
  }
}
