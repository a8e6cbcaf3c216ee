// SPDX-License-Identifier: MIT
// What an import says of a file that it cannot take as it is, each later one says again, a dry one too.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "database_fixture.hpp"
#include "legacy_documents.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

const std::string k_tree_place = ".aiwg/rlm/trees/tree-00000001/tree.json";
const std::string k_tasks_place = ".aiwg/daemon/tasks.json";
const std::string k_said_tree =
    R"({"version":"1.0","tree_id":"tree-00000001","root_task":{"node_id":"task-00000001","prompt":"p",)"
    R"("status":"completed","children":[]}})";

std::string said_task(const std::string& id, const std::string& prompt = "p") {
  return record(id, {{"prompt", "\"" + prompt + "\""},
                     {"state", "\"queued\""},
                     {"metadata", R"({"tree_id":"tree-00000001","node_id":"task-00000001"})"}});
}

/// A project of one tasks.json and one tree.
class SaidProject {
 public:
  SaidProject() {
    write(k_tasks_place, document({said_task("a")}));
    write(k_tree_place, k_said_tree);
  }
  void write(const std::string& place, const std::string& text) const {
    fs::create_directories((m_dir / place).parent_path());
    write_all(m_dir / place, text);
  }
  [[nodiscard]] fs::path at(const std::string& place) const { return m_dir / place; }
  [[nodiscard]] ImportReport import(const ImportOptions& options = quick()) const {
    return import_files(database, {m_dir.path()}, options);
  }

 private:
  TestDir m_dir;

 public:
  fs::path database = m_dir / "x.db";
};

/// Where and what it is, of every source and of what was left aside.
std::vector<std::string> said(const ImportReport& report) {
  std::vector<std::string> lines;
  const auto add = [&](const std::vector<Finding>& findings) {
    for (const Finding& finding : findings)
      lines.push_back(finding.code + " " + finding.where + " " + finding.message);
  };
  for (const SourceReport& source : report.sources) {
    add(source.warnings);
    add(source.rejects);
    if (source.error) lines.push_back("error " + source.error->where());
    if (source.is_salvaged) lines.push_back("salvaged " + std::to_string(source.unreadable_bytes));
    if (source.no_work_count > 0) lines.push_back("no work " + std::to_string(source.no_work_count));
    if (source.records.kept > 0) lines.push_back("kept " + std::to_string(source.records.kept));
    if (source.records.rejected > 0) lines.push_back("rejected " + std::to_string(source.records.rejected));
  }
  add(report.left_aside);
  return lines;
}

std::vector<std::uint64_t> numbers_of(const RecordCounts& counts) {
  return {counts.read, counts.added,   counts.changed,  counts.unchanged,
          counts.kept, counts.missing, counts.rejected, counts.removed};
}

struct Unsaid {
  const char* name;
  std::function<void(const SaidProject&)> damage;
  std::function<void(ImportOptions&)> choose;
  std::size_t lines;
};

void check_said_each_time(const Unsaid& unsaid, const SaidProject& project, ImportOptions options) {
  const std::vector<std::string> first = said(project.import(options));
  CHECK(first.size() == unsaid.lines);
  for (const Run run : {Run::dry_run, Run::apply}) {
    for (const AfterRefusal after : {AfterRefusal::stop, AfterRefusal::keep_going}) {
      CAPTURE(run == Run::apply);
      CAPTURE(after == AfterRefusal::stop);
      options.run = run;
      options.after_refusal = after;
      const std::string before = value_of(project.database, "SELECT max(id) FROM imports");
      const ImportReport again = project.import(options);
      CHECK(said(again) == first);
      for (const SourceReport& source : again.sources) CHECK(source.records.unchanged == 0);
      CHECK(value_of(project.database, "SELECT max(id) FROM imports") == before);
    }
  }
}

const std::vector<Unsaid>& all_unsaid() {
  const auto nothing = [](ImportOptions&) {};
  static const std::vector<Unsaid> k_all{
      {"nothing", [](const SaidProject&) {}, nothing, 1},  // the state of the tree's root is another one
      {"a broken tree", [](const SaidProject& p) { p.write(k_tree_place, k_said_tree.substr(0, 60)); },
       nothing, 1},
      {"an emptied tree", [](const SaidProject& p) { p.write(k_tree_place, ""); }, nothing, 1},
      {"another prompt",
       [](const SaidProject& p) { p.write(k_tasks_place, document({said_task("a", "other")})); }, nothing, 2},
      {"rejected records",
       [](const SaidProject& p) {
         p.write(k_tasks_place, document({said_task("a"), "7"}));
       },
       [](ImportOptions& options) { options.bad_records = BadRecords::quarantine; }, 3},
      {"a torn tasks.json",
       [](const SaidProject& p) {
         const std::string text = document({said_task("a"), said_task("b"), said_task("c")});
         p.write(k_tasks_place, text.substr(0, text.size() - 60));
       },
       [](ImportOptions& options) { options.damage = Damage::salvage; }, 3},
      {"a member twice",
       [](const SaidProject& p) {
         p.write(k_tasks_place, document({said_task("a"), record("b", {{"prompt", "1"}, {"prompt", "2"}})}));
       },
       nothing, 2},
      {"neither state nor prompt",
       [](const SaidProject& p) {
         p.write(k_tasks_place, document({said_task("a"), record("b")}));
       },
       nothing, 3},
      {"a dependency that no task is",
       [](const SaidProject& p) {
         p.write(k_tasks_place,
                 document({said_task("a"), record("b", {{"prompt", "\"p\""},
                                                        {"state", "\"queued\""},
                                                        {"metadata", R"({"depends_on":["x"]})"}})}));
       },
       nothing, 2},
  };
  return k_all;
}

}  // namespace

TEST_SUITE("imports::said_again") {
  TEST_CASE("what an import says of a file it says each time that it is asked") {
    for (const Unsaid& unsaid : all_unsaid()) {
      for (const bool was_whole : {false, true}) {
        CAPTURE(unsaid.name);
        CAPTURE(was_whole);
        const SaidProject project;
        ImportOptions options = quick();
        unsaid.choose(options);
        if (was_whole) (void)project.import(options);
        unsaid.damage(project);
        check_said_each_time(unsaid, project, options);
      }
    }
  }

  TEST_CASE("a directory in the place of a document is said each time, and nothing of the document is lost") {
    const SaidProject project;
    (void)project.import();
    fs::remove(project.at(k_tree_place));
    fs::create_directory(project.at(k_tree_place));
    for (int time = 0; time < 2; ++time) {
      const ImportReport report = project.import();
      REQUIRE(report.left_aside.size() == 1);
      CHECK(report.left_aside[0].code == "is_directory");
      CHECK(report.left_aside[0].where == project.at(k_tree_place).string());
    }
    CHECK(value_of(project.database, "SELECT count(*) FROM tree_documents") == "1");
  }

  TEST_CASE("what skip kept back is counted each time, and a decision stands") {
    const SaidProject project;
    (void)project.import();
    {
      Store store = Store::open(project.database, Access::read_write);
      (void)store.change({TaskId{"a"}, StartTask{}, {}});
    }
    project.write(k_tasks_place, document({said_task("a", "other")}));
    ImportOptions options = quick();
    options.on_conflict = OnConflict::skip;
    CHECK(project.import(options).sources[0].records.kept == 1);
    for (const OnConflict choice : {OnConflict::skip, OnConflict::fail}) {
      options.on_conflict = choice;
      const SourceReport again = project.import(options).sources[0];
      CHECK(again.already_imported);
      CHECK(again.records.kept == 1);
    }
  }

  TEST_CASE("a dry run of several files says the numbers that the import then says") {
    for (const bool is_there : {false, true}) {
      for (const AfterRefusal after : {AfterRefusal::stop, AfterRefusal::keep_going}) {
        CAPTURE(is_there);
        CAPTURE(after == AfterRefusal::stop);
        const SaidProject project;
        if (is_there) (void)project.import();
        project.write(k_tasks_place, document({said_task("a", "other"), said_task("b")}));
        project.write(
            ".aiwg/rlm/trees/tree-00000001/nodes/task-00000001.json",
            R"({"node_id":"task-00000001","tree_id":"tree-00000001","prompt":"p","status":"pending"})");
        ImportOptions options = quick();
        options.after_refusal = after;
        options.run = Run::dry_run;
        const ImportReport dry = project.import(options);
        options.run = Run::apply;
        const ImportReport wet = project.import(options);
        REQUIRE(dry.sources.size() == wet.sources.size());
        for (std::size_t i = 0; i < wet.sources.size(); ++i) {
          CAPTURE(wet.sources[i].path);
          CHECK(numbers_of(dry.sources[i].records) == numbers_of(wet.sources[i].records));
          CHECK(dry.sources[i].already_imported == wet.sources[i].already_imported);
        }
        CHECK(wet.sources[1].records.added == 0);
        CHECK(said(dry) == said(wet));
      }
    }
  }

  TEST_CASE("a dry run that keeps going says what each file would be without those that are refused") {
    for (const bool is_there : {false, true}) {
      CAPTURE(is_there);
      const TestDir dir;
      write_all(dir / "first.json", document({record("z", {{"state", "\"queued\""}})}));
      if (is_there) (void)import_one(dir / "x.db", dir / "first.json");
      write_all(dir / "a.json", document({record("a", {{"state", "\"queued\""}})}));
      write_all(dir / "b.json", document({record("a", {{"state", "\"failed\""}}), record("b")}));
      write_all(dir / "c.json", document({record("b", {{"state", "\"queued\""}})}));
      ImportOptions options = quick();
      options.after_refusal = AfterRefusal::keep_going;
      const std::vector<fs::path> sources{dir / "a.json", dir / "b.json", dir / "c.json"};
      for (const Run run : {Run::dry_run, Run::apply}) {
        options.run = run;
        const ImportReport report = import_files(dir / "x.db", sources, options);
        REQUIRE(report.sources.size() == 3);
        CHECK(report.sources[0].records.added == 1);
        REQUIRE(report.sources[1].error.has_value());
        CHECK(report.sources[1].error->code() == ErrorCode::conflict);
        CHECK(report.sources[2].records.added == 1);
      }
    }
  }

  TEST_CASE("verify names a document that is broken here and there, each time") {
    const SaidProject project;
    project.write(k_tree_place, k_said_tree.substr(0, 60));
    (void)project.import();
    const Store store = Store::open(project.database, Access::read_only);
    const VerifyReport report = verify_project(store, project.at(""), {});
    REQUIRE(report.finding_count == 1);
    CHECK(report.findings[0].code == "damaged_document");
    CHECK(report.findings[0].where == project.at(k_tree_place).string());
  }

  TEST_CASE("verify names each file that an import kept as damaged text, each time, and by the same words") {
    const SaidProject project;
    project.write(".aiwg/ralph-external/registry.json", "{\"version\":");
    project.write(".aiwg/ralph/iteration-1.json.bak", "{} {}");
    project.write(".aiwg/ralph/log.gz", std::string("\x1f\x8b\x08", 3));
    project.write(".aiwg/checkpoints/flow-1-2026-01-25T15-00-00Z-manual.json", "{\"checkpoint_id\":");
    project.write(".aiwg/rlm/notes.json", "[1,");
    project.write(".aiwg/ralph/whole.json", "{ \"a\": 1 }");
    project.write(".aiwg/ralph/marked.json", "\xEF\xBB\xBF{\"a\": 1}");
    std::vector<std::string> told;
    for (const SourceReport& source : project.import().sources)
      for (const Finding& warning : source.warnings)
        if (warning.code.starts_with("damaged_")) told.push_back(warning.where + " " + warning.code);
    std::sort(told.begin(), told.end());
    CHECK(told.size() == 5);
    const Store store = Store::open(project.database, Access::read_only);
    for (int round = 0; round < 2; ++round) {
      std::vector<std::string> named;
      for (const Finding& finding : verify_project(store, project.at(""), {}).findings)
        named.push_back(finding.where + " " + finding.code);
      std::sort(named.begin(), named.end());
      CHECK(named == told);
    }
    CHECK(verify_project(store, project.at(".aiwg/ralph-external"), {}).finding_count == 1);
  }
}
