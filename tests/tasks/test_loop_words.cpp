// SPDX-License-Identifier: MIT
// Loops as language models write them: other members, other words.
#include <doctest/doctest.h>

#include <cctype>
#include <string>
#include <vector>

#include "database_fixture.hpp"
#include "json/json_string.hpp"
#include "json/object_text.hpp"
#include "loop_place.hpp"
#include "loops/loop_facts.hpp"
#include "rlmdb/import.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using loops::LoopFact;
using loops::LoopStatus;

namespace {

/// A database with the loops that the texts are, by their places in the list.
class Written {
 public:
  explicit Written(const std::vector<std::string>& documents) {
    std::vector<std::filesystem::path> files;
    for (const std::string& document : documents) {
      const std::string id = "l" + std::to_string(files.size());
      files.push_back(m_dir / (".aiwg/ralph/loops/" + id + "/state.json"));
      std::filesystem::create_directories(files.back().parent_path());
      write_all(files.back(), document);
    }
    (void)import_files(database(), files);
  }

  [[nodiscard]] std::filesystem::path database() const { return m_dir / "a.db"; }
  [[nodiscard]] Store store() const {
    return Store::open(database(), Access::read_write, TaskPlace::options());
  }

 private:
  TestDir m_dir;
};

std::string named(std::size_t at) {
  return "l" + std::to_string(at);
}

std::string with(const loops::MemberPlace& place, const std::string& raw) {
  return loops::with_member_at("{}", place, raw);
}

/// Each as small letters, capitals and with blanks.
std::vector<std::string> written_forms(std::string_view word) {
  std::string capitals(word), blanks(word);
  for (char& letter : capitals) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  for (char& letter : blanks) letter = letter == '_' ? ' ' : letter;
  std::string hyphens = blanks;
  for (char& letter : hyphens) letter = letter == ' ' ? '-' : letter;
  return {std::string(word), capitals, blanks, hyphens, " " + capitals + " "};
}

}  // namespace

TEST_SUITE("tasks::loop_words") {
  TEST_CASE("each spelling of a member is read, by columns and by verbs") {
    struct Column {
      LoopFact fact;
      std::string name;
      std::string raw;
    };
    for (const Column& column :
         {Column{LoopFact::status, "status", "\"odd\""}, Column{LoopFact::task, "task", "\"t\""},
          Column{LoopFact::completion_criteria, "completion_criteria", "\"c\""},
          Column{LoopFact::iteration, "iteration", "8"},
          Column{LoopFact::max_iterations, "max_iterations", "50"},
          Column{LoopFact::started_at, "started_at", "\"2026-01-25T12:00:00Z\""},
          Column{LoopFact::last_updated, "last_updated", "\"2026-01-25T12:00:00Z\""},
          Column{LoopFact::finished_at, "finished_at", "\"2026-01-25T12:00:00Z\""},
          Column{LoopFact::recovery_attempts, "recovery_attempts", "2"}}) {
      std::vector<std::string> documents;
      for (const loops::MemberPlace& place : loops::spellings_of(column.fact))
        documents.push_back(with(place, column.raw));
      REQUIRE(documents.size() >= 2);
      const Written written(documents);
      const Json expected = Json::parse(column.raw);
      const std::string text = expected.is_string() ? expected.get<std::string>() : expected.dump();
      INFO(column.name);
      CHECK(rows_of(written.database(), "SELECT " + column.name + " FROM loops") ==
            std::vector<std::string>(documents.size(), text));
    }
  }

  TEST_CASE("what a loop does not say has the schema's default, and is not written") {
    const Written written({R"({"loop_id":"a"})"});
    CHECK(rows_of(written.database(), "SELECT reinforcement_level, recovery_attempts FROM loops") ==
          std::vector<std::string>{"MINIMAL|NULL"});
    CHECK(rows_of(written.database(), "SELECT recovery_attempts FROM loop_progress") ==
          std::vector<std::string>{"0"});
    const Store store = Store::open(written.database(), Access::read_only);
    const Loop loop = list_loops(store, LoopsShown::all).at(0);
    CHECK(loop.recovery_attempts == 0);
    CHECK_FALSE(loop.detection_enabled);
    CHECK(rows_of(written.database(), "SELECT outline FROM loops") ==
          std::vector<std::string>{R"({"loop_id":"a"})"});
  }

  TEST_CASE("each spelling in an entry of the iterations is read") {
    struct Column {
      LoopFact fact;
      std::string name;
      std::string raw;
    };
    for (const Column& column : {Column{LoopFact::entry_iteration, "iteration", "8"},
                                 Column{LoopFact::entry_timestamp, "timestamp", "\"t\""},
                                 Column{LoopFact::entry_quality_score, "quality_score", "71.5"}}) {
      std::string entries;
      const auto spellings = loops::spellings_of(column.fact);
      for (const loops::MemberPlace& place : spellings)
        entries.append(entries.empty() ? "" : ",").append(with(place, column.raw));
      const Written written({R"({"iterations":[)" + entries + "]}"});
      const Json expected = Json::parse(column.raw);
      CHECK(rows_of(written.database(), "SELECT " + column.name + " FROM loop_iterations") ==
            std::vector<std::string>(spellings.size(),
                                     expected.is_string() ? expected.get<std::string>() : expected.dump()));
    }
  }

  TEST_CASE("each word means the same to the column and to the verbs, however it is written") {
    std::vector<std::string> documents;
    std::vector<std::string> meanings;
    for (const loops::StatusWord& known : loops::k_status_words)
      for (const std::string& form : written_forms(known.word)) {
        documents.push_back(with({"", "status"}, json::quoted(form)));
        meanings.emplace_back(to_text(known.meaning));
        CHECK(loops::find_loop_status(form) == known.meaning);
      }
    const Written written(documents);
    CHECK(rows_of(written.database(),
                  "SELECT state FROM loops ORDER BY CAST(substr(loop_id, 2) AS INTEGER)") == meanings);
  }

  TEST_CASE("FORMAT lists each word and each spelling") {
    const std::string format = read_all(std::filesystem::path(RLMDB_SOURCE_DIR) / "docs/FORMAT.md");
    const std::size_t begin = format.find("### Words and spellings of loops");
    const std::string part = format.substr(begin, format.find("\n## ", begin) - begin);
    const auto has = [&](const std::string& word) {
      return part.find("`" + word + "`") != std::string::npos;
    };
    for (const loops::StatusWord& known : loops::k_status_words) CHECK(has(std::string(known.word)));
    for (int fact = 0; fact <= static_cast<int>(LoopFact::entry_quality_score); ++fact)
      for (const loops::MemberPlace& place : loops::spellings_of(static_cast<LoopFact>(fact)))
        CHECK(has((place.holder.empty() ? "" : std::string(place.holder) + ".") + std::string(place.name)));
  }

  TEST_CASE("without a word that is known, other members say whether it has ended") {
    const std::vector<std::pair<std::string, LoopStatus>> cases{
        {"{}", LoopStatus::running},
        {R"({"status":"brewing"})", LoopStatus::running},
        {R"({"status":null,"active":true})", LoopStatus::running},
        {R"({"active":true})", LoopStatus::running},
        {R"({"active":false})", LoopStatus::aborted},
        {R"({"isActive":false,"isCompleted":true})", LoopStatus::completed},
        {R"({"status":"brewing","completed":true})", LoopStatus::completed},
        {R"({"status":"brewing","active":false})", LoopStatus::aborted},
        {R"({"status":"brewing","endTime":"2026-01-25T12:00:00Z"})", LoopStatus::completed},
        {R"({"status":"brewing","endTime":null})", LoopStatus::running},
        {R"({"status":"brewing","active":true,"endTime":"2026-01-25T12:00:00Z"})", LoopStatus::running},
        {R"({"status":"IN_PROGRESS","active":false})", LoopStatus::running}};
    std::vector<std::string> documents;
    std::vector<std::string> meanings;
    for (const auto& [document, meaning] : cases) {
      documents.push_back(document);
      meanings.emplace_back(to_text(meaning));
      CHECK(loops::standing_of(document) == meaning);
    }
    const Written written(documents);
    CHECK(rows_of(written.database(),
                  "SELECT state FROM loops ORDER BY CAST(substr(loop_id, 2) AS INTEGER)") == meanings);
    CHECK(list_loops(written.store()).size() == 7);
  }

  TEST_CASE("what our table does not call ended can be ended and can crash, and goes on") {
    std::vector<std::string> words{"brewing", "VERIFIED_DONE_SOON"};
    for (const loops::StatusWord& known : loops::k_status_words)
      if (!is_ended(known.meaning)) words.emplace_back(known.word);
    std::vector<std::string> documents;
    for (const std::string& word : words)
      for (int i = 0; i < 4; ++i) documents.push_back(with({"", "status"}, json::quoted(word)));
    const Written written(documents);
    Store store = written.store();
    for (std::size_t one = 0; one < documents.size(); one += 4) {
      INFO(documents[one]);
      CHECK(finish_loop(store, LoopId{named(one)}).status == "completed");
      CHECK(finish_loop(store, LoopId{named(one + 1)}, "aborted").status == "aborted");
      CHECK(set_loop_status(store, LoopId{named(one + 2)}, "crashed").status == "crashed");
      CHECK(document_of(store, named(one + 3))["status"] == words[one / 4]);
    }
    CHECK(record_iteration(store, LoopId{named(3)}, {R"({"quality_score":40})"}).iteration == 1);
  }

  TEST_CASE("a fact is changed where it stands") {
    const Written written(
        {R"({"id":"ralph-docs","completion_criteria":["all pages","links"],"max_iterations":50,)"
         R"("current_iteration":8,"status":"IN_PROGRESS","updated_at":"2026-01-25T12:00:00Z"})",
         R"({"status":"running","iteration":"8/50","progress":{"x":1}})",
         R"({"progress":{"current_iteration":8,"max_iterations":50}})"});
    Store store = written.store();
    CHECK(loop_details(store, {"ralph-docs"}).loop.loop_id == "l0");
    CHECK(loop_details(store, LoopId{named(0)}).loop.completion_criteria == "all pages; links");
    CHECK(loop_details(store, LoopId{named(0)}).loop.status == "IN_PROGRESS");
    CHECK(loop_details(store, LoopId{named(0)}).loop.is_active);
    for (std::size_t one = 0; one < 3; ++one)
      CHECK(
          record_iteration(store, LoopId{named(one)}, {R"({"quality_score":40})"}, at("2026-02-02T22:00:00Z"))
              .iteration == 9);
    (void)finish_loop(store, LoopId{named(0)}, "completed", at("2026-02-03T22:00:00Z"));
    const Json made = document_of(store, named(0));
    CHECK(made["current_iteration"] == 9);
    CHECK_FALSE(made.contains("iteration"));
    CHECK(made["updated_at"] == "2026-02-03T22:00:00Z");
    CHECK_FALSE(made.contains("last_updated"));
    CHECK(made["status"] == "completed");
    CHECK(document_of(store, named(1))["iteration"] == 9);
    CHECK(document_of(store, named(2))["progress"] ==
          Json::parse(R"({"current_iteration":9,"max_iterations":50})"));
    CHECK_FALSE(document_of(store, named(2)).contains("iteration"));
  }

  TEST_CASE("a list, an object or a number that has the name of another fact stays") {
    const Written written({R"({"status":"running","completed":3,"iteration_count":[1,2],"active":true,)"
                           R"("updated_at":{"by":"x"}})"});
    Store store = written.store();
    (void)record_iteration(store, LoopId{named(0)}, {R"({"quality_score":40})"});
    (void)finish_loop(store, LoopId{named(0)}, "completed", at("2026-02-03T22:00:00Z"));
    const Json made = document_of(store, named(0));
    CHECK(made["completed"] == 3);
    CHECK(made["iteration_count"] == Json::parse("[1,2]"));
    CHECK(made["updated_at"] == Json::parse(R"({"by":"x"})"));
    CHECK(made["iteration"] == 1);
    CHECK(made["last_updated"] == "2026-02-03T22:00:00Z");
    CHECK(made["active"] == false);
  }

  TEST_CASE("loop-state.json is a loop wherever Ralph keeps any") {
    const TestDir dir;
    const std::string document = R"({"task":"t","current_iteration":2})";
    for (const char* place :
         {".aiwg/ralph/", ".aiwg/ralph/loops/a/", ".aiwg/ralph/archive/b/", ".aiwg/ralph-external/"}) {
      std::filesystem::create_directories(dir / place);
      write_all(dir / place / "loop-state.json", document);
    }
    (void)import_files(dir / "a.db", {dir / ".aiwg"});
    CHECK(rows_of(dir / "a.db",
                  "SELECT loop_id || ' ' || family || ' ' || is_archived || ' ' || iteration "
                  "FROM loops ORDER BY place") ==
          std::vector<std::string>{"loop-state ralph-external 0 2", "b ralph 1 2", "loop-state ralph 0 2",
                                   "a ralph 0 2"});
  }
}
