// SPDX-License-Identifier: MIT
// README.md's tour is run: each `$` line of its console blocks, its standard output held against what
// follows.
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <sstream>
#include <string>

#include "format_document.hpp"
#include "schema_fixture.hpp"

using namespace rlmdb;

namespace {

struct Step {
  std::string command;
  std::string expected;
};

std::vector<Step> tour() {
  std::vector<Step> steps;
  for (const test::Section& section : test::read_document("README.md")) {
    for (const test::Block& block : section.blocks) {
      if (block.language != "console") continue;
      std::istringstream lines(block.text);
      for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("$ ")) {
          steps.push_back({line.substr(2), ""});
        } else {
          steps.back().expected += line + "\n";
        }
      }
    }
  }
  return steps;
}

std::string output_of(const test::TestDir& dir, const std::string& command) {
  const std::filesystem::path programs = std::filesystem::path(RLMDB_PROGRAM).parent_path();
  test::write_all(dir / "step.sh", "cd '" + (dir / "project").string() + "'\nunset RLMDB_DB\nPATH='" +
                                       programs.string() + "':$PATH\n" + command + "\n");
  const std::string run = "sh '" + (dir / "step.sh").string() + "' >'" + (dir / "out").string() + "' 2>'" +
                          (dir / "error").string() + "'";
  const int status = std::system(run.c_str());
  CHECK_MESSAGE((WIFEXITED(status) && WEXITSTATUS(status) == 0), test::read_all(dir / "error"));
  return test::without_trailing_spaces(test::read_all(dir / "out"));
}

}  // namespace

TEST_SUITE("sql::readme") {
  TEST_CASE("the tour shows what the program prints") {
    const test::TestDir dir;
    std::filesystem::create_directories(dir / "project/.aiwg/daemon");
    std::filesystem::copy_file(test::daemon_tasks(), dir / "project/.aiwg/daemon/tasks.json");
    const std::vector<Step> steps = tour();
    CHECK(steps.size() >= 6);
    for (const Step& step : steps) {
      CAPTURE(step.command);
      CHECK(output_of(dir, step.command) == step.expected);
    }
  }
}
