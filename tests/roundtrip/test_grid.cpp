// SPDX-License-Identifier: MIT
// `.grid` directories: each file comes in and goes out as it is, with its time.
#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "grid_home.hpp"
#include "legacy_fixtures.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

/// Every directory that has a `.grid/`, of this repository and of the collection beside it.
std::set<fs::path> grid_fixture_roots() {
  std::set<fs::path> roots;
  for (const fs::path& folder :
       {fs::path(RLMDB_SOURCE_DIR) / "data/grid", rlmdb::tests::fixtures_directory() / "grid"}) {
    if (!fs::exists(folder)) continue;
    for (const auto& entry : fs::directory_iterator(folder))
      if (fs::exists(entry.path() / ".grid")) roots.insert(entry.path());
  }
  return roots;
}

std::vector<std::string> codes_of(const std::vector<Finding>& findings, const fs::path& directory) {
  std::vector<std::string> codes;
  for (const Finding& finding : findings)
    codes.push_back(fs::path(finding.where).lexically_relative(directory).string() + " " + finding.code);
  return codes;
}

std::uint64_t count_already_imported(const ImportReport& report) {
  std::uint64_t count = 0;
  for (const SourceReport& source : report.sources) count += source.already_imported ? 1 : 0;
  return count;
}

}  // namespace

TEST_SUITE("roundtrip::grid") {
  TEST_CASE("every directory of the fixtures comes out as it came in, with its times, also of the copy") {
    const std::set<fs::path> roots = grid_fixture_roots();
    REQUIRE(roots.size() >= 6);
    for (const fs::path& fixture : roots) {
      CAPTURE(fixture.string());
      const TestDir dir;
      const fs::path database = dir / "a.db";
      const ImportReport report = import_files(database, {fixture}, quick());
      const auto source = timed_below(fixture / ".grid");
      CHECK(report.sources.size() == source.size());
      CHECK(report.left_aside.empty());
      for (const SourceReport& file : report.sources) {
        CHECK(file.kind == "grid-file");
        CHECK(file.proof.value().identical());
      }
      const ProjectExport exported = export_project(Store::open(database, Access::read_only), dir / "one");
      CHECK(exported.files.size() == source.size());
      CHECK(exported.left_out.empty());
      CHECK(timed_below(dir / "one/.grid") == source);
      (void)import_files(dir / "b.db", {dir / "one/.grid"}, quick());
      (void)export_project(Store::open(dir / "b.db", Access::read_only), dir / "two");
      CHECK(timed_below(dir / "two/.grid") == source);
      CHECK(count_already_imported(import_files(database, {fixture / ".grid"}, quick())) == source.size());
      CHECK(verify(Store::open(database, Access::read_only)).finding_count == 0);
      const VerifyReport against = verify_project(Store::open(database, Access::read_only), fixture);
      CHECK(against.finding_count == 0);
      CHECK(against.files_checked == source.size());
    }
  }

  TEST_CASE("a project with both directories comes in whole, and comes out whole") {
    const ProjectPlace place;
    fs::copy(fs::path(RLMDB_SOURCE_DIR) / "data/grid/interrupted/.grid", place.root / ".grid",
             fs::copy_options::recursive);
    const ImportReport report = import_files(place.database, {place.root}, quick());
    CHECK(report.sources.size() == 45 + 23);
    const TestDir out;
    const ProjectExport exported =
        export_project(Store::open(place.database, Access::read_only), out / "copy");
    CHECK(exported.files.size() == 45 + 23);
    CHECK(content_below(out / "copy") == content_below(place.root));
    CHECK(timed_below(out / "copy/.grid") == timed_below(place.root / ".grid"));
    CHECK(fs::status(out / "copy/.grid").permissions() == fs::perms(0700));
    CHECK(fs::status(out / "copy/.grid/STATE.md").permissions() == fs::perms(0600));
    CHECK(count_already_imported(import_files(place.database, {place.root}, quick())) == 45 + 23);
    const Store store = Store::open(place.database, Access::read_only);
    CHECK(verify(store).finding_count == 0);
    CHECK(verify_project(store, place.root).files_checked == 45 + 23);
    CHECK(verify_project(store, place.root / ".grid").files_checked == 23);
    CHECK(verify_project(store, place.root / ".grid/plans").files_checked == 7);
    CHECK(verify_project(store, place.root).finding_count == 0);
  }

  TEST_CASE("a file that was only touched changes its time here, and nothing else") {
    const GridHome home;
    (void)home.import();
    const std::string versions = home.value("SELECT count(*) FROM grid_versions");
    set_modified_ns(home.grid / "SCRATCHPAD.md", 1'769'700'000'000'000'007);
    const ImportReport again = home.import();
    CHECK(count_already_imported(again) == 22);
    for (const SourceReport& source : again.sources)
      if (!source.already_imported) CHECK(fs::path(source.path).filename() == "SCRATCHPAD.md");
    CHECK(home.value("SELECT count(*) FROM grid_versions") == versions);
    CHECK(home.value("SELECT version FROM grids") == "23");
    CHECK(home.value("SELECT heartbeat_at FROM missions") == "2026-01-29T15:20:00.000Z");
    (void)home.export_to(home.at("out"));
    CHECK(modified_ns_of(home.at("out/.grid/SCRATCHPAD.md")) == 1'769'700'000'000'000'007);
    CHECK(count_already_imported(home.import()) == 23);
    CHECK(home.faults() == "");
  }

  TEST_CASE("any bytes come in: CRLF, a BOM, no UTF-8, U+0000, nothing at all, 10 MB") {
    const GridHome home("");
    const std::string state = "---\r\ncluster: \"blog\"\r\nstatus: active\r\n---\r\n\r\n# State\r\n";
    home.write("STATE.md", state);
    home.write("CHECKPOINT.md", "\xEF\xBB\xBF---\ntype: decision\n---\n");
    home.write("notes.md", "caf\xE9 \xFF\xFE");
    home.write("WARMTH.md", "---\ncluster: \xFF\n---\n");
    home.write("nul.bin", std::string("a\0b\0", 4));
    home.write("BLOCKERS.md", "");
    home.write("config.json", "{");
    home.write("DECISIONS.md", std::string(10'000'000, 'x') + "\n");
    home.write("a b/\xC3\xB6 '\"\\.md", "x");
    const ImportReport report = home.import();
    CHECK(report.sources.size() == 9);
    for (const SourceReport& source : report.sources) CHECK(source.proof.value().identical());
    (void)home.export_to(home.at("out"));
    CHECK(timed_below(home.at("out/.grid")) == timed_below(home.grid));
    CHECK(count_already_imported(home.import()) == 9);
    CHECK(home.faults() == "");
    CHECK(
        home.rows("SELECT name, typeof(text), length(CAST(text AS BLOB)) FROM grid_current ORDER BY name") ==
        std::vector<std::string>{"BLOCKERS.md|text|0", "CHECKPOINT.md|text|26", "DECISIONS.md|text|10000001",
                                 "STATE.md|text|" + std::to_string(state.size()), "WARMTH.md|blob|19",
                                 "a b/\xC3\xB6 '\"\\.md|text|1", "config.json|text|1", "notes.md|blob|7",
                                 "nul.bin|text|4"});
    CHECK(home.value("SELECT cluster || ' ' || status FROM missions") == "blog active");
  }

  TEST_CASE("what is no file of the mission is left aside, with the reason") {
    const GridHome home("clean-checkpoint");
    home.write("STATE.md.tmp", "---\nstatus: act");
    home.write("rlm.db", "SQLite format 3");
    home.write("rlm.db-wal", "x");
    home.write("elsewhere.md", "x");
    fs::rename(home.grid / "elsewhere.md", home.root / "elsewhere.md");
    fs::create_symlink("../elsewhere.md", home.grid / "WARMTH.md");
    fs::create_directory_symlink("..", home.grid / "plans");
    const ImportReport report = home.import();
    CHECK(codes_of(report.left_aside, home.grid) ==
          std::vector<std::string>{"STATE.md.tmp leftover", "WARMTH.md link_outside", "plans link_outside",
                                   "rlm.db database", "rlm.db-wal database"});
    CHECK(home.rows("SELECT name FROM grid_current ORDER BY name") ==
          std::vector<std::string>{"CHECKPOINT.md", "STATE.md"});
  }

  TEST_CASE("the database in .grid/ itself is not imported, nor named") {
    const GridHome home("clean-checkpoint");
    const fs::path database = home.grid / "rlm.db";
    CHECK(import_files(database, {home.root}, quick()).left_aside.empty());
    CHECK(rows_of(database,
                  "SELECT place || '/' || name FROM grids g JOIN grid_files f ON f.grid_id = g.id "
                  "ORDER BY name") == std::vector<std::string>{".grid/CHECKPOINT.md", ".grid/STATE.md"});
    CHECK(count_already_imported(import_files(database, {home.root}, quick())) == 2);
    const Store store = Store::open(database, Access::read_only);
    CHECK(verify_project(store, home.root).finding_count == 0);
    CHECK(verify_project(store, home.root).files_checked == 2);
  }

  TEST_CASE("a file that was removed here stays in the directory of an export, and is named") {
    const GridHome home("clean-checkpoint");
    (void)home.import();
    (void)home.change(GridComplete{});
    CHECK(codes_of(home.export_to(home.at("new")).left_out, "") == std::vector<std::string>{});
    CHECK_FALSE(fs::exists(home.at("new/.grid/CHECKPOINT.md")));
    const ProjectExport exported = home.export_to(home.root);
    REQUIRE(exported.left_out.size() == 1);
    CHECK(exported.left_out.front().where == ".grid/CHECKPOINT.md");
    CHECK(exported.left_out.front().code == "removed_here");
    CHECK(home.read("CHECKPOINT.md") ==
          read_all(fs::path(RLMDB_SOURCE_DIR) / "data/grid/clean-checkpoint/.grid/CHECKPOINT.md"));
    const VerifyReport against = verify_project(home.open(Access::read_only), home.root);
    CHECK(codes_of(against.findings, home.grid) == std::vector<std::string>{"CHECKPOINT.md removed_here"});
    CHECK(against.files_checked.value() == content_below(home.grid).size());
    // An import of what is there brings nothing back that nobody changed.
    for (const SourceReport& source : home.import().sources) {
      CAPTURE(source.path);
      CHECK(source.records.added + source.records.changed == 0);
    }
    CHECK(home.here("CHECKPOINT.md") == std::nullopt);
    fs::remove(home.grid / "CHECKPOINT.md");
    CHECK(home.export_to(home.root).left_out.empty());
    CHECK(verify_project(home.open(Access::read_only), home.root).finding_count == 0);
  }

  TEST_CASE("a dry run and a refused import leave nothing") {
    const GridHome home;
    ImportOptions options = quick();
    options.run = Run::dry_run;
    CHECK(home.import(options).sources.size() == 23);
    CHECK_FALSE(fs::exists(home.database));
    (void)home.import();
    const std::string before = content_of(home.database);
    home.edit("STATE.md", "status:", "status: ");
    fs::remove(home.grid / "CHECKPOINT.md");
    (void)home.import(options);
    CHECK(content_of(home.database) == before);
  }
}
