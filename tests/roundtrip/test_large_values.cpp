// SPDX-License-Identifier: MIT
// Values of more than 10,240 bytes of JSON text stand in `contents`, once, and come back as they were.
#include <doctest/doctest.h>

#include <string>

#include "json/json_layout.hpp"
#include "rlmdb/variable.hpp"
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
}
