// SPDX-License-Identifier: MIT
// A source is known by its project and its place in it, not by the path of today: a project that was renamed
// goes on, with the database in it and with one elsewhere; a copy goes on with its own, and the original's
// refuses it.
#include <doctest/doctest.h>

#include <algorithm>

#include "program_run.hpp"
#include "rlmdb/adopt.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

constexpr const char* k_tasks_place = ".aiwg/daemon/tasks.json";
constexpr const char* k_tree_place = ".aiwg/rlm/trees/tree-aaaa1111/tree.json";
constexpr const char* k_loop_place = ".aiwg/ralph/current-loop.json";
constexpr const char* k_state_place = ".grid/STATE.md";

/// Everything a project can have, one file each; `turn` is in every one of them.
class Movable {
 public:
  explicit Movable(const fs::path& root) : m_root(root) {
    write_turn(1);
    write(".aiwg/checkpoints/kept.json", "{\"of\": \"nobody\"}\n");
    write(".grid/DECISIONS.md", "# Decisions\n");
  }
  void write_turn(int turn) const {
    const std::string text = std::to_string(turn);
    write(k_tasks_place,
          "{\n  \"version\": \"1.0.0\",\n  \"tasks\": [\n    {\n      \"id\": \"task-0001\",\n"
          "      \"prompt\": \"turn " +
              text +
              "\",\n      \"state\": \"queued\",\n"
              "      \"createdAt\": \"2026-01-01T00:00:00.000Z\"\n    }\n  ]\n}");
    write(k_tree_place,
          "{\n  \"version\": \"1.0.0\",\n  \"tree_id\": \"tree-aaaa1111\",\n  \"nodes\": [\n    {\n"
          "      \"node_id\": \"task-00000001\",\n      \"depth\": 0,\n      \"prompt\": \"turn " +
              text + "\",\n      \"status\": \"pending\",\n      \"children\": []\n    }\n  ]\n}");
    write(".aiwg/rlm/trees/tree-aaaa1111/state.json",
          "{\n  \"state_id\": \"tree-aaaa1111\",\n  \"variables\": {\n    \"turn\": {\n      \"value\": " +
              text + "\n    }\n  }\n}");
    write(".aiwg/rlm/trees/tree-aaaa1111/checkpoints/cp-1.json",
          "{\n  \"checkpoint_id\": \"cp-1\",\n  \"description\": \"turn " + text +
              "\",\n  \"variables\": {}\n}");
    write(k_loop_place, "{\n  \"loopId\": \"ralph-a-00000001\",\n  \"currentIteration\": " + text +
                            ",\n  \"maxIterations\": 10,\n  \"status\": \"running\"\n}");
    write(".aiwg/ralph/note.json", "{\n  \"turn\": " + text + "\n}");
    write(k_state_place, "---\nstatus: active\nturn: " + text + "\n---\n");
  }
  void write(const std::string& place, const std::string& text) const {
    fs::create_directories((m_root / place).parent_path());
    write_all(m_root / place, text);
  }
  [[nodiscard]] std::string read(const std::string& place) const { return read_all(m_root / place); }
  void move_to(const fs::path& root) {
    fs::rename(m_root, root);
    m_root = root;
  }
  [[nodiscard]] Movable copy_to(const fs::path& root) const {
    fs::copy(m_root, root, fs::copy_options::recursive);
    Movable copy = *this;
    copy.m_root = root;
    return copy;
  }
  [[nodiscard]] const fs::path& root() const { return m_root; }
  [[nodiscard]] fs::path database() const { return m_root / ".aiwg/daemon/rlm.db"; }

 private:
  fs::path m_root;
};

AdoptOptions adopt_options() {
  AdoptOptions options;
  options.store.durability = Durability::normal;
  return options;
}

UndoAdoptReport undo(const Movable& project, const fs::path& database) {
  UndoAdoptOptions options;
  options.store.durability = Durability::normal;
  return undo_adopt(project.root(), database, options);
}

void check_sound(const Movable& project, const fs::path& database) {
  const Store store = Store::open(database, Access::read_only);
  for (const VerifyReport& report : {verify(store), verify_project(store, project.root())})
    for (const Finding& finding : report.findings)
      CHECK_MESSAGE(false, finding.where, " ", finding.code, " ", finding.message);
}

/// Every document once, as this turn has it.
void check_has_turn(const Movable& project, const fs::path& database, const std::string& turn) {
  CHECK(rows_of(database, "SELECT prompt FROM tasks ORDER BY id") ==
        std::vector<std::string>{"turn " + turn, "turn " + turn});
  CHECK(rows_of(database, "SELECT count(*) FROM tree_documents") == std::vector<std::string>{"1"});
  CHECK(rows_of(database, "SELECT json_extract(outline, '$.currentIteration') FROM loops") ==
        std::vector<std::string>{turn});
  CHECK(rows_of(database, "SELECT description FROM snapshots") == std::vector<std::string>{"turn " + turn});
  CHECK(rows_of(database, "SELECT count(*) FROM grids") == std::vector<std::string>{"1"});
  CHECK(rows_of(database, "SELECT place FROM files ORDER BY place") ==
        std::vector<std::string>{".aiwg/checkpoints/kept.json", ".aiwg/ralph/note.json"});
  check_sound(project, database);
}

std::vector<std::string> changed_documents(const ImportReport& report) {
  std::vector<std::string> names;
  for (const SourceReport& source : report.sources)
    if (source.records.changed > 0) names.push_back(fs::path(source.path).filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

const std::vector<std::string> k_all_documents = {
    "STATE.md", "cp-1.json", "current-loop.json", "note.json", "state.json", "tasks.json", "tree.json"};

}  // namespace

TEST_SUITE("roundtrip::moved_projects") {
  TEST_CASE("a project that was renamed goes on, over and back") {
    const TestDir dir;
    Movable project(dir / "first");
    (void)adopt(project.root(), project.database(), adopt_options());
    project.move_to(dir / "second");
    CHECK(undo(project, project.database()).written.left_out.empty());
    project.write_turn(2);
    const AdoptReport adopted = adopt(project.root(), project.database(), adopt_options());
    CHECK(changed_documents(adopted.import) == k_all_documents);
    check_has_turn(project, project.database(), "2");
    project.move_to(dir / "third");
    edit_in_shell(project.database(),
                  "UPDATE loops SET outline = json_set(outline, '$.currentIteration', 3)");
    CHECK(undo(project, project.database()).written.left_out.empty());
    CHECK(project.read(k_loop_place).find("\"currentIteration\": 3,") != std::string::npos);
    check_sound(project, project.database());
  }

  TEST_CASE("with a database elsewhere it goes on too, by the directory and by what is the same in it") {
    for (const bool is_new_directory : {false, true}) {
      CAPTURE(is_new_directory);
      const TestDir dir;
      const fs::path database = dir / "rlm.db";
      Movable project(dir / "first");
      (void)import_files(database, {project.root()}, quick());
      if (is_new_directory) {
        const Movable copy = project.copy_to(dir / "second");
        fs::remove_all(project.root());
        copy.write(k_loop_place, "{\n  \"loopId\": \"ralph-a-00000001\",\n  \"currentIteration\": 2\n}");
        const ImportReport report = import_files(database, {copy.root()}, quick());
        CHECK(changed_documents(report) == std::vector<std::string>{"current-loop.json"});
        check_sound(copy, database);
      } else {
        project.move_to(dir / "second");
        project.write_turn(2);
        CHECK(changed_documents(import_files(database, {project.root()}, quick())) == k_all_documents);
        check_has_turn(project, database, "2");
      }
    }
  }

  TEST_CASE("another project in the place of one that is gone is another project") {
    const TestDir dir;
    const fs::path database = dir / "rlm.db";
    const Movable project(dir / "first");
    (void)import_files(database, {project.root()}, quick());
    fs::remove_all(project.root());
    const Movable other(dir / "second");
    other.write_turn(2);
    fs::remove_all(other.root() / ".aiwg/rlm");
    const Error error = thrown_by([&] { (void)import_files(database, {other.root()}, quick()); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(std::string(error.what()).find((project.root() / k_tasks_place).string()) != std::string::npos);
  }

  TEST_CASE("a copy goes on with the database in it, and the original's database refuses it") {
    const TestDir dir;
    const Movable project(dir / "project");
    (void)adopt(project.root(), project.database(), adopt_options());
    const Movable copy = project.copy_to(dir / "copy");
    copy.write_turn(2);
    CHECK(changed_documents(adopt(copy.root(), copy.database(), adopt_options()).import) == k_all_documents);
    check_has_turn(copy, copy.database(), "2");

    // Nothing in it changed but what any project may change: it is known by the rest.
    const Movable second = project.copy_to(dir / "second");
    fs::remove(second.database());
    second.write(k_loop_place, "{\n  \"loopId\": \"ralph-a-00000001\",\n  \"currentIteration\": 7\n}");
    const auto before = rows_of(project.database(), "SELECT max(id), count(*) FROM imports");
    const Error error = thrown_by([&] { (void)import_files(project.database(), {second.root()}, quick()); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(error.where() == second.root().string());
    CHECK(std::string(error.what()) ==
          "the project is a copy of " + project.root().string() + ", whose state this database has");
    CHECK(rows_of(project.database(), "SELECT max(id), count(*) FROM imports") == before);
    check_has_turn(project, project.database(), "1");
  }

  TEST_CASE("a mission that is written through is written where its project lies now") {
    const TestDir dir;
    Movable project(dir / "project");
    (void)adopt(project.root(), project.database(), adopt_options());
    {
      Store store = Store::open(project.database(), Access::read_write);
      (void)set_grid_write_through(store, {}, true);
    }
    const Movable copy = project.copy_to(dir / "copy");
    const std::string before = project.read(k_state_place);
    Store store = Store::open(copy.database(), Access::read_write);
    (void)change_grid(store, {}, GridStatePatch{R"({"status":"interrupted"})"}, {});
    CHECK(project.read(k_state_place) == before);
    CHECK(copy.read(k_state_place).find("interrupted") != std::string::npos);
  }

  TEST_CASE("a backup that lies elsewhere still knows the files of its project") {
    const TestDir dir;
    Movable project(dir / "project");
    (void)adopt(project.root(), project.database(), adopt_options());
    fs::copy_file(project.database(), dir / "backup.db");
    project.write_turn(2);
    CHECK(changed_documents(import_files(dir / "backup.db", {project.root()}, quick())) == k_all_documents);
    check_has_turn(project, dir / "backup.db", "2");
  }
}
