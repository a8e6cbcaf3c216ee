// SPDX-License-Identifier: MIT
// The proof is worth something only if damaged rows turn it red.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include "database_fixture.hpp"
#include "db/database.hpp"
#include "db/transaction.hpp"
#include "imports/import_apply.hpp"
#include "imports/import_prove.hpp"
#include "legacy_documents.hpp"
#include "sources/import_plan.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_first_proved = record("a", {{"prompt", "\"one\""}, {"state", "\"queued\""}});
const std::string k_second_proved = record(
    "b",
    {{"prompt", "\"two\""},
     {"priority", "2.50"},
     {"metadata",
      "{\n        \"tree_id\": \"t\",\n        \"rlm_state\": {\n          \"x\": 1,\n          \"y\": "
      "2\n        },\n        \"cost_tracking\": {\n          \"total_cost_usd\": 0.10900000000000001\n   "
      "     }\n      }"}});
const std::string k_third_proved = record("c", {{"prompt", "\"three\""}});

/// A trigger of each connection that is opened while this lives: one in the file would keep it from being
/// written. Where there is no such table it does nothing.
class PlantedTrigger {
 public:
  explicit PlantedTrigger(const std::string& sql) {
    s_sql = sql;
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(plant));
  }
  PlantedTrigger(const PlantedTrigger&) = delete;
  PlantedTrigger& operator=(const PlantedTrigger&) = delete;
  ~PlantedTrigger() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(plant)); }

 private:
  static int plant(sqlite3* handle, const char** /*message*/, const void* /*routines*/) {
    // A change of temp_store drops all that is temporary: this is what the connection will ask for.
    sqlite3_exec(handle, "PRAGMA temp_store=FILE", nullptr, nullptr, nullptr);
    sqlite3_exec(handle, s_sql.c_str(), nullptr, nullptr, nullptr);
    return SQLITE_OK;
  }
  static inline std::string s_sql;
};

/// What the proof says of a source whose rows were damaged by `sql` after they were written.
struct Verdict {
  bool identical = false;
  std::string message;
  std::string where;  ///< without the file's name
};

Verdict prove_after(const std::string& sql) {
  const TestDir dir;
  (void)Store::create(dir / "x.db");
  write_all(dir / "tasks.json", document({k_first_proved, k_second_proved, k_third_proved}));
  const sources::SourceFile source = sources::open_source(dir / "tasks.json", LiveSource::refuse);
  db::Connection connection = db::open_connection(dir / "x.db", Access::read_write, {});
  const db::WriteTransaction transaction(connection);
  SourceReport report;
  const ImportOptions options;
  imports::ImportApply apply(connection, source, options, nullptr, report);
  sources::SourceReader reader(source, {});
  while (const auto batch = reader.next()) apply.apply(*batch);
  connection.execute(sql);
  const imports::ProofRows rows{apply.first_id(), nullptr};
  Verdict verdict;
  verdict.identical = imports::digest_of_rows(connection, rows, reader.digests().top_level,
                                              [](std::uint64_t) {}) == reader.digests().canonical_sha256;
  const Error error = imports::first_difference(connection, rows, source, {}, reader.digests());
  verdict.message = error.what();
  verdict.where = error.where().substr((dir / "tasks.json").string().size());
  return verdict;
}

std::string offset_of(const std::string& record) {
  return ": byte " +
         std::to_string(document({k_first_proved, k_second_proved, k_third_proved}).find(record)) + " ";
}

/// The message for a difference at the first byte of `rest` in `record`.
std::string message_at(const std::string& record, const std::string& rest) {
  return "the proof failed: byte " + std::to_string(record.find(rest)) +
         " of the record differs; nothing was imported";
}

void check_red(const std::string& sql, const std::string& record, const std::string& rest,
               const std::string& pointer) {
  CAPTURE(sql);
  const Verdict verdict = prove_after(sql);
  CHECK_FALSE(verdict.identical);
  CHECK(verdict.message == message_at(record, rest));
  CHECK(verdict.where == offset_of(record) + pointer);
}

}  // namespace

TEST_SUITE("imports::import_prove") {
  TEST_CASE("rows as they were written are the source") {
    CHECK(prove_after("").identical);
  }

  TEST_CASE("a dropped member") {
    check_red("UPDATE tasks SET prompt = NULL WHERE legacy_id = 'b'", k_second_proved, "\"two\"",
              "/tasks/1/prompt");
    check_red("UPDATE tree_nodes SET cost_total_usd = NULL", k_second_proved, "0.109",
              "/tasks/1/metadata/cost_tracking/total_cost_usd");
    check_red("UPDATE tasks SET residue = NULL WHERE legacy_id = 'b'", k_second_proved, "0,\n",
              "/tasks/1/priority");
    check_red("DELETE FROM tree_nodes", k_second_proved, "\"t\",", "/tasks/1/metadata/tree_id");
  }

  TEST_CASE("a rounded number") {
    check_red("UPDATE tree_nodes SET cost_total_usd = 0.109", k_second_proved, "00000000000001\n",
              "/tasks/1/metadata/cost_tracking/total_cost_usd");
    check_red("UPDATE tasks SET priority = 2 WHERE legacy_id = 'b'", k_second_proved, ".50",
              "/tasks/1/priority");
  }

  TEST_CASE("two records with each other's content") {
    check_red(
        "UPDATE tasks SET prompt = CASE legacy_id WHEN 'a' THEN 'three' ELSE 'one' END WHERE legacy_id IN "
        "('a', "
        "'c')",
        k_first_proved, "one", "/tasks/0/prompt");
    check_red("UPDATE tasks SET position = 4 - id", k_first_proved, "a\"", "/tasks/0/id");
  }

  TEST_CASE("a variable that is gone, renamed or in another place") {
    check_red("DELETE FROM variables WHERE name = 'x'", k_second_proved, "x\": 1",
              "/tasks/1/metadata/rlm_state");
    check_red("UPDATE variables SET name = 'xy' WHERE name = 'x'", k_second_proved, "\": 1",
              "/tasks/1/metadata/rlm_state");
    check_red("UPDATE variables SET position = 9 WHERE name = 'x'", k_second_proved, "x\": 1",
              "/tasks/1/metadata/rlm_state");
  }

  TEST_CASE("members in another order, or missing from the layout") {
    check_red("UPDATE layouts SET members = '[\"id\",\"state\",\"prompt\"]' WHERE members LIKE '%\"state\"%'",
              k_first_proved, "prompt", "/tasks/0");
    check_red(
        "UPDATE tasks SET layout_id = (SELECT layout_id FROM tasks WHERE legacy_id = 'c') WHERE legacy_id = "
        "'b'",
        k_second_proved, "0,\n", "/tasks/1/priority");
  }

  TEST_CASE("a record that is gone or too many") {
    const Verdict gone = prove_after("DELETE FROM tasks WHERE legacy_id = 'c'");
    CHECK_FALSE(gone.identical);
    CHECK(gone.message == "the proof failed: the rows lack a record; nothing was imported");
    CHECK(gone.where == offset_of(k_third_proved) + "/tasks/2");
    const Verdict more = prove_after("INSERT INTO tasks (legacy_id) VALUES ('d')");
    CHECK_FALSE(more.identical);
    CHECK(more.message == "the proof failed: the rows hold a record too many; nothing was imported");
    CHECK(more.where == offset_of(k_third_proved) + "/tasks");
  }

  TEST_CASE("an import whose rows are damaged on the way in is given up as a whole") {
    const TestDir dir;
    (void)Store::create(dir / "x.db");
    const PlantedTrigger damage(
        "CREATE TEMP TRIGGER damage AFTER INSERT ON main.tasks WHEN new.legacy_id = 'b' BEGIN "
        "UPDATE tasks SET prompt = 'TWO' WHERE id = new.id; END");
    const std::string before = content_of(dir / "x.db");
    write_all(dir / "tasks.json", document({k_first_proved, k_second_proved, k_third_proved}));
    const auto error = error_of([&] { (void)import_one(dir / "x.db", dir / "tasks.json"); });
    REQUIRE(error.has_value());
    CHECK((error->code() == ErrorCode::internal));
    CHECK(error->what() == message_at(k_second_proved, "two"));
    CHECK(error->where() == (dir / "tasks.json").string() + offset_of(k_second_proved) + "/tasks/1/prompt");
    CHECK((content_of(dir / "x.db") == before));
  }

  TEST_CASE("so is an update of rows that were there") {
    const TestDir dir;
    write_all(dir / "tasks.json", document({k_second_proved, k_first_proved}));
    (void)import_one(dir / "x.db", dir / "tasks.json");
    const PlantedTrigger damage(
        "CREATE TEMP TRIGGER damage AFTER UPDATE OF prompt ON main.tasks BEGIN "
        "UPDATE tasks SET pid = 1 WHERE legacy_id = 'b'; END");
    const std::string before = content_of(dir / "x.db");
    write_all(dir / "tasks.json", document({k_second_proved, record("a", {{"prompt", "\"new\""}})}));
    CHECK(code_of([&] { (void)import_one(dir / "x.db", dir / "tasks.json"); }) == "internal");
    CHECK((content_of(dir / "x.db") == before));
  }
}
