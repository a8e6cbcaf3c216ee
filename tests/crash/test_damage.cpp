// SPDX-License-Identifier: MIT
// Files that are damaged, foreign or from the future: refused as documented, and left as they are.
#include <doctest/doctest.h>

#include "generated_store.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

struct Imported {
  Imported() {
    source = place.write_source("tasks.json", generated_store({.tasks = 300}));
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    database = read_all(place.database());
    write_all(source, generated_store({.tasks = 310}));
  }

  void put(const std::string& bytes) const { place.reset(bytes); }

  /// The command fails with 8 and this code, and not one byte of the file is another.
  void check_unusable(std::initializer_list<std::string> arguments, const std::string& code) const {
    const std::string before = read_all(place.database());
    const Ended ended = place.rlmdb(arguments);
    CHECK(ended.code == 8);
    CHECK_MESSAGE(says(ended.error, "code", "\"" + code + "\""), ended.error);
    CHECK((read_all(place.database()) == before));
  }

  WorkPlace place;
  fs::path source;
  std::string database;
};

constexpr std::size_t k_page_bytes = 8192;

}  // namespace

TEST_SUITE("crash::damage") {
  TEST_CASE("a truncated file" * damages) {
    const Imported made;
    for (const std::size_t length : {made.database.size() / 2, 3 * k_page_bytes, std::size_t{100}}) {
      CAPTURE(length);
      made.put(made.database.substr(0, length));
      const Ended verified = made.place.rlmdb({"--json", "verify"});
      CHECK((verified.code == 3 || verified.code == 8));
      made.check_unusable({"--json", "stats"}, "corrupt");
      made.check_unusable({"--json", "export", "-o", (made.place.root() / "out.json").string()}, "corrupt");
      CHECK(!fs::exists(made.place.root() / "out.json"));
      made.check_unusable({"--json", "import", made.source.string()}, "corrupt");
    }
  }

  TEST_CASE("a flipped byte in any page is found by verify" * damages) {
    const Imported made;
    unsigned damaged = 0;
    for (std::size_t page = 1; page * k_page_bytes < made.database.size(); page += 7) {
      CAPTURE(page);
      std::string bytes = made.database;
      // The middle of a page: content, where there is any.
      char& byte = bytes[page * k_page_bytes + 4'000];
      byte = static_cast<char>(byte ^ 0x41);
      made.put(bytes);
      const Ended verified = made.place.rlmdb({"--json", "verify"});
      CHECK((verified.code == 0 || verified.code == 3 || verified.code == 8));
      damaged += verified.code == 0 ? 0 : 1;
      CHECK((read_all(made.place.database()) == bytes));
    }
    CHECK(damaged > 0);
  }

  TEST_CASE("a page of zeros" * damages) {
    const Imported made;
    std::string bytes = made.database;
    const std::size_t page = bytes.size() / k_page_bytes / 2;
    bytes.replace(page * k_page_bytes, k_page_bytes, k_page_bytes, '\0');
    made.put(bytes);
    const Ended verified = made.place.rlmdb({"--json", "verify"});
    CHECK((verified.code == 3 || verified.code == 8));
    CHECK((read_all(made.place.database()) == bytes));
  }

  TEST_CASE("a -wal full of garbage is ignored, as SQLite does, and loses nothing") {
    const Imported made;
    made.put(made.database);
    const std::string exported = made.place.rlmdb({"export"}).out;
    made.put(made.database);
    write_all(made.place.database().string() + "-wal", std::string(50'000, '\x5a'));
    CHECK((made.place.rlmdb({"export"}).out == exported));
    CHECK(made.place.rlmdb({"import", made.source.string()}).code == 0);
    CHECK(made.place.rlmdb({"verify"}).code == 0);
    CHECK(made.place.strangers() == "");
  }

  TEST_CASE("a checkpoint that was cut off after the first page") {
    const Imported made;
    made.put(made.database);
    const auto plain = [&](const std::string& sql) {
      PlainDatabase database(made.place.database());
      database.value("PRAGMA wal_autocheckpoint = 0");
      database.value(sql);
    };
    plain(
        "INSERT INTO requests VALUES ('grown', '2026-01-01T00:00:00.000Z', hex(zeroblob(32)), "
        "'[\"' || hex(zeroblob(100000)) || '\"]')");
    const std::string wal = read_all(made.place.database().string() + "-wal");
    plain("PRAGMA wal_checkpoint(TRUNCATE)");
    const std::string moved = read_all(made.place.database());
    REQUIRE(wal.size() > 200'000);
    REQUIRE(moved.size() > made.database.size());
    // The first page counts pages that only the -wal has.
    made.put(moved.substr(0, k_page_bytes) + made.database.substr(k_page_bytes));
    write_all(made.place.database().string() + "-wal", wal);
    CHECK(made.place.rlmdb({"stats"}).code == 0);
    CHECK(made.place.rlmdb({"verify"}).code == 0);
    CHECK(made.place.rlmdb({"import", made.source.string()}).code == 0);
    CHECK(PlainDatabase(made.place.database()).value("SELECT length(answer) FROM requests") == "200004");
  }

  TEST_CASE("a database of another program") {
    const Imported made;
    fs::remove(made.place.database());
    REQUIRE(run({.words = {"sqlite3", made.place.database().string(), "CREATE TABLE theirs (x)"}}).code == 0);
    made.check_unusable({"--json", "stats"}, "not_our_database");
    made.check_unusable({"--json", "import", made.source.string()}, "not_our_database");
    CHECK(made.place.strangers() == "");
    CHECK(!fs::exists(made.place.database().string() + "-shm"));
  }

  TEST_CASE("an empty file, a text file") {
    const Imported made;
    for (const std::string& bytes : {std::string(), std::string(5'000, 'x'), std::string("{}")}) {
      made.put(bytes);
      made.check_unusable({"--json", "stats"}, "not_our_database");
      made.check_unusable({"--json", "import", made.source.string()}, "not_our_database");
    }
  }

  TEST_CASE("a schema from the future" * damages) {
    const Imported made;
    made.put(made.database);
    {
      PlainDatabase newer(made.place.database());
      newer.value("UPDATE meta SET value = '9999' WHERE key = 'schema_major'");
      newer.value("PRAGMA user_version = 9999");
      newer.value("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    made.check_unusable({"--json", "stats"}, "schema_too_new");
    made.check_unusable({"--json", "import", made.source.string()}, "schema_too_new");
    made.check_unusable({"--json", "migrate", "up"}, "schema_too_new");
  }

  TEST_CASE("steps that this program does not know, of the same major version, do no harm") {
    const Imported made;
    made.put(made.database);
    PlainDatabase(made.place.database()).value("PRAGMA user_version = 9999");
    CHECK(made.place.rlmdb({"stats"}).code == 0);
    CHECK(made.place.rlmdb({"import", made.source.string()}).code == 0);
    CHECK(PlainDatabase(made.place.database()).value("PRAGMA user_version") == "9999");
  }
}
