// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "legacy_documents.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/shadow.hpp"
#include "store_files.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

std::string with_priority(const std::string& id, int priority) {
  return record(id, {{"priority", std::to_string(priority)}, {"state", "\"queued\""}});
}

struct Shadowed {
  TestDir dir;
  std::filesystem::path file = dir / "tasks.json";
  std::filesystem::path database = dir / "x.db";
  ShadowedFile shadow{database, file, quick().store};

  void write(const std::vector<std::string>& records) const { write_all(file, document(records)); }
  /// "1 new, 0 changed, 0 kept, 0 missing; ID CODE, ID CODE"; "nothing".
  std::string look() {
    const auto round = shadow.look();
    if (!round) return "nothing";
    const RecordCounts& counts = round->source.records;
    std::string text = std::to_string(counts.added) + " new, " + std::to_string(counts.changed) +
                       " changed, " + std::to_string(counts.kept) + " kept, " +
                       std::to_string(counts.missing) + " missing;";
    CHECK(round->drift == round->drifting.size());
    for (const DriftingTask& task : round->drifting) text += " " + id_text(task.id) + " " + task.finding.code;
    return text;
  }
  void set_priority(const std::string& id, int priority) const {
    Store store = Store::open(database, Access::read_write, quick().store);
    (void)store.change(
        TaskChange{TaskId{id}, SetMembers{{{"priority", JsonText{std::to_string(priority)}}}}, {}});
  }
};

}  // namespace

TEST_SUITE("checks::shadow") {
  TEST_CASE("a round a change of the file; what changed here is kept, what is gone there stays") {
    Shadowed home;
    home.write({with_priority("a", 1), with_priority("b", 1)});
    CHECK(home.look() == "2 new, 0 changed, 0 kept, 0 missing;");
    CHECK(home.look() == "nothing");
    home.write({with_priority("a", 22), with_priority("b", 1), with_priority("c", 1)});
    CHECK(home.look() == "1 new, 1 changed, 0 kept, 0 missing;");
    home.set_priority("b", 7);
    CHECK(home.look() == "nothing");
    home.write({with_priority("a", 22), with_priority("b", 333), with_priority("c", 1)});
    CHECK(home.look() == "0 new, 0 changed, 1 kept, 0 missing; b differs");
    home.write({with_priority("a", 22), with_priority("b", 4444)});
    CHECK(home.look() == "0 new, 0 changed, 1 kept, 1 missing; b differs c missing_there");
    CHECK(value_of(home.database, "SELECT group_concat(priority, ' ') FROM tasks") == "22 7 1");
    // The legacy program comes to say what is said here.
    home.write({with_priority("a", 22), with_priority("b", 7), with_priority("c", 1)});
    CHECK(home.look() == "0 new, 0 changed, 0 kept, 0 missing;");
  }

  TEST_CASE("a rewrite that keeps the size is seen, and the same bytes again are no import") {
    Shadowed home;
    home.write({with_priority("a", 1)});
    CHECK(home.look() == "1 new, 0 changed, 0 kept, 0 missing;");
    home.write({with_priority("a", 2)});
    CHECK(home.look() == "0 new, 1 changed, 0 kept, 0 missing;");
    home.write({with_priority("a", 2)});
    const auto round = home.shadow.look();
    REQUIRE(round);
    CHECK(round->source.already_imported);
    CHECK(value_of(home.database, "SELECT count(*) FROM imports") == "2");
  }

  TEST_CASE("what is no complete tasks.json changes nothing, and the next one that is comes in") {
    Shadowed home;
    CHECK(code_of([&] { (void)home.look(); }) == "not_found");
    write_all(home.file, "");
    CHECK(code_of([&] { (void)home.look(); }) == "invalid_input");
    // The same bytes are not tried again.
    CHECK(home.look() == "nothing");
    const std::string text = document({with_priority("a", 1), with_priority("b", 1)});
    write_all(home.file, text.substr(0, text.size() - 10));
    CHECK(code_of([&] { (void)home.look(); }) == "invalid_input");
    write_all(home.file, R"({"state_id": "s", "variables": {}})");
    CHECK(code_of([&] { (void)home.look(); }) == "invalid_input");
    CHECK(!std::filesystem::exists(home.database));
    write_all(home.file, text);
    CHECK(home.look() == "2 new, 0 changed, 0 kept, 0 missing;");
    std::filesystem::remove(home.file);
    CHECK(code_of([&] { (void)home.look(); }) == "not_found");
    CHECK(value_of(home.database, "SELECT count(*) FROM tasks") == "2");
  }

  TEST_CASE("the file is never written, and beside it nothing is left") {
    Shadowed home;
    home.write({with_priority("a", 1)});
    struct stat before {};
    REQUIRE(::stat(home.file.c_str(), &before) == 0);
    const std::string bytes = read_all(home.file);
    (void)home.look();
    struct stat after {};
    REQUIRE(::stat(home.file.c_str(), &after) == 0);
    CHECK(after.st_ino == before.st_ino);
    CHECK(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec);
    CHECK(after.st_ctim.tv_nsec == before.st_ctim.tv_nsec);
    CHECK(read_all(home.file) == bytes);
    for (const auto& entry : std::filesystem::directory_iterator(home.dir.path()))
      CHECK((entry.path() == home.file || entry.path().filename().string().starts_with("x.db")));
  }
}
