// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "loop_files.hpp"
#include "project_files.hpp"
#include "rlmdb/adopt.hpp"
#include "rlmdb/change.hpp"
#include "rlmdb/claim.hpp"
#include "rlmdb/grid.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

/// A project with its database in it.
class Adopted {
 public:
  Adopted() {
    const LoopPlace loops;
    for (const char* folder : {"ralph", "ralph-external", "checkpoints"})
      fs::copy(loops.aiwg / folder, aiwg() / folder, fs::copy_options::recursive);
    // Pids of the fixtures may be those of processes of this machine: they are older than any of them.
    for (const auto& entry : fs::recursive_directory_iterator(aiwg()))
      fs::last_write_time(entry.path(), fs::file_time_type::clock::now() - std::chrono::hours(100'000));
  }
  [[nodiscard]] const fs::path& root() const { return m_place.root; }
  [[nodiscard]] fs::path aiwg() const { return root() / ".aiwg"; }
  [[nodiscard]] fs::path database() const { return aiwg() / "daemon/rlm.db"; }
  [[nodiscard]] AdoptReport adopt_it(const AdoptOptions& options = {}) const {
    return adopt(root(), database(), options);
  }
  [[nodiscard]] UndoAdoptReport undo(const UndoAdoptOptions& options = {}) const {
    return undo_adopt(root(), database(), options);
  }
  /// All files but the database and what an export keeps.
  [[nodiscard]] std::map<std::string, std::string> files() const {
    auto files = content_below(aiwg());
    std::erase_if(files, [](const auto& file) {
      return file.first.find("rlm.db") != std::string::npos || file.first == "daemon/tasks.json.bak";
    });
    return files;
  }
  [[nodiscard]] std::vector<fs::path> backups() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(root()))
      if (entry.path().filename() != ".aiwg") found.push_back(entry.path());
    return found;
  }
  void add_task() const {
    NewTask task;
    task.prompt = "new";
    TaskChange change;
    change.action = task;
    (void)Store::open(database(), Access::read_write).change(change);
  }

 private:
  ProjectPlace m_place;
};

}  // namespace

TEST_SUITE("projects::adopt") {
  TEST_CASE("a project goes over, with a copy of it, once") {
    const Adopted project;
    const auto original = project.files();
    fs::create_symlink("nowhere", project.aiwg() / "link");
    const AdoptReport report = project.adopt_it();
    for (const SourceReport& source : report.import.sources) CHECK(source.proof.value().identical());
    REQUIRE(report.backup);
    CHECK(report.backup->files == original.size() + 1);
    CHECK(content_below(report.backup->directories.front()) == original);
    CHECK(fs::read_symlink(report.backup->directories.front() / "link") == "nowhere");
    CHECK(fs::last_write_time(report.backup->directories.front() / "daemon/tasks.json") ==
          fs::last_write_time(project.aiwg() / "daemon/tasks.json"));
    CHECK(report.verified.value().finding_count == 0);
    CHECK(project.files() == original);
    const AdoptReport again = project.adopt_it();
    CHECK_FALSE(again.backup);
    for (const SourceReport& source : again.import.sources) CHECK(source.already_imported);
    CHECK(project.backups().size() == 1);
  }

  TEST_CASE("a .grid/ goes over and back with the rest") {
    const Adopted project;
    const fs::path grid = project.aiwg().parent_path() / ".grid";
    fs::create_directories(grid / "plans");
    write_all(grid / "STATE.md", "---\ncluster: blog\nstatus: active # now\n---\n");
    write_all(grid / "plans/blog-block-01.md", "---\nblock: 01\n---\n# Plan\n");
    const auto files = content_below(grid);
    const AdoptReport report = project.adopt_it();
    REQUIRE(report.backup.value().directories.size() == 2);
    CHECK(content_below(report.backup->directories[1]) == files);
    CHECK(report.verified.value().finding_count == 0);
    {
      Store store = Store::open(project.database(), Access::read_write);
      CHECK(grid_missions(store).front().cluster == "blog");
      (void)change_grid(store, {}, GridStatePatch{R"({"status":"interrupted"})"});
    }
    const UndoAdoptReport undone = undo_adopt(grid.parent_path(), project.database());
    CHECK(undone.stays.empty());
    CHECK(read_all(grid / "STATE.md")
              .starts_with("---\ncluster: blog\nstatus: interrupted # now\nupdated_at: "));
    CHECK(read_all(grid / "plans/blog-block-01.md") == files.at("plans/blog-block-01.md"));
    CHECK_FALSE(project.adopt_it().backup);
  }

  TEST_CASE("a dry run changes nothing") {
    const Adopted project;
    AdoptOptions options;
    options.run = Run::dry_run;
    const AdoptReport report = project.adopt_it(options);
    CHECK(report.import.sources.size() == project.files().size());
    CHECK_FALSE(report.backup);
    CHECK_FALSE(fs::exists(project.database()));
    CHECK(project.backups().empty());
  }

  TEST_CASE("a file that import refuses leaves neither a database nor a copy") {
    const Adopted project;
    write_all(project.aiwg() / "daemon/tasks.json", "{\"tasks\":[");
    CHECK(code_of([&] { (void)project.adopt_it(); }) == "invalid_input");
    CHECK_FALSE(fs::exists(project.database()));
    CHECK(project.backups().empty());
  }

  TEST_CASE("a directory without a project is refused") {
    const TestDir dir;
    CHECK(code_of([&] { (void)adopt(dir.path(), dir / "x.db"); }) == "not_found");
    CHECK(code_of([&] { (void)undo_adopt(dir.path(), dir / "x.db"); }) == "not_found");
  }

  TEST_CASE("nobody may be at work: the daemon, a loop; unless it is forced") {
    const std::string pid = std::to_string(::getpid());
    const std::map<std::string, std::string> writers = {
        {"daemon.pid", pid + "\n"},
        {"daemon/.lock", pid},
        {"ralph/registry.json", "{\"active_loops\":[{\"pid\": 999999999},{\"pid\":" + pid + "}]}"},
        {"ralph/loops/x/state.json", "{\"currentPid\" : " + pid + "}"},
        {"ralph-external/loops/y/session-state.json", "{\"a\":{\"currentPid\":" + pid + ","}};
    for (const auto& writer : writers) {
      CAPTURE(writer.first);
      const auto& [name, bytes] = writer;
      const Adopted project;
      if (name.starts_with("ralph")) fs::remove_all(project.aiwg() / "ralph");
      fs::create_directories((project.aiwg() / name).parent_path());
      write_all(project.aiwg() / name, bytes);
      const std::string message = message_of([&] { (void)project.adopt_it(); });
      CHECK(message.find("process " + pid + ", says " + (project.aiwg() / name).string()) !=
            std::string::npos);
      CHECK(project.backups().empty());
      if (name.starts_with("daemon")) {
        AdoptOptions forced;
        forced.live = LiveProcesses::ignore;
        CHECK(project.adopt_it(forced).backup);
        CHECK(code_of([&] { (void)project.undo(); }) == "conflict");
      }
      // A file that is older than the process was written by another one of that pid.
      fs::last_write_time(project.aiwg() / name,
                          fs::file_time_type::clock::now() - std::chrono::hours(100'000));
      if (!name.starts_with("ralph-external")) CHECK_NOTHROW((void)project.adopt_it());
    }
  }

  TEST_CASE(
      "what was changed here goes back; the rest is not touched, and adopting again takes what is new") {
    const Adopted project;
    const auto original = project.files();
    (void)project.adopt_it();
    UndoAdoptReport nothing = project.undo();
    for (const ExportedFile& file : nothing.written.files) CHECK(file.is_unchanged);
    CHECK(nothing.stays.empty());
    project.add_task();
    UndoAdoptOptions dry;
    dry.run = Run::dry_run;
    const UndoAdoptReport planned = project.undo(dry);
    CHECK(project.files() == original);
    const UndoAdoptReport undone = project.undo();
    std::vector<std::string> changed;
    for (const ExportedFile& file : undone.written.files)
      if (!file.is_unchanged) changed.push_back(file.place);
    CHECK(changed == std::vector<std::string>{".aiwg/daemon/tasks.json"});
    for (std::size_t i = 0; i < planned.written.files.size(); ++i)
      CHECK(planned.written.files[i].is_unchanged == undone.written.files[i].is_unchanged);
    CHECK(read_all(project.aiwg() / "daemon/tasks.json.bak") == original.at("daemon/tasks.json"));
    // The legacy program goes on from there.
    std::string tasks = read_all(project.aiwg() / "daemon/tasks.json");
    const std::size_t at = tasks.find("\"prompt\": \"new\"");
    REQUIRE(at != std::string::npos);
    write_all(project.aiwg() / "daemon/tasks.json", tasks.replace(at, 15, "\"prompt\": \"old\""));
    CHECK(code_of([&] { (void)project.undo(); }) == "conflict");
    const AdoptReport again = project.adopt_it();
    CHECK(again.import.sources.front().records.changed == 1);
    CHECK(again.backup);
    CHECK(read_all(again.backup->directories.front() / "daemon/tasks.json") == tasks);
  }

  TEST_CASE("sockets, FIFOs and devices are neither taken nor copied, and are said") {
    const Adopted project;
    fs::create_directories(project.aiwg() / "elsewhere");
    REQUIRE(::mkfifo((project.aiwg() / "elsewhere/fifo").c_str(), 0600) == 0);
    REQUIRE(::mkfifo((project.aiwg() / "daemon/fifo").c_str(), 0600) == 0);
    AdoptOptions dry;
    dry.run = Run::dry_run;
    for (const AdoptOptions& options : {dry, AdoptOptions{}}) {
      const AdoptReport report = project.adopt_it(options);
      std::vector<std::string> said;
      for (const Finding& finding : report.import.left_aside)
        if (finding.code == "no_file") said.push_back(finding.where);
      CHECK(said == std::vector<std::string>{(project.aiwg() / "daemon/fifo").string(),
                                             (project.aiwg() / "elsewhere/fifo").string()});
    }
  }

  TEST_CASE("files that the database does not hold stay, and are said") {
    const Adopted project;
    (void)project.adopt_it();
    write_all(project.aiwg() / "daemon/new.log", "later\n");
    const UndoAdoptReport report = project.undo();
    CHECK(report.stays == std::vector<std::string>{".aiwg/daemon/new.log"});
    CHECK(read_all(project.aiwg() / "daemon/new.log") == "later\n");
  }

  TEST_CASE("while a task runs here nothing goes back, unless it is forced") {
    const Adopted project;
    (void)project.adopt_it();
    project.add_task();
    Store store = Store::open(project.database(), Access::read_write);
    ClaimOptions claim;
    REQUIRE(store.claim(claim));
    CHECK(code_of([&] { (void)project.undo(); }) == "conflict");
    UndoAdoptOptions forced;
    forced.live = LiveProcesses::ignore;
    CHECK_NOTHROW((void)project.undo(forced));
  }
}
