// SPDX-License-Identifier: MIT
// First each rule on planted defects, so that a rule that stopped working is seen; then all of them on the
// tree.
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include "rules.hpp"

using namespace architecture;

namespace {

struct Example {
  std::string path;
  std::string text;
};

void expect_breach(Rule rule, const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    CAPTURE(example.path);
    CAPTURE(example.text);
    CHECK(rule({example.path, example.text}).size() == 1);
  }
}

void expect_peace(Rule rule, const std::vector<Example>& examples) {
  for (const Example& example : examples) {
    CAPTURE(example.path);
    CAPTURE(example.text);
    CHECK(rule({example.path, example.text}).empty());
  }
}

std::string lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += "int x;\n";
  return text;
}

}  // namespace

TEST_SUITE("architecture::rules") {
  TEST_CASE("include table") {
    expect_breach(check_includes,
                  {{"include/rlmdb/task.hpp", "#include <sqlite3.h>\n"},
                   {"include/rlmdb/task.hpp", "#include \"db/connection.hpp\"\n"},
                   {"include/rlmdb/task.hpp", "#include <unistd.h>\n"},
                   {"src/util/clock.cpp", "#include \"records/record.hpp\"\n"},
                   {"src/util/clock.cpp", "#include <sqlite3.h>\n"},
                   {"src/db/connection.cpp", "#include \"records/record.hpp\"\n"},
                   {"src/db/connection.cpp", "#include \"rlmdb/task.hpp\"\n"},
                   {"src/json/json_scan.cpp", "#include \"records/record.hpp\"\n"},
                   {"src/records/record.cpp", "#include <nlohmann/json.hpp>\n"},
                   {"src/records/task_rows.cpp", "  #  include <SQLiteCpp/Statement.h>\n"},
                   {"src/records/task_rows.cpp", "#include \"json/json_scan.hpp\"\n"},
                   {"src/records/task_rows.cpp", "#include \"rlmdb/import.hpp\"\n"},
                   {"src/records/task_rows.cpp", "#include \"node_rows.sql.hpp\"\n"},
                   {"src/loops/loop_edit.cpp", "#include \"loop_edit.sql.hpp\"\n"},
                   {"src/loops/loop_rules.cpp", "#include \"db/connection.hpp\"\n"},
                   {"src/loops/loop_rules.cpp", "#include \"loops/loop_rows.hpp\"\n"},
                   {"src/loops/loop_rules.cpp", "#include \"util/clock.hpp\"\n"},
                   {"src/trees/tree_load.cpp", "#include \"tasks/claim.hpp\"\n"},
                   {"src/imports/import.cpp", "#include <SQLiteCpp/Database.h>\n"},
                   {"src/attic/old.cpp", "#include <vector>\n"},
                   {"tools/rlmdb/main.cpp", "#include \"imports/import.hpp\"\n"},
                   {"tools/rlmdb/terminal/output.cpp", "#include \"format/rows.hpp\"\n"},
                   {"tools/rlmdb/format/rows.hpp", "#include \"frame/context.hpp\"\n"},
                   {"tools/rlmdb/frame/context.cpp", "#include \"trees/print_trees.hpp\"\n"},
                   {"tools/rlmdb/trees/print_tree.cpp", "#include \"loops/loop_chart.hpp\"\n"},
                   {"tools/rlmdb/attic/old.cpp", "#include \"attic/old.hpp\"\n"},
                   {"tools/rlmdb/main.cpp", "#include <CLI/CLI.hpp>\n"},
                   {"tools/rlmdb/frame/command_line.cpp", "#include <CLI/CLI.hpp>\n"},
                   {"tools/rlmdb/tasks/task_options.cpp", "#include <CLI/App.hpp>\n"},
                   {"tools/rlmdb/main.cpp", "#include <sqlite3.h>\n"}});
    expect_peace(check_includes,
                 {{"include/rlmdb/task.hpp", "#include <string>\n#include \"rlmdb/error.hpp\"\n"},
                  {"src/records/task_rows.cpp", "#include \"task_rows.sql.hpp\"\n"},
                  {"src/imports/import.cpp", "#include \"json/json_scan.hpp\"\n#include \"records/x.hpp\"\n"},
                  {"src/events/events.cpp", "#include \"trees/tree_rows.hpp\"\n"},
                  {"src/sources/ralph_kind.cpp", "#include \"workflows/workflow_rules.hpp\"\n"},
                  {"src/util/file.cpp", "#include <fcntl.h>\n#include <sys/stat.h>\n"},
                  {"tools/rlmdb/main.cpp", "#include \"frame/command.hpp\"\n"},
                  {"tools/rlmdb/frame/parse.cpp", "#include <CLI/CLI.hpp>\n"},
                  {"tools/rlmdb/trees/print_tree.cpp", "#include \"trees/print_trees.hpp\"\n"}});
  }

  TEST_CASE("SQL in string literals") {
    expect_breach(check_sql_in_literals,
                  {{"src/records/task_rows.cpp", "run(\"SELECT id FROM tasks\");"},
                   {"src/records/task_rows.cpp", "run(\"select id \"\n    \"from tasks \");"},
                   {"src/imports/import.cpp", "run(R\"sql(\n  INSERT INTO tasks VALUES (1))sql\");"},
                   {"src/imports/import.cpp", "run(\"UPDATE tasks SET id = 1\");"},
                   {"src/tasks/store.cpp", "run(\"PRAGMA user_version\");"},
                   {"src/db/connection.cpp", "run(\"DELETE FROM meta\");"},
                   {"tools/rlmdb/main.cpp", "query(\"WITH x AS (VALUES(1)) TABLE x\");"}});
    expect_peace(
        check_sql_in_literals,
        {{"src/db/connection.cpp", "run(\"PRAGMA journal_mode = WAL\"); run(\"BEGIN IMMEDIATE\");"},
         {"src/records/task_rows.cpp",
          "// \"SELECT id FROM tasks\"\nsql_named(k_task_rows, \"select_task\");"},
         {"src/imports/import.cpp", "throw Error(io, \"Cannot create the table of contents from \" + path);"},
         {"tools/rlmdb/main.cpp", "help(\"rlmdb sql 'SELECT state FROM tasks'\");"},
         {"tests/unit/db/test_x.cpp", "run(\"SELECT id FROM tasks\");"}});
  }

  TEST_CASE("transactions begin in one place") {
    expect_breach(check_begin, {{"src/tasks/store.cpp", "run(\"BEGIN IMMEDIATE\");"},
                                {"src/db/transaction.cpp", "run(\"BEGIN\");"},
                                {"src/db/transaction.cpp", "run(\"BEGIN EXCLUSIVE\");"},
                                {"src/records/task_rows.sql", "-- name: x\nBEGIN;\n"},
                                {"migrations/0001_tasks.sql", "BEGIN\n;"},
                                {"migrations/0001_tasks.sql",
                                 "CREATE TRIGGER t AFTER INSERT ON x BEGIN\nEND;\nBEGIN IMMEDIATE;\n"}});
    expect_peace(
        check_begin,
        {{"src/db/transaction.cpp", "run(\"BEGIN IMMEDIATE\"); run(\"BEGIN DEFERRED\");"},
         {"migrations/0001_tasks.sql", "CREATE TRIGGER t AFTER INSERT ON x BEGIN\n  SELECT 1;\nEND;\n"},
         {"migrations/0001_tasks.sql", "-- Runs inside BEGIN IMMEDIATE of the migrator.\n"}});
  }

  TEST_CASE("db knows no table") {
    expect_breach(check_table_names_in_db, {{"src/db/migrator.cpp", "f(\"tree_nodes\");"},
                                            {"src/db/migrator.sql", "SELECT count(*) FROM tasks;\n"}});
    expect_peace(check_table_names_in_db, {{"src/tasks/store.cpp", "f(\"tree_nodes\");"},
                                           {"src/db/migrator.cpp", "f(\"schema_migrations\");"}});
  }

  TEST_CASE("who opens files and directories by himself is listed") {
    for (const char* path : {"src/tasks/x.cpp", "src/db/x.cpp", "tools/rlmdb/tasks/x.cpp"}) {
      expect_breach(check_openings, {{path, "const FileDescriptor f(::open(path.c_str(),\n O_RDONLY));\n"},
                                     {path, "const int f = ::openat(from, name, O_RDONLY);\n"},
                                     {path, "std::ifstream file(path);\n"},
                                     {path, "std::ofstream file{path};\n"},
                                     {path, "FILE* file = std::fopen(name, \"r\");\n"},
                                     {path, "fs::copy_file(from, to);\n"},
                                     {path, "std::filesystem::current_path(directory);\n"},
                                     {path, "::chdir(directory.c_str());\n"},
                                     {path, "for (fs::directory_iterator entry(folder, failed), end;;)\n"},
                                     {path, "for (const auto& entry : fs::directory_iterator(folder))\n"},
                                     {path, "sqlite3_open_v2(name, &handle, flags, nullptr);\n"},
                                     {path, "const SQLite::Database database(path);\n"},
                                     {path, "const auto file = util::open_foreign(path, O_RDONLY);\n"}});
      expect_peace(check_openings, {{path, "std::ifstream file(\"/proc/stat\");\n"},
                                    {path, "const auto file = util::open_named(path, O_RDONLY);\n"},
                                    {path, "const fs::path here = fs::current_path();\n"},
                                    {path, "Descriptor nothing(::open(\"/dev/null\", O_RDWR));\n"}});
    }
    expect_breach(check_openings, {{"src/db/publish.cpp", "nothing();\n"}});
    expect_peace(check_openings, {{"src/db/publish.cpp", "const SQLite::Database database(path);\n"},
                                  {"tests/unit/db/test_x.cpp", "std::ifstream file(path);\n"}});
  }

  TEST_CASE("machine paths") {
    for (const char* path : {"home/user/x", "root/x", "work/main", "tmp/build"}) {
      expect_breach(check_machine_paths, {{"docs/HACKING.md", std::string("see /") + path + "\n"}});
    }
    expect_peace(check_machine_paths,
                 {{"docs/HACKING.md", "mktemp -d; cd ./home/x; docs/work/flow; ~/.aiwg/\n"}});
  }

  TEST_CASE("citations") {
    expect_breach(check_citations, {{"src/util/a.hpp", std::string("/// As GR") + "-12 has it.\n"},
                                    {"tests/x.cpp", std::string("// formats") + ".md 3\n"}});
    expect_peace(check_citations, {{"src/util/a.hpp", "/// As decision 012 has it; LP-001, utf-8.\n"}});
  }

  TEST_CASE("size") {
    CHECK(check_size({"src/util/a.cpp", lines(350)}).empty());
    REQUIRE(check_size({"src/util/a.cpp", lines(351)}).size() == 1);
    CHECK(check_size({"src/util/a.cpp", lines(351)})[0].weight == Breach::Weight::warning);
    CHECK(check_size({"src/util/a.cpp", lines(500)})[0].weight == Breach::Weight::warning);
    CHECK(check_size({"src/util/a.cpp", lines(501)})[0].weight == Breach::Weight::error);
    CHECK(check_size({"docs/FORMAT.md", lines(900)}).empty());
  }

  TEST_CASE("licence line and names") {
    expect_breach(check_licence_line,
                  {{"src/util/a.cpp", "#include <x>\n"}, {"tests/CMakeLists.txt", "project(x)\n"}});
    expect_peace(check_licence_line,
                 {{"src/util/a.cpp", "// SPDX-License-Identifier: MIT\n"}, {"README.md", "x"}});
    expect_breach(check_names, {{"src/db/a.hpp", "class ConnectionManager {};\n"},
                                {"src/db/a.hpp", "struct TaskData;\n"}});
    expect_peace(check_names, {{"src/db/a.hpp", "// class TaskManager\nclass WriterGate {};\nint Data;\n"}});
  }

  TEST_CASE("no function has a header for itself") {
    expect_breach(
        check_lone_functions,
        {{"src/util/a.hpp", "#pragma once\nnamespace rlmdb::util {\n[[nodiscard]] int f(int x = 1);\n}\n"},
         {"src/trees/a.hpp",
          "class Store;\nnamespace rlmdb {\nnamespace trees {\nvoid f(Store& store);\n}\n}\n"},
         {"tools/rlmdb/frame/a.hpp",
          "template <class T>\nT f(T x) {\n  if (x) { return x; }\n  return {};\n}\n"},
         {"tools/pages/a.hpp", "// struct A {};\nconst char* f() noexcept;\n"}});
    expect_peace(check_lone_functions,
                 {{"src/util/a.hpp", "int f();\nint g();\n"},
                  {"src/util/a.hpp", "inline int f() { return 1; }\ninline int g() { return 2; }\n"},
                  {"src/util/a.hpp", "struct A {\n  int f();\n};\n"},
                  {"src/util/a.hpp", "struct A {};\nint f(const A& a);\n"},
                  {"src/util/a.hpp", "inline constexpr int k_a = 1;\nint f();\n"},
                  {"src/util/a.hpp", "inline const int k_a = f(1);\n"},
                  {"src/util/a.hpp", "using A = int (*)(int);\n"},
                  {"src/util/a.cpp", "int f();\n"},
                  {"src/db/temp_files_vfs.hpp", "const char* f();\n"},
                  {"tests/support/a.hpp", "int f();\n"}});
  }

  TEST_CASE("seeds are said, and waits end") {
    expect_breach(check_seeds,
                  {{"tests/unit/db/test_x.cpp", "std::mt19937 random(std::random_device{}());\n"},
                   {"tests/unit/db/test_x.cpp", "const auto seed = random_seed();\nint x;\n"}});
    expect_peace(
        check_seeds,
        {{"tests/unit/db/test_x.cpp", "const auto seed = random_seed();\nCAPTURE(seed);\n"},
         {"tests/unit/db/test_x.cpp", "const auto seed = std::random_device{}();\nINFO(\"seed \", seed);\n"},
         {"tests/unit/db/test_x.cpp", "std::mt19937 random(7);\n"}});
    expect_breach(check_waits, {{"tests/unit/db/test_x.cpp", "while (!done) ::usleep(5);\n"},
                                {"tests/unit/db/test_x.cpp", "std::this_thread::sleep_for(5ms);\n"}});
    expect_peace(check_waits, {{"tests/unit/db/test_x.cpp", "if (now > deadline) fail();\n::usleep(5);\n"},
                               {"tests/unit/db/test_x.cpp", "// sleep(5) would be slow\n"}});
  }

  TEST_CASE("no constant hides one of a header") {
    const SourceFile header{"src/trees/cost.hpp",
                            "inline constexpr int k_most = 3;\nconstexpr int k_least{1};\n"};
    const auto beside = [&](const std::string& path, const std::string& text) {
      return check_hidden_constants({header, {path, text}}).size();
    };
    CHECK(beside("src/loops/loop_edit.cpp", "constexpr std::size_t k_most = 4;\n") == 1);
    CHECK(beside("tools/rlmdb/loops/x.cpp", "static constexpr std::string_view k_least = \"a\";\n") == 1);
    CHECK(beside("src/loops/loop_edit.cpp",
                 "constexpr int k_more = 4;\nint f() {\n  constexpr int k_most = 1;\n}\n") == 0);
    CHECK(beside("tests/unit/db/test_x.cpp", "constexpr int k_most = 4;\n") == 0);
  }

  TEST_CASE("literals are found as the compiler sees them") {
    const auto literals = find_literals(
        {"a.cpp", "char c = '\"'; int n = 1'000; // \"no\"\nf(\"a\\\"b\" /* x */ \"c\", R\"(d\"e)\");"});
    REQUIRE(literals.size() == 2);
    CHECK(literals[0].text == "a\\\"bc");
    CHECK(literals[0].line == 2);
    CHECK(literals[1].text == "(d\"e)");
  }
}

TEST_SUITE("architecture::tree") {
  TEST_CASE("the whole tree keeps the rules") {
    const std::vector<SourceFile> tree = read_tree(RLMDB_SOURCE_DIR);
    REQUIRE(tree.size() > 30);
    constexpr std::array<Rule, 13> k_rules = {check_includes,      check_sql_in_literals,
                                              check_begin,         check_table_names_in_db,
                                              check_machine_paths, check_size,
                                              check_licence_line,  check_names,
                                              check_seeds,         check_waits,
                                              check_citations,     check_lone_functions,
                                              check_openings};
    for (const Breach& breach : check_hidden_constants(tree)) {
      const std::string text = breach.path + ":" + std::to_string(breach.line) + " " + breach.message;
      FAIL_CHECK(text);
    }
    for (const SourceFile& file : tree) {
      for (const Rule rule : k_rules) {
        for (const Breach& breach : rule(file)) {
          const std::string text = breach.path + ":" + std::to_string(breach.line) + " " + breach.message;
          if (breach.weight == Breach::Weight::warning) {
            MESSAGE("warning: ", text);
          } else {
            FAIL_CHECK(text);
          }
        }
      }
    }
  }
}
