// SPDX-License-Identifier: MIT
// Real processes, started together.
#include <doctest/doctest.h>

#include "generated_store.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

constexpr unsigned k_rounds = 6;

Launch import_of(const WorkPlace& place, const fs::path& source) {
  return rlmdb_on(place.database(), {"--json", "import", source.string()});
}

/// Both at once; how often "already_imported" was the answer.
int import_twice(const WorkPlace& place, const fs::path& source) {
  RunningProgram first(import_of(place, source));
  RunningProgram second(import_of(place, source));
  int already = 0;
  for (RunningProgram* const running : {&first, &second}) {
    const Ended ended = running->wait();
    CHECK_MESSAGE(ended.code == 0, ended.error);
    already += says(ended.out, "already_imported", "true") ? 1 : 0;
  }
  return already;
}

}  // namespace

TEST_SUITE("crash::concurrent_imports") {
  TEST_CASE("one file twice at once into a new database: one works, the other says so") {
    const WorkPlace place;
    const std::string bytes = generated_store({.tasks = 400});
    const fs::path source = place.write_source("tasks.json", bytes);
    for (unsigned round = 0; round < k_rounds; ++round) {
      place.reset(std::nullopt);
      CHECK(import_twice(place, source) == 1);
      CHECK((place.rlmdb({"export"}).out == bytes));
      CHECK(PlainDatabase(place.database()).value("SELECT count(*) FROM imports") == "1");
      CHECK(place.strangers() == "");
    }
  }

  TEST_CASE("one file twice at once into an existing database") {
    const WorkPlace place;
    const fs::path earlier =
        place.write_source("earlier.json", generated_store({.tasks = 50, .first_number = 9'000}));
    REQUIRE(place.rlmdb({"import", earlier.string()}).code == 0);
    const std::string database_bytes = read_all(place.database());
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 400}));
    for (unsigned round = 0; round < k_rounds; ++round) {
      place.reset(database_bytes);
      CHECK(import_twice(place, source) == 1);
      CHECK(PlainDatabase(place.database()).value("SELECT count(*) FROM tasks") == "450");
      CHECK(PlainDatabase(place.database()).value("SELECT count(*) FROM imports") == "2");
    }
  }

  TEST_CASE("two files at once into one new database: both are in") {
    const WorkPlace place;
    const fs::path left = place.write_source("left.json", generated_store({.tasks = 300}));
    const fs::path right =
        place.write_source("right.json", generated_store({.tasks = 300, .first_number = 5'000}));
    for (unsigned round = 0; round < k_rounds; ++round) {
      place.reset(std::nullopt);
      RunningProgram first(import_of(place, left));
      RunningProgram second(import_of(place, right));
      const Ended left_ended = first.wait();
      const Ended right_ended = second.wait();
      CHECK_MESSAGE(left_ended.code == 0, left_ended.error);
      CHECK_MESSAGE(right_ended.code == 0, right_ended.error);
      CHECK(PlainDatabase(place.database()).value("SELECT count(*) FROM tasks") == "600");
      CHECK(place.rlmdb({"verify"}).code == 0);
      CHECK(place.strangers() == "");
    }
  }
}
