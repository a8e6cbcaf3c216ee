// SPDX-License-Identifier: MIT
// What killed runs leave beside a file goes with the next run that can prove their process gone, and the name
// of a new directory lasts.
#include <doctest/doctest.h>

#include <algorithm>

#include "fault.hpp"
#include "generated_store.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

/// A process that has ended.
std::string gone_pid() {
  RunningProgram ended(Launch{{"/bin/true"}});
  const std::string pid = std::to_string(ended.pid());
  REQUIRE(ended.wait().code == 0);
  return pid;
}

int count_entries(const fs::path& directory) {
  return static_cast<int>(std::distance(fs::directory_iterator(directory), fs::directory_iterator()));
}

}  // namespace

TEST_SUITE("crash::leftovers") {
  TEST_CASE("the next change removes what killed imports, migrations and sorts left beside the database") {
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 3}));
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    const std::string tail = gone_pid() + ".0123456789abcdef.rlmdb-new";
    const std::string own = std::to_string(::getpid()) + ".0123456789abcdef.rlmdb-new";
    for (const std::string& name :
         {".rlm.db." + tail, ".rlm.db." + tail + "-journal", ".rlm.db.backup-v2-20260101T000000Z." + tail,
          std::string(".rlmdb-sort-0123456789abcdef"), ".rlm.db." + own})
      write_all(place.database_directory() / name, "");
    REQUIRE(place.rlmdb({"list"}).code == 0);
    CHECK(fs::exists(place.database_directory() / (".rlm.db." + tail)));
    REQUIRE(place.rlmdb({"task", "add", "--prompt", "x"}).code == 0);
    CHECK(place.strangers() == ".rlm.db." + own + " (0 bytes) ");
  }

  TEST_CASE("the next export into a directory removes what a killed one left there, under any name") {
    if (!k_can_preload) {
      MESSAGE("skipped: no library can be preloaded");
      return;
    }
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 3}));
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    const fs::path out = place.root() / "out";
    fs::create_directory(out);
    const Launch first = rlmdb_on(place.database(), {"export", "-o", (out / "first.json").string()});
    REQUIRE(run(with_fault(first, {out, 3, "kill", {}, {}})).code == -SIGKILL);
    REQUIRE(count_entries(out) == 1);
    CHECK(place.rlmdb({"export", "-o", (out / "second.json").string()}).code == 0);
    CHECK(count_entries(out) == 1);
  }

  TEST_CASE("a project's new directory is synced in the one above") {
    if (!k_can_preload) {
      MESSAGE("skipped: no library can be preloaded");
      return;
    }
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 3}));
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    const fs::path above = place.root() / "above";
    fs::create_directory(above);
    const Launch launch =
        rlmdb_on(place.database(), {"export", "--format", "project", "-o", (above / "new").string()});
    const fs::path log = place.root() / "log";
    REQUIRE(run(with_fault(launch, {above, 0, "eio", {}, log})).code == 0);
    const std::string synced = read_all(log);
    for (const std::string name : {"", "/new", "/new/.aiwg", "/new/.aiwg/daemon"})
      CHECK(synced.find("fsync " + above.string() + name + "\n") != std::string::npos);
  }
}
