// SPDX-License-Identifier: MIT
/// A project, and every command that writes a file.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "generated_store.hpp"
#include "program_run.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// A project with a database of tasks, a tree, a state, a checkpoint and a loop.
class OutputPlaces {
 public:
  OutputPlaces() {
    std::filesystem::create_directories(m_root / "p/.aiwg/daemon");
    std::filesystem::create_directories(m_root / "out");
    write_all(tasks(), generated_store({.tasks = 5}));
    rlmdb({"import", tasks().string()});
    rlmdb({"task", "add", "--tree", "t1", "--prompt", "root"});
    rlmdb({"var", "set", "x", "1", "--session", "s1"});
    m_checkpoint = first_word(rlmdb({"checkpoint", "create", "c1", "--session", "s1"}).out);
    m_loop = first_word(rlmdb({"loop", "start", "work", "--completion", "done"}).out);
  }

  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return m_root / name; }
  [[nodiscard]] std::filesystem::path project() const { return m_root / "p"; }
  [[nodiscard]] std::filesystem::path database() const { return project() / ".aiwg/rlm.db"; }
  [[nodiscard]] std::filesystem::path tasks() const { return project() / ".aiwg/daemon/tasks.json"; }
  [[nodiscard]] const std::string& loop() const { return m_loop; }
  [[nodiscard]] const std::string& checkpoint() const { return m_checkpoint; }

  Ended rlmdb(const std::vector<std::string>& arguments) const {
    Launch launch = launch_of(arguments);
    Ended ended = run(launch);
    REQUIRE_MESSAGE(ended.code == 0, ended.error);
    return ended;
  }

  [[nodiscard]] Launch launch_of(const std::vector<std::string>& arguments) const {
    Launch launch = rlmdb_on(database(), {});
    launch.words.insert(launch.words.end(), arguments.begin(), arguments.end());
    launch.directory = project();
    return launch;
  }

 private:
  static std::string first_word(const std::string& text) {
    return text.substr(0, text.find_first_of("\t\n"));
  }

  TestDir m_root;
  std::string m_loop;
  std::string m_checkpoint;
};

/// The arguments of a command before and after its output.
struct Writer {
  std::vector<std::string> words;
  std::string option = "-o";

  [[nodiscard]] std::vector<std::string> to(const std::filesystem::path& output) const {
    std::vector<std::string> all = words;
    all.push_back(option);
    all.push_back(output.string());
    return all;
  }
};

inline std::map<std::string, Writer> writers_of(const OutputPlaces& places) {
  return {{"tasks", {{"export"}}},
          {"tree", {{"export", "--format", "tree", "--tree", "t1"}}},
          {"state", {{"export", "--format", "state", "--session", "s1"}}},
          {"checkpoint", {{"export", "--format", "checkpoint", "--checkpoint", places.checkpoint()}}},
          {"loop", {{"export", "--format", "loop", "--loop", places.loop()}}},
          {"report", {{"report", "t1"}}},
          {"html", {{"report", "t1", "--html"}}},
          {"loop report", {{"loop", "report", places.loop()}}},
          {"loop export", {{"loop", "export", places.loop()}}},
          {"plan", {{"recover"}, "--plan"}}};
}

/// Exit 7 and a message; the database stays as it is.
inline void require_conflict(const OutputPlaces& places, const std::vector<std::string>& arguments) {
  const std::string before = read_all(places.database());
  const Ended ended = run(places.launch_of(arguments));
  CAPTURE(ended.error);
  CHECK(ended.code == 7);
  CHECK(read_all(places.database()) == before);
}

}  // namespace rlmdb::test
