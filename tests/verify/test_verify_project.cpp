// SPDX-License-Identifier: MIT
// A whole project against the database: what each difference is called, and where it is.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "json/packed.hpp"
#include "project_files.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/verify.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

/// A project with files of every kind, and the database that it came into.
class Imported : public ProjectPlace {
 public:
  Imported() {
    for (const char* folder : {"ralph", "ralph-external", "checkpoints"})
      fs::copy(fs::path(RLMDB_SOURCE_DIR) / "data/legacy" / folder, aiwg / folder,
               fs::copy_options::recursive);
    write_all(aiwg / "ralph/broken.json", "{\"a\": [1,\n");
    write_all(aiwg / "ralph/value.json", "{\n  \"a\": [\n    1,\n    2\n  ]\n}");
    write_all(aiwg / "checkpoints/cut-2026-01-20T09-00-00Z-manual.json.gz", "\x1f\x8b\x08");
    write_all(rlm / "trees/tree-12345678/report.md", "# Report\n");
    (void)import_files(database, {root}, quick());
  }

  fs::path aiwg = root / ".aiwg";

  void edit(const std::string& place, const std::string& from, const std::string& to) const {
    std::string text = read_all(aiwg / place);
    const std::size_t at = text.find(from);
    CAPTURE(place);
    REQUIRE(at != std::string::npos);
    write_all(aiwg / place, text.replace(at, from.size(), to));
  }
  [[nodiscard]] VerifyReport report(const fs::path& directory) const {
    return verify_project(Store::open(database, Access::read_only), directory);
  }
  /// "PLACE REST CODE" of each, the place from `.aiwg/` on, with line feeds between them; but for the two files that came in
  /// damaged, which is said each time.
  [[nodiscard]] std::string findings(const fs::path& directory) const {
    const VerifyReport found = report(directory);
    CHECK(found.finding_count == found.findings.size());
    const std::string before = aiwg.string() + "/";
    std::string lines;
    for (const Finding& finding : found.findings) {
      if (finding.code == "damaged_json" || finding.code == "damaged_checkpoint") continue;
      const std::size_t begin = finding.where.starts_with(before) ? before.size() : 0;
      lines += (lines.empty() ? "" : "\n") + finding.where.substr(begin) + " " + finding.code;
    }
    return lines;
  }
  [[nodiscard]] std::string findings() const { return findings(root); }
};

}  // namespace

TEST_SUITE("verify::project") {
  TEST_CASE("what came in does not differ, whichever directory of it is named") {
    const Imported place;
    const VerifyReport whole = place.report(place.root);
    REQUIRE(whole.findings.size() == 2);
    CHECK(whole.findings[0].where ==
          (place.aiwg / "checkpoints/cut-2026-01-20T09-00-00Z-manual.json.gz").string() + ": byte 3");
    CHECK(whole.findings[0].code == "damaged_checkpoint");
    CHECK(whole.findings[1].where == (place.aiwg / "ralph/broken.json").string() + ": byte 10");
    CHECK(whole.findings[1].code == "damaged_json");
    CHECK(whole.tasks_checked == 13);
    CHECK(whole.oddities.empty());
    CHECK(whole.tables.empty());
    std::size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(place.aiwg)) files += entry.is_regular_file();
    CHECK(whole.files_checked == files);
    CHECK(place.report(place.aiwg).files_checked == files);
    CHECK(place.report(place.rlm / "states").files_checked == 2);
    CHECK(place.report(place.rlm / "states").tasks_checked == 0);
    const TestDir out;
    (void)export_project(Store::open(place.database, Access::read_only), out / "p");
    CHECK(place.report(out / "p").files_checked == files);
    CHECK(place.findings(out / "p") == "");
  }

  TEST_CASE("one edit in a file of each kind is one finding at its place") {
    const Imported place;
    struct Edit {
      std::string place, from, to, finding;
    };
    const std::string flow = "checkpoints/flow-inception-2026-01-20T09-00-00Z-phase_boundary.json.gz";
    const std::vector<Edit> edits = {
        {"daemon/tasks.json", "\"priority\": 5", "\"priority\": 6", ": byte 78 /tasks/0/priority differs"},
        {"rlm/trees/tree-00c0ffee/tree.json", "\"cancelled\"", "\"failed\"", " /root_task/status differs"},
        {"rlm/trees/tree-12345678/nodes/task-a1b2c3d4.json", "\"slice\"", "\"slyce\"",
         " /context/type differs"},
        {"rlm/temp/state-7e3f0001/state.json", "short lived", "short-lived",
         " /variables/scratch/value differs"},
        {"rlm/trees/tree-12345678/checkpoints/ckpt-1768899600000.json", "before_decomposition", "before",
         " /name differs"},
        {"rlm/trees/tree-12345678/variables/security_risks.json", "\"line\": 1,", "\"line\": 2,",
         " /0/line differs"},
        {"rlm/states/state-c3d4e5f6/history.jsonl", "mut-00000002", "mut-0000000x", ": byte 151 differs"},
        {"ralph/current-loop.json", "\"maxIterations\": 10", "\"maxIterations\": 11",
         " /maxIterations differs"},
        {"ralph/value.json", "2", "3", " /a/1 differs"},
        {"ralph/broken.json", "1", "2", ": byte 7 differs"},
        {"rlm/trees/tree-12345678/report.md", "Report\n", "Report", ": byte 8 differs"},
        {"checkpoints/cut-2026-01-20T09-00-00Z-manual.json.gz", "\x08", "\x09", ": byte 2 differs"},
    };
    for (const Edit& edit : edits) {
      place.edit(edit.place, edit.from, edit.to);
      CHECK(place.findings() == edit.place + edit.finding);
      place.edit(edit.place, edit.to, edit.from);
    }
    const std::string packed = read_all(place.aiwg / flow);
    const std::string text = json::unpack(packed, 1 << 20, flow);
    // Packed otherwise it says the same.
    write_all(place.aiwg / flow, json::lz4(text));
    CHECK(place.findings() == "");
    std::string other = text;
    other.replace(other.find("construction"), 12, "transition");
    write_all(place.aiwg / flow, json::gzip(other));
    CHECK(place.findings() == flow + " /state/phase differs");
    write_all(place.aiwg / flow, packed.substr(0, packed.size() / 2));
    CHECK(place.report(place.root).finding_count == 3);
    CHECK(place.findings().starts_with(flow + ": byte "));
    CHECK(place.findings().ends_with(" differs"));
  }

  TEST_CASE("white space that import does not keep is no difference") {
    const Imported place;
    place.edit("ralph/current-loop.json", "{\n  ", "{ ");
    place.edit("rlm/temp/state-7e3f0001/state.json", "\"version\": ", "\"version\":   ");
    CHECK(place.findings() == "");
  }

  TEST_CASE("a file that is deleted, added, a link, a pipe or damaged") {
    const Imported place;
    fs::remove(place.aiwg / "ralph/registry.json");
    write_all(place.aiwg / "ralph/new.md", "new");
    fs::create_directories(place.aiwg / "elsewhere");
    write_all(place.aiwg / "elsewhere/none", "import does not take it");
    fs::rename(place.aiwg / "ralph/value.json", place.root / "outside.json");
    fs::create_symlink(place.root / "outside.json", place.aiwg / "ralph/value.json");
    fs::rename(place.rlm / "states", place.root / "states");
    fs::create_directory_symlink(place.root / "states", place.rlm / "states");
    fs::remove(place.rlm / "trees/tree-12345678/report.md");
    REQUIRE(::mkfifo((place.rlm / "trees/tree-12345678/report.md").c_str(), 0600) == 0);
    write_all(place.rlm / "trees/tree-00c0ffee/tree.json", "{\"version\":");
    CHECK(place.findings() ==
          "ralph/registry.json missing_there\n"
          "ralph/value.json missing_there\n"
          "rlm/states/state-c3d4e5f6/history.jsonl missing_there\n"
          "rlm/states/state-c3d4e5f6/state.json missing_there\n"
          "rlm/trees/tree-00c0ffee/tree.json: byte 11 (line 1, column 12) /version differs\n"
          "rlm/trees/tree-12345678/report.md missing_there\n"
          "ralph/new.md missing_here");
  }

  TEST_CASE("a tasks.json that is damaged, a link, or gone") {
    const Imported place;
    const std::string text = read_all(place.aiwg / "daemon/tasks.json");
    write_all(place.aiwg / "daemon/tasks.json", text.substr(0, 700));
    CHECK(place.report(place.root).finding_count == 3);
    CHECK(place.findings().starts_with("daemon/tasks.json: byte 700 "));
    CHECK(place.findings().ends_with(" differs"));
    write_all(place.root / "tasks.json", text);
    fs::remove(place.aiwg / "daemon/tasks.json");
    fs::create_symlink(place.root / "tasks.json", place.aiwg / "daemon/tasks.json");
    CHECK(place.findings() == "daemon/tasks.json missing_there");
    fs::remove(place.aiwg / "daemon/tasks.json");
    CHECK(place.findings() == "daemon/tasks.json missing_there");
  }

  TEST_CASE("what was changed, made and removed here shows in every file that tells of it") {
    const Imported place;
    {
      Store store = Store::open(place.database, Access::read_write);
      (void)store.change(TaskChange{TaskId{"task-0009"}, FailTask{.error = "x"}, {}});
    }
    CHECK(place.findings() ==
          "daemon/tasks.json: byte 12747 /tasks/9/state differs\n"
          "rlm/trees/tree-9f8e7d6c/nodes/task-a0e02e95.json /status differs\n"
          "rlm/trees/tree-9f8e7d6c/tree.json /root_task/children/4/status differs");
  }

  TEST_CASE("a file from elsewhere that has no place in a project is told once, for the whole project") {
    const Imported place;
    const TestDir other;
    write_all(other / "history.jsonl", "{\"a\":1}\n");
    (void)place.import(other / "history.jsonl");
    CHECK(place.findings() == (other / "history.jsonl").string() + " no_place");
    CHECK(place.findings(place.rlm) == "");
  }

  TEST_CASE("an empty project lacks every file; a directory that is none is refused") {
    const Imported place;
    const TestDir other;
    CHECK(code_of([&] { (void)place.report(other / "none"); }) == "not_found");
    CHECK(code_of([&] { (void)place.report(other.path()); }) == "invalid_input");
    fs::create_directory(other / ".aiwg");
    const VerifyReport report = place.report(other.path());
    CHECK(report.finding_count == report.files_checked);
    CHECK(report.findings.front().code == "missing_there");
  }
}
