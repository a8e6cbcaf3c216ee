// SPDX-License-Identifier: MIT
// The directory of a mission that is written through, in which others work too.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "grid_test_steps.hpp"
#include "rlmdb/grid_resume.hpp"
#include "rlmdb/request.hpp"
#include "thrown.hpp"
#include "util/sha256.hpp"
#include "written_through.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

TEST_SUITE("grid::directory") {
  TEST_CASE("what others did in the directory is the newer text, and comes in before the change") {
    const WrittenThrough changed;
    changed.edit("WARMTH.md", "\n", "\n\n");
    CHECK(changed.change(scratch_note("x")).taken_in == std::vector<std::string>{"WARMTH.md"});
    CHECK(changed.here("WARMTH.md") == changed.read("WARMTH.md"));
    CHECK(changed.is_in_step());
    // The text that rlmdb wrote last, edited, and then given back an older text on purpose.
    const std::string first = changed.read("SCRATCHPAD.md");
    (void)changed.change(scratch_note("y"));
    changed.edit("SCRATCHPAD.md", "\n", "\n\n");
    CHECK(changed.change(scratch_note("z")).taken_in == std::vector<std::string>{"SCRATCHPAD.md"});
    changed.write("SCRATCHPAD.md", first);
    CHECK(changed.change(GridPause{"lunch"}).taken_in == std::vector<std::string>{"SCRATCHPAD.md"});
    CHECK(changed.here("SCRATCHPAD.md") == first);
    CHECK(changed.is_in_step());
    // By an import as well.
    (void)changed.change(scratch_note("again"));
    changed.write("SCRATCHPAD.md", first);
    (void)changed.import();
    CHECK(changed.here("SCRATCHPAD.md") == first);
    CHECK(changed.faults() == "");

    const WrittenThrough removed;
    fs::remove(removed.grid / "DECISIONS.md");
    removed.write("phases/02-core/02-NOTES.md", "new\n");
    CHECK(removed.change(scratch_note("x")).taken_in ==
          std::vector<std::string>{"DECISIONS.md", "phases/02-core/02-NOTES.md"});
    CHECK(removed.here("DECISIONS.md") == std::nullopt);
    CHECK(removed.here("phases/02-core/02-NOTES.md") == "new\n");
    CHECK(removed.change(scratch_note("y")).taken_in.empty());
    CHECK(removed.is_in_step());
    CHECK(removed.faults() == "");

    // A file that the mission does not have, where the change would make one.
    const WrittenThrough occupied("clean-checkpoint");
    occupied.write("SCRATCHPAD.md", "somebody's notes\n");
    CHECK(occupied.change(scratch_note("x")).taken_in == std::vector<std::string>{"SCRATCHPAD.md"});
    CHECK(occupied.read("SCRATCHPAD.md").find("somebody's notes") != std::string::npos);
    CHECK(occupied.read("SCRATCHPAD.md") == occupied.here("SCRATCHPAD.md"));

    // One that was removed here, and written anew there.
    const WrittenThrough again("clean-checkpoint");
    (void)again.change(GridComplete{});
    again.write("CHECKPOINT.md", "---\ntype: decision\n---\n");
    CHECK(again.change(scratch_note("x")).taken_in == std::vector<std::string>{"CHECKPOINT.md"});
    CHECK(again.read("CHECKPOINT.md") == "---\ntype: decision\n---\n");
    CHECK(again.is_in_step());
  }

  TEST_CASE("what came in stays where the step is refused, and a rehearsal takes nothing in") {
    const WrittenThrough home;
    home.edit("WARMTH.md", "\n", "\n\n");
    const std::string before = content_of(home.database);
    GridCondition condition;
    condition.run = Run::dry_run;
    CHECK(home.change(scratch_note("x"), condition).taken_in == std::vector<std::string>{"WARMTH.md"});
    CHECK(content_of(home.database) == before);
    const std::int64_t version = grid_missions(home.open(Access::read_only)).at(0).version;
    condition.run = Run::apply;
    condition.if_version = version;
    CHECK(code_of([&] { (void)home.change(scratch_note("x"), condition); }) == "conflict");
    CHECK(home.here("WARMTH.md") == home.read("WARMTH.md"));
    condition.if_version = version + 1;
    CHECK(home.change(scratch_note("x"), condition).version == version + 2);
    // Inside a request all of it is one commit with its answer.
    home.edit("WARMTH.md", "\n", "\n\n");
    Store store = home.open();
    {
      Request request(store, "key", "a step");
      CHECK(change_grid(store, {}, scratch_note("y")).taken_in.size() == 1);
    }
    CHECK(home.here("WARMTH.md") != home.read("WARMTH.md"));
    {
      Request request(store, "key", "a step");
      CHECK(change_grid(store, {}, scratch_note("z")).taken_in.size() == 2);  // and what the first one wrote
      request.keep("[]");
    }
    CHECK(home.is_in_step());
    CHECK(home.read("SCRATCHPAD.md").find("] y") == std::string::npos);
    CHECK(home.faults() == "");
  }

  TEST_CASE("a file that was changed on both sides is a conflict until somebody decides, and none is lost") {
    struct Row {
      OnConflict choice;
      bool is_theirs;
    };
    for (const Row& row :
         {Row{OnConflict::replace, true}, Row{OnConflict::skip, false}, Row{OnConflict::newer, true}}) {
      const WrittenThrough home;
      Store store = home.open();
      set_grid_write_through(store, {}, false);
      (void)home.change(one_file("WARMTH.md", "ours\n"), at_time("2026-01-23T15:00:00Z"));
      home.write("WARMTH.md", "theirs\n");
      const std::string before = content_of(home.database);
      const auto files = timed_below(home.grid);
      const Error refused = thrown_by([&] { set_grid_write_through(store, {}, true); });
      CHECK(refused.code() == ErrorCode::conflict);
      CHECK(refused.where() == (home.grid / "WARMTH.md").string());
      edit_in_shell(home.database, "UPDATE grids SET write_through = 1");
      CHECK(code_of([&] { (void)home.change(scratch_note("x")); }) == "conflict");
      edit_in_shell(home.database, "UPDATE grids SET write_through = 0");
      CHECK(content_of(home.database) == before);
      CHECK(timed_below(home.grid) == files);
      edit_in_shell(home.database, "UPDATE grids SET write_through = 1");
      ImportOptions options = quick();
      options.on_conflict = row.choice;
      (void)home.import(options);
      const GridChanged changed = home.change(scratch_note("goes on"));
      CHECK(changed.written_back.size() == (row.is_theirs ? 1 : 2));
      CHECK(home.read("WARMTH.md") == (row.is_theirs ? "theirs\n" : "ours\n"));
      CHECK(home.value("SELECT count(DISTINCT text) FROM grid_versions WHERE text IN ('ours' || char(10), "
                       "'theirs' || char(10))") == "2");
      CHECK(home.is_in_step());
      CHECK(home.faults() == "");
    }
  }

  TEST_CASE("a change that cannot be written says that it is made, and the next one writes it") {
    const WrittenThrough home;
    // What lies beside a database that is in use keeps every file of that name from being written.
    home.write("deep/new.md-journal", "x");
    const auto write = [&](const std::string& text) { (void)home.change(one_file("deep/new.md", text)); };
    for (const char* text : {"one\n", "two\n", "three\n"}) {
      const Error failure = thrown_by([&] { write(text); });
      CHECK(failure.code() == ErrorCode::io);
      CHECK(std::string(failure.what())
                .starts_with("the change is made in the database, but not in all files"));
      CHECK(failure.hint().starts_with("do not make it again"));
      CHECK(home.here("deep/new.md") == text);
      // What can be written is.
      CHECK(code_of([&] { (void)home.change(scratch_note(text)); }) == "io");
      CHECK(home.read("SCRATCHPAD.md") == home.here("SCRATCHPAD.md"));
    }
    CHECK_FALSE(fs::exists(home.grid / "deep/new.md"));
    fs::remove(home.grid / "deep/new.md-journal");
    CHECK(home.change(scratch_note("next")).written_back.size() == 2);
    CHECK(home.read("deep/new.md") == "three\n");
    CHECK(home.is_in_step());
    // A request is taken back as a whole: nothing is made then.
    home.write("deep/other.md-journal", "x");
    Store store = home.open();
    const Request request(store, "key", "a step");
    CHECK(message_of([&] { (void)change_grid(store, {}, one_file("deep/other.md", "x")); }) ==
          "conflict: the output may be another database: other.md-journal lies beside it");
  }

  TEST_CASE("what stands in a file's place and is no file is left alone, and told") {
    const WrittenThrough linked("clean-checkpoint");
    fs::rename(linked.grid / "CHECKPOINT.md", linked.root / "elsewhere.md");
    fs::create_symlink("../elsewhere.md", linked.grid / "CHECKPOINT.md");
    const std::string before = content_of(linked.database);
    CHECK(message_of([&] {
            (void)linked.change(scratch_note("x"));
          }).starts_with("conflict: the file cannot be taken for one"));
    CHECK(content_of(linked.database) == before);
    fs::remove(linked.grid / "CHECKPOINT.md");
    fs::rename(linked.root / "elsewhere.md", linked.grid / "CHECKPOINT.md");
    CHECK(linked.change(scratch_note("x")).taken_in.empty());

    // A file and a directory cannot have one name.
    CHECK(message_of([&] { (void)linked.change(one_file("STATE.md/x", "x")); }) ==
          "invalid_input: the mission has a file STATE.md");
    (void)linked.change(one_file("notes/a/b.md", "x"));
    CHECK(message_of([&] { (void)linked.change(one_file("notes/a", "x")); }) ==
          "invalid_input: the mission has a file notes/a");
    // Others may turn one into the other.
    fs::remove_all(linked.grid / "notes");
    linked.write("notes", "a file now\n");
    CHECK(linked.change(scratch_note("y")).taken_in == std::vector<std::string>{"notes", "notes/a/b.md"});
    fs::remove(linked.grid / "notes");
    linked.write("notes/c.md", "a directory again\n");
    CHECK(linked.change(scratch_note("z")).taken_in == std::vector<std::string>{"notes", "notes/c.md"});
    CHECK(linked.here("notes") == std::nullopt);
    CHECK(linked.is_in_step());
    CHECK(linked.faults() == "");
  }

  TEST_CASE("a directory that lost all files of the mission is no wish to lose the mission") {
    const WrittenThrough home;
    const auto before = content_below(home.grid);
    fs::remove_all(home.grid);
    const Error refused = thrown_by([&] { (void)home.change(scratch_note("x")); });
    CHECK(refused.code() == ErrorCode::conflict);
    CHECK(refused.where() == home.grid.string());
    Store store = home.open();
    CHECK(set_grid_write_through(store, {}, true).written_back.size() == before.size());
    CHECK(content_below(home.grid) == before);
    CHECK(home.change(scratch_note("x")).written_back.size() == 1);
    fs::remove_all(home.grid);
    set_grid_write_through(store, {}, false);
    CHECK(home.change(scratch_note("y")).written_back.empty());
    CHECK(home.faults() == "");
  }

  TEST_CASE("a file that is written again keeps its mode") {
    const WrittenThrough home;
    for (const char* name : {"STATE.md", "SCRATCHPAD.md"}) fs::permissions(home.grid / name, fs::perms(0640));
    (void)home.change(GridPause{"lunch"});
    (void)home.change(scratch_note("x"));
    (void)home.change(scratch_note("y"));
    CHECK(fs::status(home.grid / "STATE.md").permissions() == fs::perms(0640));
    CHECK(fs::status(home.grid / "SCRATCHPAD.md").permissions() == fs::perms(0640));
    CHECK_FALSE(fs::exists(home.grid / "STATE.md.bak"));
  }

  TEST_CASE("who asks where a mission goes on is told where its directory says otherwise") {
    const WrittenThrough home;
    const auto told = [&] {
      std::string codes;
      for (const Finding& finding : grid_context(home.open(Access::read_only), {}).directory)
        codes +=
            (codes.empty() ? "" : ", ") + fs::path(finding.where).filename().string() + " " + finding.code;
      return codes;
    };
    CHECK(told() == "");
    home.edit("STATE.md", "\n", "\n\n");
    home.write("phases/02-core/02-NOTES.md", "new\n");
    fs::remove(home.grid / "DECISIONS.md");
    CHECK(told() == "DECISIONS.md removed_there, STATE.md newer_there, 02-NOTES.md newer_there");
    Store store = home.open();
    set_grid_write_through(store, {}, false);
    (void)home.change(scratch_note("x"));
    CHECK(told() == "DECISIONS.md removed_there, STATE.md newer_there, 02-NOTES.md newer_there");
    edit_in_shell(home.database, "UPDATE grids SET write_through = 1");
    CHECK(told() ==
          "DECISIONS.md removed_there, SCRATCHPAD.md not_written, STATE.md newer_there, 02-NOTES.md "
          "newer_there");
    home.edit("SCRATCHPAD.md", "\n", "\n\n");
    CHECK(told().find("SCRATCHPAD.md changed_on_both_sides") != std::string::npos);
    fs::remove_all(home.grid);
    CHECK(told() == ".grid directory_emptied");
  }

  TEST_CASE("a process that dies after it wrote a file and before it noted that") {
    const WrittenThrough home;
    const std::string before = home.read("SCRATCHPAD.md");
    (void)home.change(scratch_note("written"));
    edit_in_shell(home.database, "UPDATE grid_files SET agreed_sha256 = '" + util::sha256_hex(before) +
                                     "' WHERE name = 'SCRATCHPAD.md'");
    CHECK(home.change(scratch_note("next")).written_back.size() == 1);
    CHECK(home.value("SELECT agreed_sha256 FROM grid_files WHERE name = 'SCRATCHPAD.md'") ==
          util::sha256_hex(home.read("SCRATCHPAD.md")));
    CHECK(home.is_in_step());
  }
}
