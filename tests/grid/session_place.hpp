// SPDX-License-Identifier: MIT
/// A project with a git repository, and sessions of a Grid mission that work in it.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "child_process.hpp"
#include "program_run.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

class SessionPlace {
 public:
  /// The mission is begun: block 01 of two, with a plan of four threads, written through, at 15:00.
  SessionPlace() {
    require(R"sh(git init -q . && echo first >readme && git add readme && git commit -q -m first
rlmdb -q grid init --cluster blog --blocks 2 --threads 4 --write-through --timestamp 2026-01-23T15:00:00Z
mkdir .grid/plans
printf -- '---\ncluster: blog\nblock: 01\nthreads:\n' >.grid/plans/blog-block-01.md
for n in 1 2 3 4; do printf -- '  - id: "01.%s"\n    name: "Part %s"\n' $n $n; done >>.grid/plans/blog-block-01.md
printf -- '---\n' >>.grid/plans/blog-block-01.md
rlmdb -q import .grid)sh");
  }

  /// A shell that runs `script` in the project: `rlmdb` is the program under test, `git` commits as somebody.
  [[nodiscard]] Launch session(const std::string& script) const {
    const std::string programs = std::filesystem::path(program_path()).parent_path().string();
    Launch launch;
    launch.words = {"/bin/sh", "-ec", script};
    launch.directory = m_project.path();
    launch.environment = {"PATH=" + programs + ":/usr/local/bin:/usr/bin:/bin",
                          "HOME=" + m_project.path().string(),
                          "GIT_CONFIG_NOSYSTEM=1",
                          "GIT_AUTHOR_NAME=somebody",
                          "GIT_AUTHOR_EMAIL=somebody@example.org",
                          "GIT_COMMITTER_NAME=somebody",
                          "GIT_COMMITTER_EMAIL=somebody@example.org"};
    // A group of its own, so that the kill of a session takes what it started with it.
    launch.in_child = [] { ::setpgid(0, 0); };
    return launch;
  }

  [[nodiscard]] Ended run_session(const std::string& script) const { return run(session(script)); }
  /// What it prints; throws where it fails.
  std::string require(const std::string& script) const {
    const Ended ended = run_session(script);
    if (ended.code != 0) throw std::runtime_error(script + "\n" + ended.error);
    return ended.out;
  }
  /// `data` of the answer to `rlmdb grid WORDS --json`.
  [[nodiscard]] nlohmann::json grid(const std::string& words) const {
    return nlohmann::json::parse(require("rlmdb grid " + words + " --json"))["data"];
  }
  /// Starts a session, waits until the file `sign` has at least so many lines, and kills it and all that it
  /// runs at that moment.
  void kill_session(const std::string& script, const std::string& sign, int lines = 1) const {
    RunningProgram running(session(script));
    wait_until([&] {
      const std::string text = content(sign);
      return std::count(text.begin(), text.end(), '\n') >= lines;
    });
    ::kill(-running.pid(), SIGKILL);
    if (running.wait().code != -SIGKILL) throw std::runtime_error("the session ended by itself");
  }

  [[nodiscard]] std::string content(const std::string& name) const { return read_all(m_project / name); }
  [[nodiscard]] bool has(const std::string& name) const { return std::filesystem::exists(m_project / name); }

 private:
  TestDir m_project;
};

}  // namespace rlmdb::test
