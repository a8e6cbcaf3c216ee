// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <fstream>

#include "database_fixture.hpp"
#include "db/integrity.hpp"
#include "legacy_documents.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Lines = std::vector<std::string>;

const std::string k_record_a = record("a", {{"state", "\"queued\""}});
const std::string k_record_b =
    record("b", {{"prompt", "\"p\""},
                 {"metadata", "{\n        \"rlm_state\": {\n          \"x\": 1\n        }\n      }"}});
const std::string k_record_c = record("c");

/// A database with these records and the file they came from.
class Verified {
 public:
  explicit Verified(const std::vector<std::string>& records) {
    write_all(m_dir / "tasks.json", document(records));
    (void)import_one(database(), m_dir / "tasks.json");
  }
  void edit(const std::string& sql) { edit_in_shell(database(), sql); }
  [[nodiscard]] std::filesystem::path database() const { return m_dir / "x.db"; }
  [[nodiscard]] std::filesystem::path other(const std::string& text) const {
    write_all(m_dir / "other.json", text);
    return m_dir / "other.json";
  }
  [[nodiscard]] VerifyReport verify() const {
    return rlmdb::verify(Store::open(database(), Access::read_only));
  }
  /// "OFFSET POINTER CODE" of each difference from `text`.
  [[nodiscard]] Lines differences(const std::string& text) const {
    const VerifyReport report = verify_against(Store::open(database(), Access::read_only), other(text));
    Lines lines;
    const std::string file = other(text).string() + ": byte ";
    for (const Finding& finding : report.findings) {
      const bool in_file = finding.where.starts_with(file);
      lines.push_back((in_file ? finding.where.substr(file.size()) : finding.where) + " " + finding.code);
    }
    CHECK(report.finding_count == lines.size());
    return lines;
  }

 private:
  TestDir m_dir;
};

Lines findings_of(const VerifyReport& report) {
  Lines lines;
  for (const Finding& finding : report.findings) lines.push_back(finding.where + " " + finding.code);
  CHECK(report.finding_count == lines.size());
  return lines;
}

std::string at(const std::string& text, const std::string& record) {
  return std::to_string(text.find(record));
}

}  // namespace

TEST_SUITE("checks::verify") {
  TEST_CASE("what was imported is clean, and so is what was imported again") {
    Verified home({k_record_a, k_record_b, k_record_c});
    const VerifyReport report = home.verify();
    CHECK(report.tasks_checked == 3);
    CHECK(report.finding_count == 0);
    (void)import_one(home.database(), home.other(document({k_record_a, record("b"), record("d")})), [] {
      ImportOptions o = quick();
      o.on_conflict = OnConflict::replace;
      return o;
    }());
    CHECK(home.verify().finding_count == 0);
  }

  TEST_CASE("an empty database is clean") {
    const TestDir dir;
    CHECK(verify(Store::create(dir / "x.db")).finding_count == 0);
  }

  TEST_CASE("an edited row is found, in any of its tables" * damages) {
    for (const char* sql :
         {"UPDATE tasks SET prompt = 'q' WHERE legacy_id = 'b'", "UPDATE variables SET value = '2'",
          "DELETE FROM variables", "INSERT INTO task_checkpoints (task_id, name) VALUES (2, 'n')"}) {
      CAPTURE(sql);
      Verified home({k_record_a, k_record_b, k_record_c});
      home.edit(sql);
      CHECK(findings_of(home.verify()) == Lines{"b changed_outside"});
    }
  }

  TEST_CASE("a deleted row is found" * damages) {
    Verified home({k_record_a, k_record_b, k_record_c});
    home.edit("PRAGMA foreign_keys = ON; DELETE FROM tasks WHERE legacy_id = 'c'");
    const VerifyReport report = home.verify();
    CHECK(findings_of(report) == Lines{"tasks rows_missing"});
    CHECK(report.findings[0].message == "3 tasks were imported, 2 are there");
  }

  TEST_CASE("a row whose parent is gone is found" * damages) {
    Verified home({k_record_a, k_record_b});
    home.edit("PRAGMA foreign_keys = OFF; DELETE FROM tasks WHERE legacy_id = 'b'");
    CHECK(home.verify().finding_count > 0);
  }

  TEST_CASE("a damaged page is found" * damages) {
    Verified home({k_record_a, k_record_b, k_record_c});
    const auto root =
        std::stoll(value_of(home.database(), "SELECT rootpage FROM sqlite_schema WHERE name = 'tasks'"));
    const auto page = std::stoll(value_of(home.database(), "PRAGMA page_size"));
    std::fstream file(home.database(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((root - 1) * page);
    file.write("\xFF\xFF\xFF\xFF", 4);
    file.close();
    std::string code = "no error";
    try {
      const VerifyReport report = home.verify();
      CHECK(report.finding_count > 0);
      code = report.findings.at(0).code;
    } catch (const Error& error) {
      code = std::string(to_text(error.code()));
    }
    CHECK((code == "database_damaged" || code == "corrupt"));
  }

  TEST_CASE("an index of others that takes long is cut short, and only its table half checked" * damages) {
    Verified place({k_record_a, k_record_b});
    place.edit("CREATE INDEX slow ON tasks(length(hex(zeroblob(20000000 + id))))");
    db::Connection connection = db::Connection::open(reading(place.database()));
    const db::PatientDamage cut = db::find_damage(connection, {"tasks"}, std::chrono::milliseconds(1));
    CHECK(cut.damage.empty());
    CHECK(cut.half_checked == Lines{"tasks"});
    CHECK(db::find_damage(connection, {"tasks"}, std::chrono::hours(1)).half_checked.empty());
    CHECK(findings_of(place.verify()) == Lines{"index slow schema_differs"});
  }

  TEST_CASE("a database does not differ from the file it came from, nor from its export") {
    const Verified home({k_record_a, k_record_b, k_record_c});
    CHECK(home.differences(document({k_record_a, k_record_b, k_record_c})).empty());
    CHECK(home.differences(export_text(home.database())).empty());
    CHECK(home.differences(R"({"tasks":[{"id":"c"},)" + k_record_a + "," + k_record_b + "]}").empty());
  }

  TEST_CASE("missing, extra and differing records are told apart, with the place of each") {
    const Verified home({k_record_a, k_record_b, k_record_c});
    const std::string failed = record("a", {{"state", "\"failed\""}});
    const std::string deep =
        record("b", {{"prompt", "\"p\""},
                     {"metadata", "{\n        \"rlm_state\": {\n          \"x\": 2\n        }\n      }"}});
    const std::string text = document({failed, deep, record("d")});
    CHECK(home.differences(text) == Lines{at(text, failed) + " /tasks/0/state differs",
                                          at(text, deep) + " /tasks/1/metadata/rlm_state/x differs",
                                          at(text, record("d")) + " /tasks/2 missing_here",
                                          "c missing_there"});
  }

  TEST_CASE("a member more or less, and another order, are differences") {
    const Verified home({k_record_a});
    const std::string more = document({record("a", {{"state", "\"queued\""}, {"x", "1"}})});
    const std::string less = document({record("a")});
    const std::string order = document({"{\n      \"state\": \"queued\",\n      \"id\": \"a\"\n    }"});
    CHECK(home.differences(more) == Lines{"78 /tasks/0/x differs"});
    CHECK(home.differences(less) == Lines{"78 /tasks/0/state differs"});
    CHECK(home.differences(order) == Lines{"78 /tasks/0/state differs"});
  }

  TEST_CASE("of a repeated id the last record counts, and a bad record is named") {
    const Verified home({k_record_a});
    const std::string repeated = R"({"tasks":[{"id":"a","old":1},{"id":"a","state":"failed"}]})";
    CHECK(home.differences(repeated) == Lines{"29 /tasks/1/state differs"});
    CHECK(home.differences(R"({"tasks":[null,)" + k_record_a + "]}") == Lines{"10 /tasks/0 not_an_object"});
  }

  TEST_CASE("a file that is no store is refused") {
    const Verified home({k_record_a});
    CHECK(code_of([&] { (void)home.differences("{}"); }) == "invalid_input");
  }
}
