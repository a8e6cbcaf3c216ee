// SPDX-License-Identifier: MIT
// Decision 044: no path of an option or argument leads through a stranger's link in a directory that is open to
// others. Every option and place that takes a path is tried; one that is new has to be added here.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "frame/command_line.hpp"
#include "transcript.hpp"

namespace {

namespace fs = std::filesystem;
using namespace cli_tests;

constexpr const char* k_only_noted = "";  ///< nothing is opened there
constexpr unsigned k_stranger = 65534;

/// By command and option: a command line; open/file, open/db and open/dir are a stranger's links.
const std::map<std::string, std::vector<std::string>> k_paths = {
    {" --db", {"list --db open/db", "list --db open/dir/x.db", "init --db open/dir/new.db"}},
    {" -C", {"-C open/dir list", "-C open/dir/. list"}},
    {"import PATH", {"import open/file", "import open/dir"}},
    {"adopt DIR", {"adopt open/dir", "adopt --undo open/dir --db mine/x.db"}},
    {"verify FILE|DIR", {"verify open/file", "verify open/dir"}},
    {"shadow FILE", {"shadow open/file --once"}},
    {"backup FILE", {"backup open/file", "backup open/file --force", "backup open/dir/new.db"}},
    {"restore FILE", {"restore open/db --db new.db"}},
    {"export --output", {"export -o open/file", "export --format project -o open/dir"}},
    {"report --output", {"report tree-1 -o open/file"}},
    {"loop --output", {"loop export l -o open/file", "loop report l -o open/file"}},
    {"task --ndjson", {"task add --ndjson open/file", "task add --ndjson open/dir/lines"}},
    {"task --artifact", {k_only_noted}},
    {"work --artifact", {k_only_noted}},
    {"purge --text-file", {"purge --text-file open/file --yes"}},
    {"maintain --backup", {"maintain --backup open/file", "maintain --backup open/dir/new.db"}},
    {"recover --plan", {"recover --plan open/file"}},
    {"recover --apply", {"recover --apply open/file"}},
    {"grid --plan", {"grid resume --plan open/file"}},
    {"grid --apply", {"grid resume --apply open/file"}},
    {"grid --root", {"grid resume --root open/dir"}},
    {"grid --file", {k_only_noted}},
    {"grid --summary", {k_only_noted}},
    {"checkpoint --artifact", {k_only_noted}},
    {"checkpoint --root", {"checkpoint create '{}' --workflow w --artifact lines --root open/dir"}},
    {"var --root", {"var get v --root open/dir --tree tree-1"}},
    {"serve --socket", {"serve --socket open/dir/s.sock"}},
};

bool takes_path(const rlmdb::cli::Option& option) {
  static const std::set<std::string> k_types = {"FILE", "PATH", "DIR", "FILE|DIR", "PATH|-"};
  return k_types.contains(option.is_words() ? option.name() : option.type);
}

/// open/ is sticky and all may write to it.
void make_links(const Sandbox& sandbox) {
  const fs::path open = sandbox.path() / "work/open";
  const fs::path mine = sandbox.path() / "work/mine";
  fs::create_directory(open);
  ::chmod(open.c_str(), 01777);
  ::chmod(mine.c_str(), 0700);
  const std::map<std::string, fs::path> links = {
      {"file", mine / "lines"}, {"db", mine / "x.db"}, {"dir", mine}};
  for (const auto& [name, target] : links) {
    fs::create_symlink(target, open / name);
    REQUIRE_EQ(::lchown((open / name).c_str(), k_stranger, k_stranger), 0);
  }
}

}  // namespace

TEST_SUITE("cli::links") {
  TEST_CASE("every option that takes a path is tried here") {
    const rlmdb::cli::CommandLine command_line;
    for (std::size_t index = 0; index < command_line.commands().size(); ++index) {
      const std::string name(command_line.commands()[index]->text().name);
      for (const rlmdb::cli::Option& option : command_line.options_of(index).all()) {
        if (!takes_path(option)) continue;
        const bool is_global = option.section == rlmdb::cli::k_global_section;
        const std::string key = (is_global ? "" : name) + " " + option.name();
        CAPTURE(key);
        CHECK(k_paths.contains(key));
      }
    }
  }

  TEST_CASE("no option follows a stranger's link in a directory open to others") {
    if (::geteuid() != 0) return;  // links are given away by root alone
    const Sandbox sandbox;
    run_quietly(sandbox,
                "mkdir -p mine/.aiwg && export RLMDB_DB=mine/x.db && rlmdb -q import old-tasks.json && "
                "rlmdb retention set completed=7d && rlmdb maintain && "
                "sqlite3 mine/x.db \"UPDATE imports SET started_at = '2026-03-01T00:00:00.000Z'\" && "
                "rlmdb task add --tree tree-1 --prompt p && rlmdb loop start words --id l && "
                "rlmdb var set v '\"file:lines\"' --tree tree-1 --type file_path && "
                "cp -r ../grid/session-death/.grid mine && rlmdb -q import mine/.grid && "
                "printf '{\"prompt\":\"x\"}\\n' > mine/lines && cp -r mine before");
    make_links(sandbox);
    for (const auto& [option, commands] : k_paths) {
      for (const std::string& command : commands) {
        if (command == k_only_noted) continue;
        CAPTURE(command);
        const bool names_database = command.find("--db") != std::string::npos;
        const Outcome outcome = sandbox.run(
            std::string(names_database ? "" : "RLMDB_DB=mine/x.db ") + "timeout 20 rlmdb " + command,
            Surface::pipes);
        CAPTURE(outcome.error);
        CHECK_EQ(outcome.exit_code, 7);
        CHECK_NE(outcome.error.find("is user 65534's, and lies in "), std::string::npos);
      }
    }
    CHECK_EQ(sandbox.run("diff -r -x '*-gate' before mine", Surface::pipes).out, "");
  }
}
