// SPDX-License-Identifier: MIT
// A project on its way over and back, and every call that changes a file on the way fails, or is the last
// one.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>

#include "fault.hpp"
#include "generated_store.hpp"
#include "program_run.hpp"
#include "test_dir.hpp"

namespace {

using namespace rlmdb::test;

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

constexpr const char* k_tasks_place = "daemon/tasks.json";

Files files_below(const fs::path& directory) {
  Files files;
  for (const auto& entry : fs::recursive_directory_iterator(directory))
    if (entry.is_regular_file())
      files[entry.path().lexically_relative(directory).string()] = read_all(entry.path());
  return files;
}

void write_files(const fs::path& directory, const Files& files) {
  for (const auto& [name, bytes] : files) {
    fs::create_directories((directory / name).parent_path());
    write_all(directory / name, bytes);
  }
}

/// Without the database, what belongs to it, and what an export keeps of a tasks.json.
Files legacy_files(const fs::path& aiwg) {
  Files files = files_below(aiwg);
  std::erase_if(files, [](const auto& file) {
    return file.first.find("rlm.db") != std::string::npos || file.first.ends_with(".bak");
  });
  return files;
}

class Project {
 public:
  Project() {
    m_original = {{k_tasks_place, generated_store({.tasks = 12})},
                  {"daemon/daemon.log", "started\n"},
                  {"daemon.json", "{\n  \"daemon\": {}\n}"},
                  {"ralph/registry.json", "{\n  \"version\": \"2.0.0\"\n}"},
                  {"rlm/trees/t/report.md", "# Report\n"}};
  }

  [[nodiscard]] fs::path root() const { return m_dir / "p"; }
  [[nodiscard]] fs::path aiwg() const { return root() / ".aiwg"; }
  [[nodiscard]] const Files& original() const { return m_original; }

  void reset(const Files& files) const {
    fs::remove_all(root());
    write_files(aiwg(), files);
  }
  [[nodiscard]] Launch launch(const std::vector<std::string>& words) const {
    Launch launch = rlmdb_on(aiwg() / "daemon/rlm.db", {});
    launch.words.insert(launch.words.end(), words.begin(), words.end());
    return launch;
  }
  std::string done(const std::vector<std::string>& words) const {
    const Ended ended = run(launch(words));
    REQUIRE_MESSAGE(ended.code == 0, ended.error);
    return ended.out;
  }
  [[nodiscard]] bool has_database() const { return fs::exists(aiwg() / "daemon/rlm.db"); }
  /// Of the copies of `.aiwg/`, finished or not, under names that begin so.
  [[nodiscard]] std::vector<fs::path> beside(const std::string& beginning) const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(root()))
      if (entry.path().filename().string().starts_with(beginning)) found.push_back(entry.path());
    return found;
  }

 private:
  TestDir m_dir;
  Files m_original;
};

long count_calls(const Project& project, const Launch& command, const Files& files) {
  const TestDir dir;
  project.reset(files);
  REQUIRE(run(with_fault(command, {project.root(), 0, "eio", dir / "count"})).code == 0);
  return std::stol(read_all(dir / "count"));
}

/// Runs the command with a fault at some or all of its calls, each time from `files`, and then `check`.
template <class Check>
void disturb(const Project& project, const Launch& command, const Files& files, long most,
             const Check& check) {
  if (!k_can_preload) return;
  const long calls = count_calls(project, command, files);
  REQUIRE(calls > 20);
  long tried = 0;
  for (const std::string mode : {"kill", "torn", "eio", "full"}) {
    for (long at = 1; at <= calls; at += std::max(1L, calls / most)) {
      CAPTURE(mode);
      CAPTURE(at);
      project.reset(files);
      const Ended ended = run(with_fault(command, {project.root(), at, mode, {}}));
      const bool kills = mode == "kill" || mode == "torn";
      CHECK((ended.code == 0 || ended.code == (kills ? -SIGKILL : 1)));
      check();
      ++tried;
    }
  }
  MESSAGE(tried << " faults at " << calls << " calls");
}

void adopt_disturbed(long most) {
  const Project project;
  const Launch command = project.launch({"adopt", project.root().string()});
  disturb(project, command, project.original(), most, [&] {
    CHECK(legacy_files(project.aiwg()) == project.original());
    if (project.has_database()) CHECK(project.done({"export"}) == project.original().at(k_tasks_place));
    for (const fs::path& backup : project.beside(".aiwg.before-adopt-"))
      CHECK(files_below(backup) == project.original());
    const Ended again = run(command);
    REQUIRE_MESSAGE(again.code == 0, again.error);
    CHECK(legacy_files(project.aiwg()) == project.original());
    CHECK(project.done({"export"}) == project.original().at(k_tasks_place));
    CHECK(project.beside(".aiwg.adopting-").empty());
    CHECK_FALSE(project.beside(".aiwg.before-adopt-").empty());
  });
}

void undo_disturbed(long most) {
  const Project project;
  project.reset(project.original());
  project.done({"adopt", project.root().string()});
  project.done({"task", "add", "--tree", "tree-1a2b3c4d", "--prompt", "root"});
  project.done({"task", "add", "--prompt", "one more"});
  const Files adopted = files_below(project.aiwg());
  const Launch command = project.launch({"adopt", "--undo", project.root().string()});
  project.reset(adopted);
  REQUIRE(run(command).code == 0);
  const Files wanted = legacy_files(project.aiwg());
  REQUIRE(wanted.size() == project.original().size() + 3);
  REQUIRE(wanted.at(k_tasks_place) != project.original().at(k_tasks_place));
  disturb(project, command, adopted, most, [&] {
    const Files left = legacy_files(project.aiwg());
    for (const auto& entry : wanted) {
      const auto& [name, bytes] = entry;
      CAPTURE(entry.first);
      const auto found = left.find(name);
      const bool was_there = adopted.contains(name);
      if (found == left.end()) {
        CHECK_FALSE(was_there);
      } else {
        CHECK((found->second == bytes || (was_there && found->second == adopted.at(name))));
      }
    }
    CHECK(project.done({"export"}) == wanted.at(k_tasks_place));
    const Ended again = run(command);
    REQUIRE_MESSAGE(again.code == 0, again.error);
    CHECK(legacy_files(project.aiwg()) == wanted);
    CHECK(project.done({"export"}) == wanted.at(k_tasks_place));
  });
}

constexpr long k_some_points = 12;
constexpr long k_all_points = 1'000'000;

}  // namespace

TEST_SUITE("crash::points") {
  TEST_CASE("some points of an adopt") {
    adopt_disturbed(k_some_points);
  }
  TEST_CASE("some points of its undoing") {
    undo_disturbed(k_some_points);
  }
}

TEST_SUITE("crash::every_point") {
  TEST_CASE("every point of an adopt") {
    adopt_disturbed(k_all_points);
  }
  TEST_CASE("every point of its undoing") {
    undo_disturbed(k_all_points);
  }
}
