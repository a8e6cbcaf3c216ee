// SPDX-License-Identifier: MIT
// A mission that is written through, changed by processes that are killed at any moment while another program
// edits its files: whatever was acknowledged or written by either is in the history, and the mission always
// goes on. RLMDB_GRID_KILLS: how many; RLMDB_TEST_SEED: the first draw.
#include <doctest/doctest.h>

#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "program_run.hpp"
#include "random_seed.hpp"
#include "test_dir.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

class Mission {
 public:
  explicit Mission(std::uint32_t seed) : m_random(seed) {
    require({"grid", "init", "--cluster", "c", "--blocks", "9", "--write-through"});
    edit("NOTES.md");
    const auto begin = Clock::now();
    add_note();
    m_duration = Clock::now() - begin;
  }

  /// A change of the mission that is killed, or ends before that.
  void change_and_kill() {
    const bool is_edited_before = chance(0.5);
    const bool is_edited_meanwhile = chance(0.5);
    if (is_edited_before) edit(any_file());
    const std::string tag = next("tag");
    RunningProgram running(launch({"grid", "scratch", tag}));
    const auto moment = std::chrono::duration_cast<Clock::duration>(m_duration * uniform(1.2));
    std::this_thread::sleep_for(moment / 2);
    if (is_edited_meanwhile) edit(any_file());
    std::this_thread::sleep_for(moment / 2);
    running.signal(SIGKILL);
    const Ended ended = running.wait();
    ++(ended.code == -SIGKILL ? m_killed : m_ended);
    if (ended.code != -SIGKILL) take_answer(ended, tag);
  }

  /// Nothing is stuck: a change is made at once, or after the verb that the conflict names.
  void add_note() {
    const std::string tag = next("tag");
    for (int tries = 0; tries < 3; ++tries) {
      const Ended ended = run(launch({"grid", "scratch", tag}));
      take_answer(ended, tag);
      if (ended.code == 0) return;
    }
    FAIL("the mission does not go on");
  }

  /// Every text that anybody wrote is some version of its file, and both sides say the same.
  void check_all() {
    add_note();
    const std::string all =
        require({"sql", "SELECT group_concat(text, char(10)) FROM grid_versions", "--json"});
    for (const std::string& text : m_said) CHECK_MESSAGE(all.find(text) != std::string::npos, text);
    for (const char* name : {"STATE.md", "NOTES.md", "SCRATCHPAD.md"})
      CHECK(require({"grid", "show", name}) == read_all(m_dir / ".grid" / name));
    CHECK(run(launch({"verify"})).code == 0);
  }

  [[nodiscard]] unsigned killed() const noexcept { return m_killed; }
  [[nodiscard]] std::string tally() const {
    return std::to_string(m_killed) + " killed, " + std::to_string(m_ended) + " ended, " +
           std::to_string(m_edits) + " edits, " + std::to_string(m_conflicts) + " conflicts";
  }

 private:
  [[nodiscard]] Launch launch(std::vector<std::string> words) const {
    words.insert(words.begin(), program_path());
    Launch launch;
    launch.words = std::move(words);
    launch.directory = m_dir.path();
    return launch;
  }
  std::string require(const std::vector<std::string>& words) const {
    Ended ended = run(launch(words));
    REQUIRE_MESSAGE(ended.code == 0, words.front(), " ", words.back(), ": ", ended.error);
    return std::move(ended.out);
  }

  void take_answer(const Ended& ended, const std::string& tag) {
    constexpr int k_made_but_not_written = 1;
    constexpr int k_conflict = 7;
    if (ended.code == 0) {
      m_said.push_back(tag);
    } else if (ended.code == k_made_but_not_written) {
      CHECK(ended.error.find("the change is made in the database") != std::string::npos);
      m_said.push_back(tag);
    } else {
      CHECK_MESSAGE(ended.code == k_conflict, ended.code, " ", ended.error);
      // Both sides differ, or the file was written while it was read or written here.
      const auto says = [&](const char* hint) { return ended.error.find(hint) != std::string::npos; };
      CHECK_MESSAGE((says("--on-conflict") || says("look at it, and try again") ||
                     says("the next change of the mission takes it in")),
                    ended.error);
      ++m_conflicts;
      require({"-q", "import", ".grid", "--on-conflict", chance(0.5) ? "skip" : "replace"});
    }
  }

  /// As an editor does it: read, written beside, renamed.
  void edit(const std::string& name) {
    const fs::path file = m_dir / ".grid" / name;
    std::string text = fs::exists(file) ? read_all(file) : std::string("# Notes\n");
    const std::string word = next("edit");
    if (name == "STATE.md") {
      text.insert(4, "note_" + word + ": x\n");
    } else {
      text += word + "\n";
    }
    write_all(file.string() + ".tmp", text);
    fs::rename(file.string() + ".tmp", file);
    m_said.push_back(word);
    ++m_edits;
  }

  std::string any_file() {
    const double drawn = uniform(1.0);
    return drawn < 0.3   ? "STATE.md"
           : drawn < 0.6 ? "NOTES.md"
           : drawn < 0.9 ? "SCRATCHPAD.md"
                         : next("new") + ".md";
  }
  std::string next(const std::string& what) { return what + std::to_string(++m_number) + "q"; }
  bool chance(double probability) { return uniform(1.0) < probability; }
  double uniform(double most) { return std::uniform_real_distribution<double>(0.0, most)(m_random); }

  TestDir m_dir;
  std::mt19937 m_random;
  std::vector<std::string> m_said;
  Clock::duration m_duration{};
  unsigned m_number = 0, m_killed = 0, m_ended = 0, m_edits = 0, m_conflicts = 0;
};

}  // namespace

TEST_SUITE("grid::through") {
  TEST_CASE("killed while it writes through, with edits of another program between") {
    const unsigned wanted = number_from_environment("RLMDB_GRID_KILLS", 25);
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    Mission mission(seed);
    for (unsigned rounds = 0; mission.killed() < wanted; ++rounds) {
      REQUIRE(rounds < wanted * 8);
      mission.change_and_kill();
      if (rounds % 10 == 9) mission.add_note();
    }
    mission.check_all();
    MESSAGE(mission.tally());
  }
}
