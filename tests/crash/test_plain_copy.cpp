// SPDX-License-Identifier: MIT
// What people do with a database file: copy it, open it in another tool, hand it to a reader.
#include <doctest/doctest.h>

#include "child_process.hpp"
#include "generated_store.hpp"
#include "unprivileged.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

constexpr unsigned k_copied_tasks = 500;
const char* const k_counts =
    "SELECT (SELECT count(*) FROM tasks) || ' ' || (SELECT count(*) FROM tree_nodes) || ' ' || "
    "(SELECT count(*) FROM variables) || ' ' || (SELECT count(*) FROM imports)";

/// An import into an existing database, so that the rows came through the -wal; then only the one file.
struct CopiedDatabase {
  CopiedDatabase() : bytes(generated_store({.tasks = k_copied_tasks, .revision = 1})) {
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 100}));
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    write_all(source, bytes);
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    fs::create_directory(copy.parent_path());
    fs::copy_file(place.database(), copy);
  }

  WorkPlace place;
  std::string bytes;
  fs::path copy = place.root() / "copied/rlm.db";
};

bool is_installed(const std::string& program) {
  return run({.words = {"sh", "-c", "command -v " + program}}).code == 0;
}

}  // namespace

TEST_SUITE("crash::plain_copy") {
  TEST_CASE("a copy of the one file holds everything") {
    const CopiedDatabase made;
    CHECK((run_rlmdb(made.copy, {"export"}).out == made.bytes));
    CHECK(run_rlmdb(made.copy, {"verify"}).code == 0);
    const Ended counts = run({.words = {"sqlite3", made.copy.string(), k_counts}});
    CHECK(counts.code == 0);
    CHECK(counts.out == "500 500 500 2\n");
    CHECK(counts.out == PlainDatabase(made.place.database()).value(k_counts) + "\n");
    CHECK(content_of(made.copy, Moments::kept) == made.place.content(Moments::kept));
  }

  TEST_CASE("so does one after single tasks, each added by a process of its own") {
    const WorkPlace place;
    REQUIRE(place.rlmdb({"init"}).code == 0);
    for (int i = 0; i < 5; ++i) REQUIRE(place.rlmdb({"task", "add", "--prompt", "work"}).code == 0);
    const fs::path copy = place.root() / "copied.db";
    fs::copy_file(place.database(), copy);
    CHECK(run({.words = {"sqlite3", copy.string(), "SELECT count(*) FROM tasks"}}).out == "5\n");
    CHECK(run_rlmdb(copy, {"verify"}).code == 0);
    CHECK_FALSE(fs::exists(place.database().string() + "-wal"));
  }

  TEST_CASE("an older copy put back after a kill is refused, not mixed with what the killed one wrote") {
    const WorkPlace place;
    REQUIRE(place.rlmdb({"init"}).code == 0);
    const fs::path old = place.root() / "old.db";
    fs::copy_file(place.database(), old);
    RunningProgram follower(rlmdb_on(place.database(), {"events", "--follow"}));
    const fs::path wal = place.database().string() + "-wal";
    wait_until([&] { return fs::exists(wal.string()); });
    REQUIRE(place.rlmdb({"task", "add", "--prompt", "work"}).code == 0);
    REQUIRE(fs::file_size(wal) > 0);
    follower.signal(SIGKILL);
    (void)follower.wait();
    fs::copy_file(old, place.database(), fs::copy_options::overwrite_existing);
    for (const char* command : {"stats", "verify"}) CHECK(place.rlmdb({command}).code == 7);
    CHECK(place.rlmdb({"task", "add", "--prompt", "more"}).code == 7);
    CHECK((read_all(place.database()) == read_all(old)));
    fs::rename(wal, place.root() / "aside");
    // What was committed is gone by that, which is told until the next change.
    CHECK(place.rlmdb({"verify"}).code == 3);
    CHECK(PlainDatabase(place.database()).value("SELECT count(*) FROM tasks") == "0");
    CHECK(place.rlmdb({"task", "add", "--prompt", "more"}).out == "task-0001\n");
    CHECK(place.rlmdb({"verify"}).code == 0);
  }

  TEST_CASE("sqlite-utils lists the tables and rows") {
    if (!is_installed("sqlite-utils")) {
      MESSAGE("skipped: sqlite-utils is not installed");
      return;
    }
    const CopiedDatabase made;
    const Ended tables = run({.words = {"sqlite-utils", "tables", made.copy.string(), "--counts"}});
    CHECK_MESSAGE(tables.code == 0, tables.error);
    CHECK(tables.out.find(R"({"table": "tasks", "count": 500})") != std::string::npos);
    CHECK(tables.out.find(R"({"table": "variables", "count": 500})") != std::string::npos);
    const Ended rows = run(
        {.words = {"sqlite-utils", "rows", made.copy.string(), "tasks", "--limit", "1", "-c", "legacy_id"}});
    CHECK_MESSAGE(rows.code == 0, rows.error);
    CHECK(rows.out == "[{\"legacy_id\": \"task-0\"}]\n");
    const Ended view =
        run({.words = {"sqlite-utils", "rows", made.copy.string(), "tree_progress", "--limit", "1"}});
    CHECK_MESSAGE(view.code == 0, view.error);
  }

  TEST_CASE("a user who may only read can read it") {
    const CopiedDatabase made;
    // Mode 0600 keeps others out; the owner decides to let them in.
    fs::permissions(made.copy, fs::perms{0444});
    fs::permissions(made.place.root(), fs::perms{0755});
    fs::permissions(made.copy.parent_path(), fs::perms{0555});
    const auto as_reader = [&](std::initializer_list<std::string> arguments) {
      Launch launch = rlmdb_on(made.copy, arguments);
      launch.in_child = become_unprivileged;
      return run(launch);
    };
    const Ended stats = as_reader({"stats"});
    CHECK_MESSAGE(stats.code == 0, stats.error);
    CHECK(stats.out.find("500") != std::string::npos);
    const Ended exported = as_reader({"export"});
    CHECK_MESSAGE(exported.code == 0, exported.error);
    CHECK((exported.out == made.bytes));
    CHECK(exported.error.find("is read as an unchanging file") != std::string::npos);
    Launch shell{.words = {"sqlite3", "file:" + made.copy.string() + "?immutable=1", k_counts}};
    shell.in_child = become_unprivileged;
    CHECK(run(shell).out == "500 500 500 2\n");
    fs::permissions(made.copy.parent_path(), fs::perms{0755});
  }
}
