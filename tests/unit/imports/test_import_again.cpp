// SPDX-License-Identifier: MIT
// The same source again: what changed there, here, on both sides.
#include <doctest/doctest.h>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

const std::string k_a = record("a", {{"state", "\"queued\""}});
const std::string k_b = record("b", {{"state", "\"queued\""}});
const std::string k_c = record("c", {{"state", "\"queued\""}});
const std::string k_b_done = record("b", {{"state", "\"completed\""}});
const std::string k_b_failed = record("b", {{"state", "\"failed\""}});

/// A source and the database it is imported into.
class Home {
 public:
  SourceReport import(const std::vector<std::string>& records, OnConflict on_conflict = OnConflict::fail) {
    write_all(m_dir / "tasks.json", document(records));
    return import_unchanged(on_conflict);
  }
  SourceReport import_unchanged(OnConflict on_conflict = OnConflict::fail) {
    ImportOptions options = quick();
    options.on_conflict = on_conflict;
    return import_one(database(), m_dir / "tasks.json", options);
  }
  void edit(const std::string& sql) { edit_in_shell(database(), sql); }
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "x.db"; }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return m_dir / name; }
  [[nodiscard]] std::string exported() const { return export_text(database()); }
  [[nodiscard]] Lines rows(const std::string& sql) const { return rows_of(database(), sql); }

 private:
  TestDir m_dir;
};

void check_counts(const RecordCounts& counts, std::uint64_t added, std::uint64_t changed,
                  std::uint64_t unchanged, std::uint64_t kept, std::uint64_t missing) {
  CHECK(counts.added == added);
  CHECK(counts.changed == changed);
  CHECK(counts.unchanged == unchanged);
  CHECK(counts.kept == kept);
  CHECK(counts.missing == missing);
}

}  // namespace

TEST_SUITE("imports::import_again") {
  TEST_CASE("the same bytes do nothing, under another name too") {
    Home home;
    const SourceReport first = home.import({k_a, k_b});
    const std::string before = content_of(home.database());
    const SourceReport again = home.import_unchanged();
    CHECK(again.already_imported);
    CHECK(again.sha256 == first.sha256);
    std::filesystem::copy_file(home.file("tasks.json"), home.file("copy.json"));
    CHECK(import_one(home.database(), home.file("copy.json"), quick()).already_imported);
    CHECK((content_of(home.database()) == before));
  }

  TEST_CASE("a grown source writes only what is new") {
    Home home;
    (void)home.import({k_a, k_b});
    const Lines before = home.rows("SELECT * FROM tasks");
    check_counts(home.import({k_a, k_b, k_c}).records, 1, 0, 2, 0, 0);
    CHECK(home.rows("SELECT * FROM tasks WHERE legacy_id <> 'c'") == before);
    CHECK(home.exported() == document({k_a, k_b, k_c}));
  }

  TEST_CASE("a record that changed there is updated, and its previous values stay") {
    Home home;
    (void)home.import({k_a, record("b", {{"state", "\"queued\""}, {"extra", "[1,2]"}})});
    const Lines others = home.rows("SELECT * FROM tasks WHERE legacy_id = 'a'");
    const std::string now = record("b", {{"state", "\"failed\""}, {"error", "\"x\""}});
    check_counts(home.import({k_a, now}).records, 0, 1, 1, 0, 0);
    CHECK(home.exported() == document({k_a, now}));
    CHECK(home.rows("SELECT * FROM tasks WHERE legacy_id = 'a'") == others);
    CHECK(home.rows("SELECT version, source_version, import_id FROM tasks WHERE legacy_id = 'b'") ==
          Lines{"2|2|2"});
    CHECK(home.rows(
              "SELECT t.legacy_id, e.import_id, c.member, c.old_value FROM event_changes c "
              "JOIN events e ON e.seq = c.event_seq JOIN tasks t ON t.id = c.owner_id ORDER BY c.member") ==
          Lines{"b|2|/error|NULL", "b|2|/extra|[1,2]", "b|2|/state|\"queued\""});
  }

  TEST_CASE("variables and checkpoints of an updated record are replaced, not added to") {
    Home home;
    const auto with = [](const std::string& metadata) { return record("a", {{"metadata", metadata}}); };
    (void)home.import(
        {with("{\n        \"rlm_state\": {\n          \"x\": 1,\n          \"y\": 2\n        },\n        "
              "\"checkpoints\": [\n          {}\n        ]\n      }")});
    const std::string now = with("{\n        \"rlm_state\": {\n          \"y\": 3\n        }\n      }");
    check_counts(home.import({now}).records, 0, 1, 0, 0, 0);
    CHECK(home.exported() == document({now}));
    CHECK(home.rows("SELECT name, value FROM variables") == Lines{"y|3"});
    CHECK(home.rows("SELECT count(*) FROM task_checkpoints") == Lines{"0"});
  }

  TEST_CASE("a record that changed only here is kept" * damages) {
    Home home;
    (void)home.import({k_a, k_b});
    home.edit("UPDATE tasks SET state = 'completed' WHERE legacy_id = 'b'");
    check_counts(home.import({k_a, k_b, k_c}).records, 1, 0, 1, 1, 0);
    CHECK(home.exported() == document({k_a, k_b_done, k_c}));
  }

  TEST_CASE("the same change on both sides is no conflict") {
    Home home;
    (void)home.import({k_a, k_b});
    home.edit("UPDATE tasks SET state = 'completed' WHERE legacy_id = 'b'");
    check_counts(home.import({k_a, k_b_done}).records, 0, 0, 2, 0, 0);
    check_counts(home.import({k_a, k_b_failed}).records, 0, 1, 1, 0, 0);
    CHECK(home.exported() == document({k_a, k_b_failed}));
  }

  TEST_CASE("another change on each side is a conflict that changes nothing" * damages) {
    Home home;
    (void)home.import({k_a, k_b});
    home.edit("UPDATE tasks SET state = 'completed' WHERE legacy_id = 'b'");
    const std::string before = content_of(home.database());
    const auto error = error_of([&] { (void)home.import({k_c, k_a, k_b_failed}); });
    REQUIRE(error.has_value());
    CHECK((error->code() == ErrorCode::conflict));
    CHECK(std::string(error->what()) == "task b changed both here and in the source since the last import");
    CHECK(error->where() == home.file("tasks.json").string() + ": byte 186 /tasks/2");
    CHECK((content_of(home.database()) == before));
  }

  TEST_CASE("--on-conflict skip keeps ours, replace takes theirs, newer the later one" * damages) {
    const auto outcome = [](OnConflict choice, const std::string& here) {
      Home home;
      (void)home.import({record("b", {{"completedAt", "\"2026-01-02T00:00:00Z\""}})});
      home.edit("UPDATE tasks SET completed_at = '" + here + "'");
      const SourceReport report =
          home.import({record("b", {{"completedAt", "\"2026-01-05T00:00:00Z\""}})}, choice);
      CHECK(report.records.changed + report.records.kept == 1);
      CHECK(report.proof.has_value());
      return value_of(home.database(), "SELECT completed_at FROM tasks");
    };
    const std::string there = "2026-01-05T00:00:00Z";
    CHECK(outcome(OnConflict::skip, "2026-01-04T00:00:00Z") == "2026-01-04T00:00:00Z");
    CHECK(outcome(OnConflict::replace, "2026-01-06T00:00:00Z") == there);
    CHECK(outcome(OnConflict::newer, "2026-01-04T00:00:00Z") == there);
    CHECK(outcome(OnConflict::newer, "2026-01-06T00:00:00Z") == "2026-01-06T00:00:00Z");
    // Times are instants: the first text is greater, the second time is later; "soon" is no time.
    CHECK(outcome(OnConflict::newer, "2026-01-05T01:00:00+02:00") == there);
    CHECK(outcome(OnConflict::newer, "2026-01-04T23:00:00-02:00") == "2026-01-04T23:00:00-02:00");
    CHECK(outcome(OnConflict::newer, "soon") == there);
  }

  TEST_CASE("newer looks at the latest of a record's three times") {
    Home home;
    const std::string done = record("b", {{"completedAt", "\"2026-02-01T00:00:00Z\""}});
    (void)home.import({done});
    // Requeued here and running since November: what ended in February is older.
    home.edit("UPDATE tasks SET state = 'running', started_at = '2026-11-01T00:00:00Z', completed_at = NULL");
    const std::string redone = record("b", {{"completedAt", "\"2026-03-01T00:00:00Z\""}});
    CHECK(home.import({redone}, OnConflict::newer).records.kept == 1);
    home.edit("UPDATE tasks SET started_at = '2026-02-28T00:00:00Z'");
    CHECK(home.import({redone, k_a}, OnConflict::newer).records.changed == 1);
  }

  TEST_CASE("a record that vanished there is kept and counted") {
    Home home;
    (void)home.import({k_a, k_b, k_c});
    check_counts(home.import({k_a, k_c}).records, 0, 0, 2, 0, 1);
    CHECK(home.exported() == document({k_a, k_b, k_c}));
    check_counts(home.import({k_a, k_c, record("d")}).records, 1, 0, 2, 0, 1);
  }

  TEST_CASE("records follow the source's order, wherever new ones come") {
    Home home;
    (void)home.import({k_a, k_b, k_c});
    check_counts(home.import({k_c, k_a, k_b}).records, 0, 0, 3, 0, 0);
    CHECK(home.exported() == document({k_c, k_a, k_b}));
    CHECK(home.rows("SELECT DISTINCT version FROM tasks") == Lines{"1"});
    check_counts(home.import({record("d"), k_b, k_c, record("e"), k_a}).records, 2, 0, 3, 0, 0);
    CHECK(home.exported() == document({record("d"), k_b, k_c, record("e"), k_a}));
  }

  TEST_CASE("records of others keep their places while the source moves its own") {
    Home home;
    (void)home.import({k_a, k_b});
    write_all(home.file("other.json"), document({record("o")}));
    (void)import_one(home.database(), home.file("other.json"), quick());
    (void)home.import({k_c, k_b, k_a});
    CHECK(home.exported() == document({k_c, k_b, record("o"), k_a}));
  }

  TEST_CASE("a source put back to an older state is imported as that state") {
    Home home;
    (void)home.import({k_a, k_b});
    (void)home.import({k_a, k_b_done});
    const SourceReport report = home.import({k_a, k_b});
    CHECK_FALSE(report.already_imported);
    check_counts(report.records, 0, 1, 1, 0, 0);
    CHECK(home.exported() == document({k_a, k_b}));
  }

  TEST_CASE("only the top level changed: no record does") {
    Home home;
    (void)home.import({k_a});
    std::string later = document({k_a});
    later.replace(later.find("2026-02-28"), 10, "2026-03-01");
    write_all(home.file("tasks.json"), later);
    check_counts(home.import_unchanged().records, 0, 0, 1, 0, 0);
    CHECK(home.exported() == later);
  }

  TEST_CASE("a source is known by its real path") {
    Home home;
    (void)home.import({k_a});
    std::filesystem::create_symlink(home.file("tasks.json"), home.file("link.json"));
    write_all(home.file("tasks.json"), document({record("a", {{"state", "\"failed\""}})}));
    check_counts(import_one(home.database(), home.file("link.json"), quick()).records, 0, 1, 0, 0, 0);
  }
}
