// SPDX-License-Identifier: MIT
/// A store, workers on it, and a look at which processes there are for it.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "program_run.hpp"
#include "task_place.hpp"

namespace rlmdb::test {

class WorkerPlace : public TaskPlace {
 public:
  /// rlmdb work OPTIONS -- sh -c SCRIPT. Scripts find the program as `rlmdb`.
  [[nodiscard]] Launch worker(const std::vector<std::string>& options, const std::string& script) const {
    Launch launch = rlmdb_on(database(), {"work"});
    launch.words.insert(launch.words.end(), options.begin(), options.end());
    for (const std::string& word : {std::string("--"), std::string("sh"), std::string("-c"), script})
      launch.words.push_back(word);
    launch.directory = file("");
    const std::string programs = std::filesystem::path(program_path()).parent_path().string();
    launch.environment = {"PATH=" + programs + ":" + std::getenv("PATH")};
    return launch;
  }
  [[nodiscard]] Ended work(const std::vector<std::string>& options, const std::string& script) const {
    return run(worker(options, script));
  }

  /// Processes that run for this store: workers, guards, commands, and whatever commands have started.
  [[nodiscard]] std::vector<std::string> processes() const {
    std::vector<std::string> found;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
      const std::string pid = entry.path().filename();
      if (pid.find_first_not_of("0123456789") != std::string::npos || pid == std::to_string(::getpid()))
        continue;
      const std::string words = text_of(entry.path() / "cmdline");
      if (words.find(database()) != std::string::npos ||
          text_of(entry.path() / "environ").find("RLMDB_DB=" + database().string()) != std::string::npos)
        found.push_back(pid + " " + words);
    }
    return found;
  }
  /// The commands among them, and what they have started.
  [[nodiscard]] std::vector<std::string> commands() const {
    std::vector<std::string> found;
    for (const std::string& process : processes()) {
      const auto environment = text_of("/proc/" + process.substr(0, process.find(' ')) + "/environ");
      if (environment.find("RLMDB_DB=" + database().string()) != std::string::npos) found.push_back(process);
    }
    return found;
  }
  /// The fourth field of /proc/PID/stat; 0: there is no such process.
  [[nodiscard]] static pid_t parent_of(pid_t pid) {
    const std::string stat = text_of("/proc/" + std::to_string(pid) + "/stat");
    const std::size_t behind_name = stat.rfind(") ");
    return behind_name == std::string::npos ? 0 : static_cast<pid_t>(std::stoi(stat.substr(behind_name + 4)));
  }
  /// Those are no workers.
  void wait_until_nothing_runs() const {
    wait_until([&] { return processes().empty(); });
  }
  void wait_for_file(const std::string& name) const {
    wait_until([&] { return std::filesystem::exists(file(name)); });
  }
  [[nodiscard]] std::string content(const std::string& name) const { return text_of(file(name)); }
  void make_ready_at_once() {
    edit("UPDATE tasks SET not_before = '2026-01-01T00:00:00.000Z' WHERE not_before > ''");
  }

 private:
  static std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
};

/// The values of one member of all lines of --json.
[[nodiscard]] inline std::vector<Json> column(const std::string& lines, const std::string& name) {
  std::vector<Json> values;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) values.push_back(Json::parse(line).at(name));
  return values;
}

}  // namespace rlmdb::test
