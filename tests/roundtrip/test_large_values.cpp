// SPDX-License-Identifier: MIT
// Values of more than 10,240 bytes of JSON text stand in `contents`, once, and come back as they were.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "json/json_layout.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/reference.hpp"
#include "rlmdb/variable.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"
#include "tree_documents/tree_source.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// A store of two tasks that have the same variable `v`.
std::string store_with(const std::string& value) {
  std::string text = R"({"version":1,"updatedAt":"2026-02-09T10:00:00.000Z","tasks":[)";
  for (const char* id : {"task-0000", "task-0001"}) {
    if (id[8] == '1') text += ',';
    text += R"({"id":")" + std::string(id) +
            R"(","prompt":"p","metadata":{"rlm_state":{"v":{"name":"v","value":)" + value +
            R"(,"type":"text"},"bare":)" + value + "}}}";
  }
  return text + "]}";
}

/// As the legacy store would write it.
std::string canonical(const std::string& json) {
  std::string compact;
  json::append_compact(compact, json);
  return sources::pretty(compact);
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

const std::string k_place = ".aiwg/rlm/trees/tree-0000000a/variables/v.json";
const std::string k_tasks = ".aiwg/daemon/tasks.json";

/// A project with two tasks of one tree; variable `v` of the first has its value in a file.
struct SpillPlace {
  SpillPlace() {
    namespace fs = std::filesystem;
    fs::create_directories((root / k_place).parent_path());
    fs::create_directories((root / k_tasks).parent_path());
    fs::create_directories(elsewhere);
    std::string text = R"({"version":1,"updatedAt":"2026-02-09T10:00:00.000Z","tasks":[)";
    for (const char* id : {"task-0000", "task-0001"}) {
      if (id[8] == '1') text += ',';
      text +=
          R"({"id":")" + std::string(id) +
          R"(","prompt":"p","state":"queued","metadata":{"node_id":"node-0000000)" + id[8] +
          R"(","tree_id":"tree-0000000a","rlm_state":{)" +
          (id[8] == '0' ? R"("v":{"name":"v","value":"file:)" + k_place + R"(","type":"file_path"})" : "") +
          "}}}";
    }
    write_all(root / k_tasks, canonical(text + "]}"));
    write_all(root / k_place, "[\n  1\n]");
  }
  void import_project() const { (void)import_files(database, {root}, quick()); }
  [[nodiscard]] Store open() const { return Store::open(database, Access::read_write); }
  [[nodiscard]] Variable get(const Store& store, const std::string& name) const {
    return find_variable(store, task, name);
  }
  /// Returns the event of the change.
  std::int64_t set(Store& store, const std::string& name, const std::string& value, bool in_file) const {
    SetVariable set;
    set.name = name;
    set.value.text = value;
    set.in_file = in_file;
    return store.change({task, set}).event_seq;
  }
  [[nodiscard]] std::string read(const Store& store, const std::filesystem::path& from) const {
    return read_reference(store, get(store, "v"), {from}).text;
  }

  TestDir dir;
  std::filesystem::path root = dir / "project";
  std::filesystem::path elsewhere = dir / "elsewhere";
  std::filesystem::path database = dir / "project/.aiwg/rlm.db";
  std::filesystem::path other = dir / "other.db";
  TaskId task{"task-0000"};
};

}  // namespace

TEST_SUITE("roundtrip::large_values") {
  TEST_CASE("a value is kept apart from 10,241 bytes of JSON text on, once for all that have it") {
    struct Case {
      std::string value;
      const char* apart;
      const char* contents;
    };
    const Case cases[] = {
        {'"' + std::string(10'238, 'x') + '"', "0", "0"},
        {'"' + std::string(10'239, 'x') + '"', "4", "1"},
        {'[' + std::string(10'238, '1') + ']', "0", "0"},
        {'[' + std::string(10'239, '1') + ']', "4", "1"},
        {'"' + repeated("\\u0001", 1'706) + "aa\"", "0", "0"},
        {'"' + repeated("\\u0001", 1'706) + "aaa\"", "4", "1"},
    };
    for (const Case& one : cases) {
      CAPTURE(one.value.size());
      const TestDir dir;
      write_all(dir / "tasks.json", store_with(one.value));
      (void)import_one(dir / "x.db", dir / "tasks.json");
      CHECK(value_of(dir / "x.db", "SELECT count(*) FROM variables WHERE content_id IS NOT NULL") ==
            one.apart);
      CHECK(value_of(dir / "x.db", "SELECT count(*) FROM contents") == one.contents);
      CHECK(export_text(dir / "x.db") == canonical(store_with(one.value)));
    }
  }

  TEST_CASE("what no text of SQLite can hold stays exact at any size") {
    const std::string value = "\"\\ud83d" + std::string(20'000, 'x') + '"';
    const TestDir dir;
    write_all(dir / "tasks.json", store_with(value));
    (void)import_one(dir / "x.db", dir / "tasks.json");
    CHECK(export_text(dir / "x.db") == canonical(store_with(value)));
  }

  TEST_CASE("an edit of the column wins over the value kept apart" * damages) {
    const TestDir dir;
    write_all(dir / "tasks.json", store_with('"' + std::string(20'000, 'x') + '"'));
    (void)import_one(dir / "x.db", dir / "tasks.json");
    edit_in_shell(dir / "x.db", "UPDATE variables SET value = '5'");
    CHECK(export_text(dir / "x.db") == canonical(store_with("5")));
    CHECK(value_of(dir / "x.db", "SELECT value FROM variable_values LIMIT 1") == "5");
  }

  TEST_CASE("a set value goes apart and comes back, and so does the one before it") {
    const TestDir dir;
    write_all(dir / "tasks.json", store_with("1"));
    (void)import_one(dir / "x.db", dir / "tasks.json");
    Store store = Store::open(dir / "x.db", Access::read_write);
    const TaskId task{"task-0000"};
    const std::string large = '"' + std::string(20'000, 'y') + '"';
    const std::int64_t first = store.change({task, SetVariable{"v", JsonText{large}}}).event_seq;
    CHECK(find_variable(store, task, "v").value.text == large);
    CHECK(value_of(dir / "x.db", "SELECT count(*) FROM variables WHERE content_id IS NOT NULL") == "1");
    (void)store.change({task, SetVariable{"v", JsonText{"2"}}});
    CHECK(find_variable(store, task, "v").value.text == "2");
    CHECK(value_of(dir / "x.db", "SELECT count(*) FROM variables WHERE content_id IS NOT NULL") == "0");
    CHECK(variables_at(store, task, first).front().value.text == large);
  }

  TEST_CASE("the newest value is what an export writes, whatever came in at its place") {
    const SpillPlace place;
    place.import_project();
    Store store = place.open();
    CHECK(place.get(store, "v").value.text == "\"file:" + k_place + "\"");
    for (const std::string& value :
         {std::string("[2]"), '"' + std::string(20'000, 'n') + '"', std::string("3")}) {
      CAPTURE(value.size());
      place.set(store, "v", value, value.size() > 10 ? false : true);
      CHECK(place.get(store, "v").value.text == value);
      CHECK(place.get(store, "v").file == k_place);
      (void)settle_value_files(store, place.root, place.task);
      const ProjectExport written = export_project(store, place.root);
      CHECK(written.left_out.empty());
      CHECK(read_all(place.root / k_place) == canonical(value));
      CHECK(read_all(place.root / k_tasks).find("\"file:" + k_place + "\"") != std::string::npos);
      // A database that knows nothing of this one finds it there, this one finds what it has.
      (void)import_files(place.other, {place.root}, quick());
      CHECK(place.read(Store::open(place.other, Access::read_only), place.root) == value);
      CHECK(place.read(Store::open(place.other, Access::read_only), place.elsewhere) == value);
      const ImportReport again = import_files(place.database, {place.root}, quick());
      for (const SourceReport& source : again.sources) CHECK(source.records.kept == 0);
      CHECK(place.get(store, "v").value.text == value);
      CHECK(verify_project(store, place.root).findings.empty());
    }
  }

  TEST_CASE("values of one name in one tree have places of their own") {
    const SpillPlace place;
    place.import_project();
    Store store = place.open();
    const auto value = [](char c) { return '"' + std::string(20'000, c) + '"'; };
    place.set(store, "big", value('t'), true);
    const StateName state{StateScope::tree, "tree-0000000a"};
    StateChange change{state, SetVariable{}, {}};
    std::get<SetVariable>(change.action).name = "big";
    std::get<SetVariable>(change.action).value.text = value('s');
    (void)change_states(store, {&change, 1});
    SetVariable second;
    second.name = "big";
    second.value.text = value('u');
    (void)store.change({TaskId{"task-0001"}, second});
    (void)settle_value_files(store, place.root);
    (void)export_project(store, place.root);
    const std::string tree = ".aiwg/rlm/trees/tree-0000000a/";
    CHECK(read_all(place.root / (tree + "variables/big.json")) == value('t'));
    CHECK(read_all(place.root / (tree + "state/variables/big.json")) == value('s'));
    CHECK(read_all(place.root / ".aiwg/rlm/tasks/task-0001/variables/big.json") == value('u'));
    (void)import_files(place.other, {place.root}, quick());
    const Store other = Store::open(place.other, Access::read_only);
    const ReferenceOptions nowhere{place.elsewhere};
    CHECK(read_reference(other, find_variable(other, TaskId{"task-0000"}, "big"), nowhere).text ==
          value('t'));
    CHECK(read_reference(other, find_variable(other, TaskId{"task-0001"}, "big"), nowhere).text ==
          value('u'));
    CHECK(read_reference(other, find_variable(other, state, "big"), nowhere).text == value('s'));
  }

  TEST_CASE("a copy goes with its value, and the name can be used again") {
    const SpillPlace place;
    place.import_project();
    Store store = place.open();
    const std::string file = ".aiwg/rlm/trees/tree-0000000a/variables/w.json";
    const auto settle = [&] { return settle_value_files(store, place.root, place.task); };
    for (const TaskAction& action : {TaskAction(DeleteVariable{"w", {}}), TaskAction(SetVariable{"w", {"1"}}),
                                     TaskAction(RenameVariable{"w", "x", {}})}) {
      place.set(store, "w", "[1]", true);
      CHECK(settle().written == std::vector{file});
      (void)store.change({place.task, action});
      const ValueFileReport after = settle();
      CHECK(after.removed == std::vector{file});
      CHECK(after.left.empty());
      CHECK_FALSE(std::filesystem::exists(place.root / file));
      CHECK(export_project(store, place.root).left_out.empty());
      CHECK_FALSE(std::filesystem::exists(place.root / file));
    }
    const std::string renamed = ".aiwg/rlm/trees/tree-0000000a/variables/x.json";
    CHECK(read_all(place.root / renamed) == "[\n  1\n]");
    CHECK(value_of(place.database, "SELECT count(*) FROM value_files WHERE name IS NULL") == "0");
    // What somebody else wrote there meanwhile stays, and is named.
    write_all(place.root / renamed, "5");
    (void)store.change({place.task, DeleteVariable{"x", {}}});
    const ValueFileReport left = settle();
    CHECK(left.removed.empty());
    REQUIRE(left.left.size() == 1);
    CHECK(left.left.front().where == (place.root / renamed).string());
    CHECK(read_all(place.root / renamed) == "5");
  }

  TEST_CASE("a file that only its editor changed gives the variable its value") {
    const SpillPlace place;
    place.import_project();
    Store store = place.open();
    place.set(store, "v", "[2]", true);
    (void)settle_value_files(store, place.root, place.task);
    write_all(place.root / k_place, "[3]");
    (void)import_files(place.database, {place.root / k_place}, quick());
    CHECK(place.get(store, "v").value.text == "[3]");
    // Both changed: nobody's value is lost without a word.
    write_all(place.root / k_place, "[4]");
    place.set(store, "v", '"' + std::string(20'000, 'n') + '"', false);
    CHECK_THROWS_WITH_AS((void)import_files(place.database, {place.root / k_place}, quick()),
                         "variable v changed here, and the file that has a copy of it changed too", Error);
    (void)import_files(place.database, {place.root / k_place}, on_conflict(OnConflict::replace));
    CHECK(place.get(store, "v").value.text == "[4]");
  }

  TEST_CASE("rollbacks, checkpoints and backups have the values, not the files of now") {
    const SpillPlace place;
    place.import_project();
    Store store = place.open();
    const std::int64_t first = place.set(store, "w", "[1]", true);
    (void)place.set(store, "w", "[2]", true);
    CHECK(variables_at(store, place.task, first).back().value.text == "[1]");
    const auto history = variable_history(store, place.task, "w");
    REQUIRE(history.size() == 2);
    CHECK(history.back().old_value->text == "[1]");
    CHECK(history.back().new_value->text == "[2]");
    CHECK(value_of(place.database, "SELECT value FROM variable_values WHERE name = 'w'") == "[2]");
  }
}
