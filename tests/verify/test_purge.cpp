// SPDX-License-Identifier: MIT
// `rlmdb purge` on a database with everything in it: what was purged stands in no byte of its files, and all
// else is as it was and in order.
#include <doctest/doctest.h>
#include <sqlite3.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "full_database.hpp"
#include "json/packed.hpp"
#include "legacy_documents.hpp"
#include "live_schema.hpp"
#include "program_run.hpp"
#include "purging/column_form_rules.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"

namespace {

namespace fs = std::filesystem;
using namespace rlmdb::test;
using rlmdb::purging::ColumnForm;
using rlmdb::purging::form_of_column;

const std::string k_canary = "K4N4RY/ö~\"x";

/// Times, digests, and words of closed lists. Whatever is not here gets the text planted.
const std::string k_own_columns =
    "document_nodes.task_digest event_changes.old_form events.at events.kind "
    "failure_reviews.reviewed_at files.kind grid_files.kind grid_files.agreed_sha256 grid_versions.at "
    "grid_versions.sha256 "
    "grid_versions.document holds.owner_boot_id holds.lease_expires_at import_losses.code "
    "import_rejects.code imports.kind "
    "imports.sha256 imports.canonical_sha256 imports.proof imports.started_at imports.by_version "
    "imports.modified_at layouts.level loop_iterations.list loops.family meta.key "
    "removed_records.removed_at "
    "removed_sources.sha256 removed_sources.removed_at requests.at requests.request_sha256 "
    "retention_settings.kind retention_settings.set_at retention_settings.listed_at "
    "schema_migrations.name schema_migrations.sha256 schema_migrations.applied_at "
    "schema_migrations.by_version snapshots.scope snapshots.last_used_at source_texts.style states.scope "
    "tasks.state "
    "tasks.not_before tasks.lease_expires_at tasks.owner_boot_id tasks.source_digest "
    "tasks.result_type tasks.verbatim_digest tree_documents.kind tree_settings.limit_action "
    "tree_settings.execution_mode value_files.sha256 variables.value_type workflow_checkpoints.kind "
    "workflow_checkpoints.compression workflow_checkpoints.payload_sha256 "
    "workflow_states.restored_at ";

const FullDatabase& purged_database() {
  static const FullDatabase k_database;
  return k_database;
}

class Place {
 public:
  Place() { fs::copy_file(purged_database().path(), m_database); }

  [[nodiscard]] Ended rlmdb(const std::vector<std::string>& words) const {
    Launch launch{{program_path(), "--db", m_database.string()}};
    launch.words.insert(launch.words.end(), words.begin(), words.end());
    return run(launch);
  }
  [[nodiscard]] std::string done(const std::vector<std::string>& words) const {
    const Ended ended = rlmdb(words);
    CAPTURE(words.front());
    // Nodes that only documents have are in no tasks.json, and an export says so.
    const bool leaves_nodes =
        words.front() == "export" &&
        rlmdb({"sql", "SELECT EXISTS (SELECT 1 FROM tasks WHERE legacy_id IS NULL)"}).out.ends_with("\n1\n");
    CHECK_MESSAGE(ended.code == (leaves_nodes ? 3 : 0), ended.error);
    return ended.out;
  }
  [[nodiscard]] fs::path write(const std::string& name, const std::string& text) const {
    write_all(m_dir / name, text);
    return m_dir / name;
  }
  /// Whether the bytes stand in any file of the database.
  [[nodiscard]] bool holds(const std::string& bytes) const {
    for (const char* suffix : {"", "-wal", "-shm"}) {
      const fs::path file = m_database.string() + suffix;
      if (fs::exists(file) && read_all(file).find(bytes) != std::string::npos) return true;
    }
    return false;
  }
  [[nodiscard]] const fs::path& database() const { return m_database; }
  void execute(const std::string& sql) const {
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(m_database.c_str(), &handle) == SQLITE_OK);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    char* message = nullptr;
    const int code = sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &message);
    CAPTURE(sql);
    CHECK_MESSAGE(code == SQLITE_OK, (message == nullptr ? "" : message));
    sqlite3_free(message);
    sqlite3_close(handle);
  }

 private:
  TestDir m_dir;
  fs::path m_database = m_dir / "place" / "rlm.db";
  bool m_made = (fs::create_directories(m_dir / "place"), true);
};

std::string quoted_for_sql(const std::string& text) {
  std::string quoted = "'";
  for (const char byte : text) quoted += byte == '\'' ? std::string("''") : std::string(1, byte);
  return quoted + "'";
}

/// The canary in a value of that column, or "": rlmdb itself says what stands there.
std::string planted(const LiveColumn& column, ColumnForm form) {
  const std::string name = "\"" + column.name + "\"";
  const std::string text = "coalesce(" + name + ", '') || " + quoted_for_sql(k_canary);
  const std::string json = "json_object('k', " + quoted_for_sql(k_canary) + ", 'old', " + name + ")";
  switch (form) {
    case ColumnForm::text:
      return text;
    case ColumnForm::json:
    case ColumnForm::json_or_text:
    case ColumnForm::typed:
      return column.name == "members" ? "json_insert(" + name + ", '$[#]', " + quoted_for_sql(k_canary) + ")"
                                      : json;
    case ColumnForm::json_inside:
      return name + " || trim(json_quote(" + quoted_for_sql(k_canary) + "), '\"')";
    case ColumnForm::earlier:
      return "CASE WHEN old_form IS NULL THEN " + json + " ELSE " + name + " END";
    default:
      return "";
  }
}

TEST_SUITE("purge") {
  TEST_CASE("of every column that can hold a text it is known what stands in it") {
    for (const LiveColumn& column : live_columns(purged_database().path())) {
      CAPTURE(column.full());
      const bool holds_text = column.type == "TEXT" || column.type == "BLOB" || column.type.empty();
      CHECK((!holds_text || form_of_column(column.table, column.name).has_value()));
    }
  }

  TEST_CASE("what rlmdb itself says, where no text of a user can stand, are these columns") {
    std::string own;
    for (const LiveColumn& column : live_columns(purged_database().path()))
      if (form_of_column(column.table, column.name) == ColumnForm::own) own += column.full() + " ";
    CHECK(own == k_own_columns);
  }

  TEST_CASE("a text in every column of every table stands in no byte of the files afterwards" * damages) {
    const Place place;
    for (const LiveColumn& column : live_columns(place.database())) {
      const auto form = form_of_column(column.table, column.name);
      if (!form || column.is_rowid) continue;
      const std::string value = planted(column, *form);
      if (value.empty()) continue;
      const std::string row =
          rows_of(place.database(), "SELECT count(*) FROM \"" + column.table + "\"").front();
      if (row == "0") continue;
      place.execute("UPDATE OR IGNORE \"" + column.table + "\" SET \"" + column.name + "\" = " + value);
    }
    const std::string before = place.done({"sql", "SELECT count(*) FROM tasks WHERE prompt LIKE '%K4N4RY%'"});
    CHECK(place.holds("K4N4RY"));
    const fs::path secret = place.write("secret", k_canary + "\n");
    const Ended ended = place.rlmdb({"purge", "--text-file", secret.string(), "--yes"});
    CHECK_MESSAGE(ended.code == 0, ended.error);
    CHECK_FALSE(place.holds("K4N4RY"));
    CHECK(ended.out.find("K4N4RY") == std::string::npos);
    CHECK(ended.error.find("K4N4RY") == std::string::npos);
  }

  TEST_CASE("what real commands wrote is in order afterwards, and a second purge finds nothing") {
    // Words of the fixtures: in prompts, results, documents, states, loops, checkpoints, events.
    for (const std::string text : {"security", "authentication", "blue", "some output", "bbbbbbbb"}) {
      CAPTURE(text);
      const Place place;
      REQUIRE(place.holds(text));
      const std::string tasks = place.done({"sql", "SELECT count(*) FROM tasks"});
      const Ended purged = place.rlmdb({"purge", "--text", text, "--yes", "--json"});
      CHECK((purged.code == 0 || purged.code == 3));  // The fixtures' files hold it still.
      CHECK(purged.out.find("\"is_clean\":true") != std::string::npos);
      CHECK(purged.out.find("\"mark\":\"[purged]\"") != std::string::npos);
      CHECK_FALSE(place.holds(text));
      const Ended verified = place.rlmdb({"verify"});
      CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
      CHECK(place.done({"sql", "SELECT count(*) FROM tasks"}) == tasks);
      const Ended again = place.rlmdb({"purge", "--text", text, "--yes", "--json"});
      CHECK(again.out.find("\"values\":[],\"records\":0,\"mark\":null") != std::string::npos);
    }
  }

  TEST_CASE(
      "a tree and a session that were made here stand in no byte afterwards, and all else is in order") {
    for (const auto& entry : {std::pair<std::string, std::string>{"--tree", "tree-aaaa1111"},
                              std::pair<std::string, std::string>{"--session", "made-here"}}) {
      const auto& [option, id] = entry;
      CAPTURE(entry.second);
      const Place place;
      REQUIRE(place.holds(id));
      (void)place.done({"purge", option, id, "--yes"});
      CHECK_FALSE(place.holds(id));
      const Ended verified = place.rlmdb({"verify"});
      CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
      CHECK(place.rlmdb({"purge", option, id, "--yes"}).code == 4);
      (void)place.done({"export", "-o", place.write("out.json", "").string(), "--force"});
    }
  }

  TEST_CASE("of a project that was adopted the legacy files and the copy of them are named") {
    const TestDir dir;
    const fs::path tasks = dir / "p/.aiwg/daemon/tasks.json";
    fs::create_directories(tasks.parent_path());
    write_all(tasks, document({record("task-1", {{"prompt", "\"K4N4RY\""}}),
                               record("task-2", {{"prompt", "\"p\""}})}));
    const fs::path database = dir / "p/.aiwg/daemon/rlm.db";
    REQUIRE(run_rlmdb(database, {"adopt", (dir / "p").string()}).code == 0);
    fs::path copy;
    for (const auto& entry : fs::directory_iterator(dir / "p"))
      if (entry.path().filename() != ".aiwg") copy = entry.path();
    const Ended listed = run_rlmdb(database, {"purge", "--task", "task-1", "--dry-run"});
    CHECK(listed.out.find(copy.string() + "\t") != std::string::npos);
    const Ended purged = run_rlmdb(database, {"purge", "--text", "K4N4RY", "--yes"});
    CHECK(purged.code == 3);
    CHECK(purged.out.find(tasks.string()) != std::string::npos);
    CHECK(purged.out.find((copy / "daemon/tasks.json").string()) != std::string::npos);
    CHECK(read_all(database).find("K4N4RY") == std::string::npos);
  }

  TEST_CASE("a part of the path of the project goes out of the note of where that is") {
    const TestDir dir;
    const fs::path project = dir / "K4N4RY";
    const fs::path tasks = project / ".aiwg/daemon/tasks.json";
    fs::create_directories(tasks.parent_path());
    write_all(tasks,
              document({record("task-1", {{"prompt", "\"p\""}}), record("task-2", {{"prompt", "\"p\""}})}));
    const fs::path database = project / ".aiwg/daemon/rlm.db";
    REQUIRE(run_rlmdb(database, {"adopt", project.string()}).code == 0);
    const std::string home = "SELECT value FROM meta WHERE key = 'home'";
    REQUIRE(rows_of(database, home) == std::vector<std::string>{project.string()});
    const auto is_purged = [&](const std::string& text, const std::string& left) {
      CAPTURE(text);
      const Ended purged = run_rlmdb(database, {"purge", "--text", text, "--yes", "--json"});
      CHECK_MESSAGE(purged.code == 0, purged.error);
      CHECK(purged.out.find("\"is_clean\":true") != std::string::npos);
      CHECK(rows_of(database, home) == std::vector<std::string>{left});
      CHECK(read_all(database).find(text) == std::string::npos);
      const Ended verified = run_rlmdb(database, {"verify"});
      CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
      CHECK(run_rlmdb(database, {"verify", tasks.string()}).code == 0);
    };
    is_purged("K4N4RY", (dir / "[purged]").string());
    is_purged(dir.path().string(), "/[purged-2]/[purged]");
    const Ended again = run_rlmdb(database, {"import", tasks.string()});
    CHECK_MESSAGE(again.code == 0, again.error);
    CHECK(rows_of(database, "SELECT count(*) FROM tasks") == std::vector<std::string>{"2"});
    write_all(tasks,
              document({record("task-1", {{"prompt", "\"p\""}}), record("task-2", {{"prompt", "\"p\""}}),
                        record("task-3", {{"prompt", "\"p\""}})}));
    CHECK(run_rlmdb(database, {"import", tasks.string()}).code == 0);
    CHECK(rows_of(database, home) == std::vector<std::string>{project.string()});
  }

  TEST_CASE("a document that was written by hand loses the text, and nothing else of its bytes") {
    const TestDir dir;
    const fs::path loop = dir / "p/.aiwg/ralph/current-loop.json";
    const fs::path tree = dir / "p/.aiwg/rlm/trees/tree-aaaa1111/tree.json";
    fs::create_directories(loop.parent_path());
    fs::create_directories(tree.parent_path());
    const std::string text =
        "{ \"loopId\":\"ralph-a-00000001\",  \"task\": \"say K4N4\\u0052Y\",\n\"currentIteration\":1, "
        "\"maxIterations\" : 5 }\n";
    write_all(loop, text);
    write_all(tree,
              "{\"tree_id\" :\"tree-aaaa1111\", \"root_task\":{\"node_id\": \"task-00000001\",\n "
              "\"status\":\"pending\","
              " \"prompt\":\"OTHER\", \"children\":[{ \"node_id\": \"task-00000002\", "
              "\"status\":\"pending\", \"prompt\":\"SECRET\","
              "\"children\":[]}]}}");
    const fs::path database = dir / "p/.aiwg/rlm.db";
    REQUIRE(run_rlmdb(database, {"adopt", (dir / "p").string()}).code == 0);
    (void)run_rlmdb(database, {"purge", "--text", "K4N4RY", "--yes"});
    (void)run_rlmdb(database, {"purge", "--tree", "tree-aaaa1111", "--yes"});
    CHECK(run_rlmdb(database, {"verify"}).code == 0);
    REQUIRE(run_rlmdb(database, {"export", "--format", "project", "-o", (dir / "out").string()}).code == 0);
    std::string expected = text;
    expected.replace(expected.find("K4N4"), 11, "[purged]");
    CHECK(read_all(dir / "out/.aiwg/ralph/current-loop.json") == expected);
    CHECK_FALSE(fs::exists(dir / "out/.aiwg/rlm"));
    const auto packed = rows_of(database, "SELECT count(*), sum(packed IS NULL) FROM source_texts");
    CHECK(packed == std::vector<std::string>{"1|0"});
  }

  TEST_CASE("packed checkpoints of workflows lose the text, also where the mark is longer") {
    const Place place;
    sqlite3* handle = nullptr;
    REQUIRE(sqlite3_open(place.database().c_str(), &handle) == SQLITE_OK);
    const auto pack = [](sqlite3_context* context, int, sqlite3_value** values) {
      const std::string packed =
          rlmdb::json::gzip(reinterpret_cast<const char*>(sqlite3_value_text(values[0])));
      sqlite3_result_blob(context, packed.data(), static_cast<int>(packed.size()), SQLITE_TRANSIENT);
    };
    sqlite3_create_function(handle, "pack", 1, SQLITE_UTF8, nullptr, pack, nullptr, nullptr);
    sqlite3_exec(
        handle,
        "UPDATE workflow_checkpoints SET content_id = NULL, packed = (SELECT pack(body) FROM contents c "
        "WHERE c.id = content_id) WHERE defect IS NULL",
        nullptr, nullptr, nullptr);
    const bool is_packed = sqlite3_total_changes(handle) > 0;
    sqlite3_close(handle);
    REQUIRE(is_packed);
    const Ended purged = place.rlmdb({"purge", "--text", "constr", "--yes", "--json"});
    CHECK(purged.out.find("{\"table\":\"workflow_checkpoints\",\"column\":\"packed\"") != std::string::npos);
    const Ended verified = place.rlmdb({"verify"});
    CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
    CHECK(place.rlmdb({"purge", "--text", "constr", "--yes", "--json"}).out.find("\"values\":[]") !=
          std::string::npos);
  }

  TEST_CASE("a packed file that is kept as it came in goes with the text, wherever that stands in it") {
    for (const char* step :
         {"\"say QWERTY-9999\"", "\"QWERTY-999\\u0039\"", "\"QWERTY-9999\", \"step\": \"other\""}) {
      CAPTURE(std::string(step));
      const TestDir dir;
      const fs::path file = dir / "p/.aiwg/checkpoints/iteration-1.json.gz";
      fs::create_directories(file.parent_path());
      write_all(file,
                rlmdb::json::gzip(R"({ "checkpoint_id":"one", "workflow_id":"two", "state": {"step": )" +
                                  std::string(step) + "}}"));
      const fs::path database = dir / "x.db";
      REQUIRE(run_rlmdb(database, {"import", (dir / "p").string()}).code == 0);
      const std::string kept = "SELECT count(file_bytes) FROM workflow_checkpoints";
      REQUIRE(value_of(database, kept) == "1");
      fs::remove(file);
      REQUIRE(run_rlmdb(database, {"purge", "--text", "QWERTY-9999", "--yes"}).code == 0);
      CHECK(value_of(database, kept) == "0");
      const Ended verified = run_rlmdb(database, {"verify"});
      CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
    }
  }

  TEST_CASE("a copied artifact that holds the text goes as a whole") {
    const Place place;
    const fs::path file = place.write("conf.txt", "token=QWERTY-9999\n");
    const std::string loop =
        rows_of(place.database(), "SELECT loop_id FROM loops WHERE import_id IS NULL").front();
    (void)place.done({"checkpoint", "create",
                      R"({"state":{"phase":"p","step":"s","progress":{"percentage":1}}})", "--loop", loop,
                      "--artifact", "conf.txt", "--keep-artifacts", "--root", file.parent_path().string()});
    const std::string copies =
        "SELECT count(*) FROM workflow_artifacts WHERE path = 'conf.txt' AND mode IS NOT NULL";
    REQUIRE(rows_of(place.database(), copies) == std::vector<std::string>{"1"});
    (void)place.done({"purge", "--text", "QWERTY-9999", "--yes"});
    CHECK_FALSE(place.holds("QWERTY-9999"));
    CHECK(rows_of(place.database(), copies) == std::vector<std::string>{"0"});
    const Ended verified = place.rlmdb({"verify"});
    CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
  }

  TEST_CASE("an imported tree goes with its documents, state, files and checkpoints") {
    const Place place;
    for (const char* table : {"tree_documents", "snapshots", "tree_nodes"})
      REQUIRE(rows_of(place.database(),
                      std::string("SELECT count(*) FROM ") + table + " WHERE tree_id = 'tree-12345678'") !=
              std::vector<std::string>{"0"});
    const Ended purged = place.rlmdb({"purge", "--tree", "tree-12345678", "--yes", "--json"});
    CHECK_MESSAGE(purged.code == 0, purged.error);
    CHECK(purged.out.find("\"kind\":\"source\"") != std::string::npos);
    for (const char* table : {"tree_documents", "snapshots", "tree_nodes", "events"})
      CHECK(rows_of(place.database(),
                    std::string("SELECT count(*) FROM ") + table + " WHERE tree_id = 'tree-12345678'") ==
            std::vector<std::string>{"0"});
    CHECK_FALSE(place.holds("security vulnerabilities"));
    const Ended verified = place.rlmdb({"verify"});
    CHECK_MESSAGE(verified.code == 0, verified.out, verified.error);
  }
}

}  // namespace
