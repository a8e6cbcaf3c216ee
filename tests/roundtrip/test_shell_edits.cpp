// SPDX-License-Identifier: MIT
// Edits made with the stock sqlite3 program show in the export, exactly and alone.
#include <doctest/doctest.h>

#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

/// Of most members one that a column holds exactly and one that residue holds.
constexpr const char* k_store = R"({
  "version": 1,
  "updatedAt": "2026-02-28T00:00:00.000Z",
  "tasks": [
    {
      "id": "task-0000",
      "prompt": "a\u0000b",
      "priority": 2.50,
      "state": "Paused",
      "createdAt": "2026-02-01T00:00:00.000Z",
      "pid": null,
      "result": {
        "a": 1
      },
      "extra": true,
      "metadata": {
        "tree_id": "tree-00000001",
        "depth": "0",
        "rlm_state": {
          "x": {
            "name": "x",
            "value": 1.50,
            "type": "number"
          },
          "bare": "text",
          "\ud83d": null
        },
        "checkpoints": [
          {
            "checkpoint_id": "ckpt-1"
          },
          7
        ]
      }
    }
  ]
})";

struct Edit {
  const char* sql;
  const char* from;  ///< what stands in k_store
  const char* to;    ///< and what in the export
};

const Edit k_edits[] = {
    // Columns, exact and residue-backed.
    {"UPDATE tasks SET prompt = 'it''s \"new\"'", R"("a\u0000b")", R"("it's \"new\"")"},
    {"UPDATE tasks SET prompt = NULL", R"("a\u0000b")", "null"},
    {"UPDATE tasks SET state = 'failed'", R"("Paused")", R"("failed")"},
    {"UPDATE tasks SET priority = 7", "2.50", "7"},
    {"UPDATE tasks SET priority = 0.1", "2.50", "0.1"},
    {"UPDATE tasks SET priority = 'high'", "2.50", R"("high")"},
    {"UPDATE tasks SET pid = 4711", R"("pid": null)", R"("pid": 4711)"},
    {"UPDATE tasks SET created_at = 'Feb 9 2026'", "2026-02-01T00:00:00.000Z", "Feb 9 2026"},
    {"UPDATE tasks SET legacy_id = 'task-9999'", "task-0000", "task-9999"},
    {"UPDATE tree_nodes SET depth = 3", R"("depth": "0")", R"("depth": 3)"},
    {"UPDATE tree_nodes SET tree_id = 'tree-2'", "tree-00000001", "tree-2"},
    // The result is text or JSON.
    {"UPDATE tasks SET result = 'done', result_type = NULL", "{\n        \"a\": 1\n      }", R"("done")"},
    {"UPDATE tasks SET result = '[1,2.0]'", "{\n        \"a\": 1\n      }",
     "[\n        1,\n        2.0\n      ]"},
    {"UPDATE tasks SET result = '[1,'", "{\n        \"a\": 1\n      }", R"("[1,")"},
    // An edit to what the column holds already is none.
    {"UPDATE tasks SET priority = 2.5, state = 'unknown', result_type = 'json'", "2.50", "2.50"},
    // Members that the record did not have come last.
    {"UPDATE tasks SET output = 'late', agent = 'me'", "7\n        ]\n      }\n",
     "7\n        ]\n      },\n      \"agent\": \"me\",\n      \"output\": \"late\"\n"},
    {"UPDATE tree_nodes SET merge_strategy = 'vote'", "7\n        ]\n",
     "7\n        ],\n        \"merge_strategy\": \"vote\"\n"},
    {"UPDATE tree_nodes SET cost_total_usd = 0.1", "7\n        ]\n",
     "7\n        ],\n        \"cost_tracking\": {\n          \"total_cost_usd\": 0.1\n        }\n"},
    {"UPDATE variables SET description = 'd', scope = 'global' WHERE name = 'x'", "\"type\": \"number\"\n",
     "\"type\": \"number\",\n            \"description\": \"d\",\n            \"metadata\": {\n              "
     "\"scope\": "
     "\"global\"\n            }\n"},
    // Variables.
    {"UPDATE variables SET value = '2' WHERE name = 'x'", "1.50", "2"},
    {"UPDATE variables SET value = 'two', value_type = NULL WHERE name = 'x'", "1.50", R"("two")"},
    {"UPDATE variables SET value = 'other' WHERE name = 'bare'", R"("text")", R"("other")"},
    {"UPDATE variables SET name = 'z' WHERE name = 'x'", "\"x\": {\n            \"name\": \"x\"",
     "\"z\": {\n            \"name\": \"z\""},
    {"UPDATE variables SET name = 'plain' WHERE residue IS NOT NULL AND value IS NULL", R"("\ud83d": null)",
     R"("plain": null)"},
    {"INSERT INTO variables (task_id, name, value) SELECT id, 'y', 'v' FROM tasks", "\"\\ud83d\": null\n",
     "\"\\ud83d\": null,\n          \"y\": \"v\"\n"},
    {"INSERT INTO variables (task_id, name, value, type) SELECT id, 'y', 'v', 'text' FROM tasks",
     "\"\\ud83d\": null\n",
     "\"\\ud83d\": null,\n          \"y\": {\n            \"name\": \"y\",\n            \"value\": \"v\",\n  "
     "          "
     "\"type\": \"text\"\n          }\n"},
    {"DELETE FROM variables WHERE name = 'bare'", "          \"bare\": \"text\",\n", ""},
    // Checkpoints.
    {"INSERT INTO task_checkpoints (task_id, checkpoint_id, name) SELECT id, 'ckpt-2', 'n' FROM tasks",
     "7\n        ]",
     "7,\n          {\n            \"checkpoint_id\": \"ckpt-2\",\n            \"name\": \"n\"\n          "
     "}\n        ]"},
    {"DELETE FROM task_checkpoints WHERE checkpoint_id IS NULL", ",\n          7", ""},
    {"UPDATE task_checkpoints SET position = 9 WHERE checkpoint_id = 'ckpt-1'",
     "{\n            \"checkpoint_id\": \"ckpt-1\"\n          },\n          7",
     "7,\n          {\n            \"checkpoint_id\": \"ckpt-1\"\n          }"},
    // Members without a column.
    {"UPDATE tasks SET residue = json_set(residue, '$.task.extra', 5)", R"("extra": true)", R"("extra": 5)"},
    {"UPDATE tasks SET residue = json_remove(residue, '$.task.extra')", "      \"extra\": true,\n", ""},
    // Whole records.
    {"INSERT INTO tasks (legacy_id, prompt, state) VALUES ('task-0001', 'p', 'queued')",
     "      }\n    }\n  ]",
     "      }\n    },\n    {\n      \"id\": \"task-0001\",\n      \"prompt\": \"p\",\n      \"state\": "
     "\"queued\"\n    "
     "}\n  ]"},
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(from, at + 1) == std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_SUITE("roundtrip::shell_edits") {
  TEST_CASE("an edit shows, and nothing else changes" * damages) {
    for (const Edit& edit : k_edits) {
      CAPTURE(edit.sql);
      const TestDir dir;
      write_all(dir / "tasks.json", k_store);
      (void)import_one(dir / "x.db", dir / "tasks.json");
      CHECK(export_text(dir / "x.db") == k_store);
      edit_in_shell(dir / "x.db", edit.sql);
      CHECK(export_text(dir / "x.db") == replaced(k_store, edit.from, edit.to));
    }
  }

  TEST_CASE("an edit taken back gives the source's own spelling again") {
    const TestDir dir;
    write_all(dir / "tasks.json", k_store);
    (void)import_one(dir / "x.db", dir / "tasks.json");
    const std::string prompt = value_of(dir / "x.db", "SELECT prompt FROM tasks");
    CHECK(prompt ==
          "a\xEF\xBF\xBD"
          "b");
    edit_in_shell(dir / "x.db", "UPDATE tasks SET prompt = 'x', priority = 1");
    edit_in_shell(dir / "x.db", "UPDATE tasks SET prompt = '" + prompt + "', priority = 2.5");
    CHECK(export_text(dir / "x.db") == k_store);
  }

  TEST_CASE("a deleted record is gone, and the empty store is a store" * damages) {
    const TestDir dir;
    write_all(dir / "tasks.json", k_store);
    (void)import_one(dir / "x.db", dir / "tasks.json");
    edit_in_shell(dir / "x.db", "PRAGMA foreign_keys = ON; DELETE FROM tasks");
    CHECK(value_of(dir / "x.db", "SELECT count(*) FROM variables") == "0");
    CHECK(export_text(dir / "x.db") ==
          "{\n  \"version\": 1,\n  \"updatedAt\": \"2026-02-28T00:00:00.000Z\",\n  \"tasks\": []\n}");
  }
}
