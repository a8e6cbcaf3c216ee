// SPDX-License-Identifier: MIT
// Without permission to write: writing fails at once and says why, reading works.
#include <doctest/doctest.h>

#include "generated_store.hpp"
#include "unprivileged.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

struct ReadOnlyPlace {
  ReadOnlyPlace() : bytes(generated_store({.tasks = 50})) {
    source = place.write_source("tasks.json", bytes);
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(place.database().string() + suffix);
    write_all(source, generated_store({.tasks = 60}));
    fs::permissions(place.root(), fs::perms{0755});
    fs::permissions(source, fs::perms{0644});
  }
  ~ReadOnlyPlace() { fs::permissions(place.database_directory(), fs::perms{0755}); }
  ReadOnlyPlace(const ReadOnlyPlace&) = delete;
  ReadOnlyPlace& operator=(const ReadOnlyPlace&) = delete;

  [[nodiscard]] Ended reader(std::initializer_list<std::string> arguments) const {
    Launch launch = rlmdb_on(place.database(), arguments);
    launch.in_child = become_unprivileged;
    return run(launch);
  }

  void allow(unsigned file_mode, unsigned directory_mode) const {
    fs::permissions(place.database(), fs::perms{file_mode});
    fs::permissions(place.database_directory(), fs::perms{directory_mode});
  }

  WorkPlace place;
  std::string bytes;
  fs::path source;
};

void check_refused(const Ended& ended) {
  CHECK(ended.code == 1);
  CHECK_MESSAGE(says(ended.error, "code", "\"io\""), ended.error);
}

}  // namespace

TEST_SUITE("crash::read_only") {
  TEST_CASE("a read-only directory") {
    const ReadOnlyPlace made;
    made.allow(0666, 0555);
    const std::string file = read_all(made.place.database());
    check_refused(made.reader({"--json", "import", made.source.string()}));
    check_refused(made.reader({"--json", "export", "-o", (made.place.database_directory() / "x").string()}));
    const Ended exported = made.reader({"export"});
    CHECK(exported.code == 0);
    CHECK((exported.out == made.bytes));
    CHECK(exported.error.find("is read as an unchanging file") != std::string::npos);
    const Ended stats = made.reader({"stats"});
    CHECK(stats.code == 0);
    CHECK((read_all(made.place.database()) == file));
    CHECK(made.place.strangers() == "");
  }

  TEST_CASE("a new database in a read-only directory") {
    const ReadOnlyPlace made;
    fs::remove(made.place.database());
    fs::permissions(made.place.database_directory(), fs::perms{0555});
    check_refused(made.reader({"--json", "import", made.source.string()}));
    CHECK(made.place.content(Moments::kept) == "none");
  }

  TEST_CASE("a read-only file in a directory that can be written") {
    const ReadOnlyPlace made;
    made.allow(0444, 0777);
    const std::string file = read_all(made.place.database());
    const Ended refused = made.reader({"--json", "import", made.source.string()});
    check_refused(refused);
    CHECK(refused.error.find("no permission to write") != std::string::npos);
    const Ended exported = made.reader({"export"});
    CHECK_MESSAGE(exported.code == 0, exported.error);
    CHECK((exported.out == made.bytes));
    CHECK(made.reader({"stats"}).code == 0);
    CHECK((read_all(made.place.database()) == file));
    if (::geteuid() == 0) {
      CHECK_FALSE(fs::exists(made.place.database().string() + "-shm"));
      CHECK_FALSE(fs::exists(made.place.database().string() + "-wal"));
    }
  }

  TEST_CASE("a file that may not even be read") {
    const ReadOnlyPlace made;
    made.allow(0600, 0755);
    if (::geteuid() == 0) check_refused(made.reader({"--json", "stats"}));
  }

  TEST_CASE("commits that still stand in the -wal are not passed over" * damages) {
    const ReadOnlyPlace made;
    PlainDatabase other(made.place.database());
    other.value("PRAGMA wal_autocheckpoint = 0");
    other.value("UPDATE tasks SET priority = 4 WHERE id = 1");
    fs::remove(made.place.database().string() + "-shm");
    fs::permissions(made.place.database().string() + "-wal", fs::perms{0644});
    made.allow(0644, 0555);
    const Ended refused = made.reader({"--json", "export"});
    CHECK(refused.code != 0);
    CHECK(refused.out.empty());
  }
}
