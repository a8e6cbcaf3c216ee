// SPDX-License-Identifier: MIT
// Single faults, each with its name; and that no export writes what is broken.
#include <doctest/doctest.h>

#include <fstream>
#include <optional>

#include "full_database.hpp"
#include "live_schema.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/export.hpp"
#include "rlmdb/loop.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "sqlite_shell.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const FullDatabase& full_database() {
  static const FullDatabase all;
  return all;
}

/// A copy of the full database with one edit.
class Faulty {
 public:
  explicit Faulty(const std::string& sql) : m_copy(full_database().path(), m_dir / "faulty.db") {
    const int rows = m_copy.run(sql);
    CAPTURE(sql);
    REQUIRE(rows >= 0);
  }

  [[nodiscard]] VerifyReport report() const { return verify(open()); }
  [[nodiscard]] Store open() const { return Store::open(m_copy.path(), Access::read_only); }
  [[nodiscard]] const std::filesystem::path& path() const { return m_copy.path(); }
  [[nodiscard]] std::string value(const std::string& sql) const { return value_of(m_copy.path(), sql); }

  /// Puts `to`, of the same length, in the place of the first `from` in the file.
  void put_bytes(const std::string& from, const std::string& to) const {
    if (from == to) return;
    bring_to_rest(path());
    std::string bytes = read_all(path());
    const std::size_t at = bytes.find(from);
    REQUIRE(at != std::string::npos);
    write_all(path(), bytes.replace(at, from.size(), to));
  }

  /// Whether verify lists "WHERE CODE".
  [[nodiscard]] bool lists(const std::string& where, const std::string& code) const {
    for (const Finding& finding : report().findings)
      if (finding.where == where && finding.code == code) return true;
    return false;
  }

 private:
  TestDir m_dir;
  EditedCopy m_copy;
};

/// SQLite keeps no text in these columns that is no JSON: what is valid goes in, and is broken in the file.
std::string valid(std::string text) {
  if (text.ends_with(',')) text.back() = '}';
  return text;
}

/// "CODE WHERE" of what a call throws.
template <class Call>
std::string thrown_by(Call&& call) {
  try {
    call();
    return "nothing";
  } catch (const Error& error) {
    return std::string(to_text(error.code())) + " " + error.where();
  }
}

const ByteSink k_nowhere = [](std::string_view) {};

/// How many documents an export of the whole project leaves out, because they cannot be read.
std::size_t left_out_of(const Faulty& faulty) {
  const TestDir out;
  std::size_t unreadable = 0;
  for (const Finding& finding : export_project(faulty.open(), out / "copy").left_out)
    unreadable += finding.code == "unreadable" ? 1U : 0U;
  return unreadable;
}

}  // namespace

TEST_SUITE("verify::faults") {
  TEST_CASE("a node of a document that is no JSON object is named, and never exported" * damages) {
    for (const char* broken : {"null", "{\"zap\":1,", "[1]", "{\"a\": 1}"}) {
      CAPTURE(broken);
      const Faulty faulty("UPDATE document_nodes SET json = '" + valid(broken) + "' WHERE id = 2");
      faulty.put_bytes(valid(broken), broken);
      const std::string tree = faulty.value(
          "SELECT d.tree_id FROM document_nodes n JOIN tree_documents d ON d.id = n.document_id WHERE n.id = "
          "2");
      CHECK(thrown_by([&] { (void)export_tree(faulty.open(), TreeId{tree}, std::nullopt, k_nowhere); }) ==
            "corrupt document_nodes:2 json");
      CHECK(left_out_of(faulty) == 1);
      CHECK(faulty.lists("document_nodes:2 json", "database_damaged"));
    }
  }

  TEST_CASE("broken texts of loops and states are named, and never exported" * damages) {
    const Faulty entry("UPDATE loop_iterations SET json = '{\"zap\":1}' WHERE id = 1");
    entry.put_bytes("{\"zap\":1}", "{\"zap\":1,");
    const std::string loop = entry.value("SELECT loop FROM loop_iterations WHERE id = 1");
    const std::string list = entry.value("SELECT list FROM loop_iterations WHERE id = 1");
    CHECK(entry.lists("loop_iterations:1 json", "text_broken"));
    CHECK(thrown_by([&] {
            (void)export_loop(entry.open(), entry.value("SELECT place FROM loops WHERE id = " + loop),
                              k_nowhere);
          }) == "corrupt loops:" + loop + " " + list + "/0");
    CHECK(left_out_of(entry) == 1);
    const Faulty outline("UPDATE states SET outline = 'null' WHERE scope = 'global'");
    const std::string id = outline.value("SELECT id FROM states WHERE scope = 'global'");
    CHECK(outline.lists("states:" + id + " outline", "database_damaged"));
    CHECK(thrown_by([&] { (void)export_state(outline.open(), {}, k_nowhere); }) ==
          "corrupt states:" + id + " outline");
    CHECK(left_out_of(outline) == 1);
    const std::string variable = "(SELECT min(id) FROM variables WHERE state_id IS NOT NULL)";
    const Faulty residue("UPDATE variables SET residue = '{' WHERE id = " + variable);
    const std::string row = "variables:" + residue.value("SELECT " + variable) + " residue";
    CHECK(residue.lists(row, "text_broken"));
    CHECK(residue.lists(row, "database_damaged"));
    CHECK(left_out_of(residue) == 1);
  }

  TEST_CASE("a value that is not what its hash says is named by verify and given out by nobody" * damages) {
    const Faulty faulty("UPDATE contents SET body = '\"zap\"'");
    CHECK(faulty.report().finding_count >= std::stoul(faulty.value("SELECT count(*) FROM contents")));
    CHECK(faulty.lists("contents:1", "content_damaged"));
    CHECK(left_out_of(faulty) > 40);
    Store store = Store::open(faulty.path(), Access::read_write);
    const std::string owner =
        faulty.value("SELECT owner FROM snapshots WHERE scope = 'task' AND event_seq IS NOT NULL");
    const std::string before = store.find_record(TaskId{owner}).value().json;
    for (const char* words : {"rollback", "show"}) {
      CAPTURE(words);
      const std::string checkpoint =
          faulty.value("SELECT checkpoint_id FROM snapshots WHERE scope = 'task' AND event_seq IS NOT NULL");
      const Ended ended =
          test::run({{program_path(), "--db", faulty.path().string(), "checkpoint", words, checkpoint}});
      CHECK(ended.code == 8);
      CHECK(ended.error.find("contents:") != std::string::npos);
    }
    CHECK(store.find_record(TaskId{owner}).value().json == before);
    const std::string task = faulty.value(
        "SELECT t.legacy_id FROM variables v JOIN tasks t ON t.id = v.task_id WHERE "
        "v.content_id IS NOT NULL LIMIT 1");
    const Ended got =
        test::run({{program_path(), "--db", faulty.path().string(), "var", "get", "big", "--task", task}});
    CHECK(got.code == 8);
    CHECK(got.out.empty());
  }

  TEST_CASE("a layout of another kind of object is named by every read, which ends" * damages) {
    for (const char* column :
         {"tasks.metadata_layout_id", "tree_nodes.context_layout_id", "tree_nodes.cost_layout_id",
          "variables.layout_id", "variables.metadata_layout_id", "task_checkpoints.layout_id"}) {
      CAPTURE(column);
      const std::string full(column);
      const std::string table = full.substr(0, full.find('.'));
      const std::string name = full.substr(full.find('.') + 1);
      for (const char* level : {"task", "metadata"}) {
        if (full == "tasks.metadata_layout_id" && std::string(level) == "metadata") continue;
        const Faulty faulty("UPDATE " + table + " SET " + name +
                            " = (SELECT id FROM layouts WHERE level = '" + level +
                            "' LIMIT 1) WHERE rowid = (SELECT min(rowid) FROM " + table + ")");
        const std::string error = thrown_by([&] { (void)export_tasks_json(faulty.open(), k_nowhere, {}); });
        CHECK(error.starts_with("corrupt " + table));
        CHECK(error.ends_with(name));
        CHECK(faulty.report().finding_count > 0);
      }
    }
  }

  TEST_CASE("a variable of a state document with a layout of another kind is named, and never exported" *
            damages) {
    const std::string variable =
        "(SELECT min(id) FROM variables WHERE state_id IS NOT NULL AND layout_id IS NOT NULL)";
    const Faulty faulty(
        "UPDATE variables SET layout_id = (SELECT id FROM layouts WHERE level = 'task' LIMIT 1) "
        "WHERE id = " +
        variable);
    const std::string row = "variables:" + faulty.value(
                                               "SELECT min(v.id) FROM variables v JOIN layouts l ON l.id = "
                                               "v.layout_id WHERE l.level = 'task'");
    CHECK(faulty.lists(row + " layout_id", "reference_broken"));
    CHECK(faulty.lists(row + " layout_id", "database_damaged"));
    CHECK(left_out_of(faulty) == 1);
  }

  TEST_CASE("columns that say something else than the kept text are named" * damages) {
    for (const auto& entry : std::vector<std::pair<std::string, std::string>>{
             {"workflow_checkpoints", "phase"}, {"snapshots", "name"}}) {
      const auto& [table, column] = entry;
      CAPTURE(entry.first);
      const std::string row = "(SELECT min(id) FROM " + table + ")";
      const Faulty faulty("DROP TRIGGER " + table + "_repeat; UPDATE " + table + " SET " + column +
                          " = 77 WHERE id = " + row);
      CHECK(faulty.lists(table + ":" + faulty.value("SELECT " + row), "columns_differ"));
    }
  }

  TEST_CASE("the database refuses an edit of what repeats a kept text, and a text that is no JSON") {
    const TestDir dir;
    const EditedCopy copy(full_database().path(), dir / "edited.db");
    const auto refusal = [&](const std::string& sql) {
      const ShellAnswer answer = run_sqlite3(copy.path(), "", sql);
      CHECK(answer.exit_code != 0);
      return answer.text;
    };
    const auto has = [&](const std::string& sql, const std::string& reason) {
      CAPTURE(sql);
      const std::string text = refusal(sql);
      CHECK_MESSAGE(text.find(reason) != std::string::npos, text);
    };
    for (const char* column :
         {"loops.status", "loop_iterations.quality_score", "loop_regressions.severity",
          "loop_recoveries.outcome", "loop_reinforcements.reason", "loop_patterns.severity",
          "states.session_id", "state_mutations.operation", "tree_documents.total_nodes"}) {
      const std::string full(column);
      const std::string name = full.substr(full.find('.') + 1);
      has("UPDATE " + full.substr(0, full.find('.')) + " SET " + name + " = 77",
          "cannot UPDATE generated column \"" + name + "\"");
    }
    for (const char* text : {"loops.outline", "loop_iterations.json", "loop_regressions.json",
                             "states.outline", "state_mutations.json", "tree_documents.outline"}) {
      const std::string full(text);
      has("UPDATE " + full.substr(0, full.find('.')) + " SET " + full.substr(full.find('.') + 1) +
              " = '{\"a\"'",
          "malformed JSON");
    }
    has("UPDATE document_nodes SET json = '{\"a\"'", "CHECK constraint failed: json_valid(json)");
    has("UPDATE workflow_checkpoints SET phase = 'x'", "rlmdb checkpoint create takes another");
    has("UPDATE workflow_artifacts SET hash = 'x'", "rlmdb checkpoint create takes another");
    has("UPDATE workflow_states SET step = 'x'", "rlmdb checkpoint restore sets them");
    has("UPDATE snapshots SET name = 'x' WHERE outline IS NOT NULL",
        "these columns repeat snapshots.outline");
  }

  TEST_CASE("a checkpoint of no scope, and a loop that is not called as its directory" * damages) {
    CHECK(Faulty("UPDATE snapshots SET scope = 'nonsense' WHERE id = 1").lists("snapshots:1", "text_broken"));
    const Faulty loop(
        "UPDATE loops SET loop_id = 'other', version = version + 1 WHERE id = (SELECT min(id) FROM loops "
        "WHERE source_path LIKE '.aiwg/ralph/loops/%')");
    const std::string row = "loops:" + loop.value("SELECT id FROM loops WHERE loop_id = 'other'");
    CHECK(loop.lists(row, "columns_differ"));
  }

  TEST_CASE("rows that are gone are missed in every table of documents" * damages) {
    for (const char* sql :
         {"DELETE FROM loop_iterations", "DELETE FROM workflow_checkpoints",
          "UPDATE loops SET outline = '{}'", "UPDATE states SET outline = '{}'", "DELETE FROM document_nodes",
          "DELETE FROM files", "DELETE FROM loops", "DELETE FROM states", "DELETE FROM snapshots",
          "DELETE FROM events", "DELETE FROM workflow_artifacts", "DELETE FROM contents",
          "DELETE FROM tree_nodes", "DELETE FROM layouts", "DELETE FROM imports", "DELETE FROM meta",
          "DELETE FROM schema_migrations WHERE version = 2"}) {
      CAPTURE(sql);
      const Faulty faulty(sql);
      std::uint64_t findings = 0;
      const std::string error = thrown_by([&] { findings = faulty.report().finding_count; });
      // A file that cannot even be opened says so.
      CHECK((findings > 0 || error != "nothing"));
    }
  }

  TEST_CASE("every object of the schema that is dropped is named, and so is a foreign one" * damages) {
    const std::vector<std::string> objects = rows_of(full_database().path(),
                                                     "SELECT type || ' ' || name FROM sqlite_schema WHERE "
                                                     "name NOT LIKE 'sqlite%' AND name NOT IN ('meta', "
                                                     "'schema_migrations')");
    CHECK(objects.size() > 100);
    for (const std::string& object : objects) {
      CAPTURE(object);
      CHECK(Faulty("DROP " + object).lists(object, "schema_differs"));
    }
    CHECK(Faulty("CREATE TRIGGER mine BEFORE INSERT ON tasks BEGIN SELECT RAISE(IGNORE); END")
              .lists("trigger mine", "schema_differs"));
    CHECK(Faulty("ALTER TABLE tasks ADD COLUMN mine TEXT").lists("table tasks", "schema_differs"));
  }

  TEST_CASE("a damaged page names its table, and what can still be read is looked at" * damages) {
    const Faulty faulty("UPDATE loops SET family = 'mine' WHERE id = (SELECT min(id) FROM loops)");
    const std::string loop = faulty.value("SELECT min(id) FROM loops");
    const auto page_size = std::stoll(faulty.value("PRAGMA page_size"));
    const auto root =
        std::stoll(faulty.value("SELECT rootpage FROM sqlite_schema WHERE name = 'state_mutations'"));
    // What was edited may stand in the -wal yet.
    bring_to_rest(faulty.path());
    std::fstream file(faulty.path(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp((root - 1) * page_size);
    file.write("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 8);
    file.close();
    CHECK(faulty.lists("state_mutations", "database_damaged"));
    CHECK(faulty.lists("loops:" + loop, "columns_differ"));
  }
}
