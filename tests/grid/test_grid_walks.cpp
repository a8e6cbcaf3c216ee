// SPDX-License-Identifier: MIT
// A model of the protocol of the Grid: which thread a mission goes on with, whatever verbs were told before.
// RLMDB_GRID_WALKS asks for another number of walks, RLMDB_GRID_FIRST for the first of them.
#include <doctest/doctest.h>

#include <chrono>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "random_seed.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid.hpp"
#include "rlmdb/grid_resume.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "test_dir.hpp"
#include "util/clock.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using namespace std::chrono_literals;

namespace {

std::string two_digits(int number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string thread_text(int block, int thread) {
  return two_digits(block) + "." + std::to_string(thread);
}

/// What has to be true of a mission after its verbs.
struct Model {
  int blocks = 0;
  int threads = 0;  ///< of each block
  int block = 1;
  int thread = 1;           ///< where it stands; threads + 1: all behind it are done
  std::set<int> done{};     ///< of its block
  std::string waits_for{};  ///< type of the checkpoint that nobody has answered, or that a failure left
  int asked = 0;
  bool is_active = true;
  bool has_checkpoint = false;

  [[nodiscard]] bool is_over() const { return block > blocks; }
  /// The first thread from where it stands that is not done; 0: none is left in the block.
  [[nodiscard]] int next() const {
    for (int at = thread; at <= threads; ++at)
      if (!done.contains(at)) return at;
    return 0;
  }
};

class Walk {
 public:
  Walk(Store& store, std::uint32_t seed)
      : m_random(seed), m_store(store), m_name{"walk-" + std::to_string(seed) + "/.grid"} {
    m_model.blocks = below(2) + 1;
    m_model.threads = below(4) + 2;
    NewGrid mission;
    mission.cluster = "c";
    mission.block_total = m_model.blocks;
    mission.thread_total = m_model.threads;
    NewGridPlace place;
    place.place = m_name.text;
    (void)init_grid(m_store, place, mission, at_now());
    m_has_plans = below(3) != 0;
    if (m_has_plans)
      for (int block = 1; block <= m_model.blocks; ++block) write_plan(block);
  }

  void run(int steps) {
    check("init");
    for (int i = 0; i < steps && !m_model.is_over(); ++i) {
      m_now += std::chrono::seconds(1 + below(100));
      const std::string verb = step();
      check(verb);
    }
  }

 private:
  int below(int end) { return static_cast<int>(m_random() % static_cast<unsigned>(end)); }
  GridCondition at_now() {
    GridCondition condition;
    condition.timestamp = util::utc_text(m_now);
    return condition;
  }

  void write_plan(int block) {
    std::string text = "---\nblock: \"" + two_digits(block) + "\"\nthreads:\n";
    for (int thread = 1; thread <= m_model.threads; ++thread)
      text += "  - {id: \"" + thread_text(block, thread) + "\", name: n" + std::to_string(thread) + "}\n";
    (void)change_grid(m_store, m_name,
                      GridFiles{{{"plans/c-block-" + two_digits(block) + ".md", text + "---\n"}}}, at_now());
  }

  bool tell(const GridStep& step) {
    try {
      (void)change_grid(m_store, m_name, step, at_now());
      return true;
    } catch (const Error& error) {
      m_told += " (refused: " + std::string(error.what()) + ")";
      CHECK_MESSAGE(error.code() == ErrorCode::conflict, m_told);
      return false;
    }
  }

  std::string step() {
    switch (below(14)) {
      case 0:
      case 1:
        return start();
      case 2:
      case 3:
        return begin_thread();
      case 4:
      case 5:
      case 6:
        return complete_thread();
      case 7:
        return part_of_thread();
      case 8:
        return pause();
      case 9:
        return ask();
      case 10:
        return answer();
      case 11:
        return fail();
      case 12:
        return die();
      default:
        return below(3) == 0 ? finish_block() : below(2) == 0 ? edit_by_hand() : scratch();
    }
  }

  std::string start() {
    const bool is_question = !m_model.waits_for.empty() && m_model.waits_for != "failure";
    CHECK(tell(GridResume{}) == !is_question);
    if (!is_question) go_on();
    return "start";
  }
  void go_on() {
    m_model.is_active = true;
    m_model.waits_for.clear();
    m_model.has_checkpoint = false;
  }

  std::string begin_thread() {
    const int thread = below(m_model.threads) + 1;
    GridThreadChange change;
    change.id = thread_text(m_model.block, thread);
    if (!m_model.done.contains(thread) && tell(change)) {
      m_model.thread = thread;
    }
    return "thread start " + change.id;
  }

  std::string complete_thread() {
    const int thread = below(3) != 0 && m_model.next() != 0 ? m_model.next() : below(m_model.threads) + 1;
    GridThreadChange change;
    change.step = GridThreadStep::complete;
    change.id = thread_text(m_model.block, thread);
    if (below(2) == 0) change.commit = "c" + change.id;
    if (!m_model.done.contains(thread) && tell(change)) {
      m_model.done.insert(thread);
    }
    return "thread complete " + change.id;
  }

  std::string part_of_thread() {
    const int thread = m_model.next();
    if (thread == 0) return "nothing";
    GridThreadChange change;
    change.step = GridThreadStep::partial;
    change.id = thread_text(m_model.block, thread);
    if (tell(change)) m_model.thread = thread;
    return "thread partial " + change.id;
  }

  std::string pause() {
    const std::string reason = "reason " + std::to_string(m_random());
    CHECK(tell(GridPause{reason}));
    if (m_model.waits_for.empty()) {
      m_model.is_active = false;
      m_model.has_checkpoint = true;
      CHECK(text_of("CHECKPOINT.md").find(reason) != std::string::npos);
    }
    return "pause";
  }

  std::string ask() {
    NewGridCheckpoint checkpoint;
    checkpoint.type = below(2) == 0 ? "human_verify" : "human_action";
    checkpoint.awaiting = "look";
    const int asked = m_model.next();
    if (asked == 0) return "nothing";
    checkpoint.thread = asked;
    const bool waits = !m_model.waits_for.empty() && m_model.waits_for != "failure";
    CHECK(tell(checkpoint) == !waits);
    if (waits) return "checkpoint";
    m_model.thread = asked;
    m_model.asked = asked;
    m_model.waits_for = checkpoint.type;
    m_model.is_active = false;
    m_model.has_checkpoint = true;
    return checkpoint.type + " of " + std::to_string(asked);
  }

  std::string answer() {
    if (m_model.waits_for.empty() || m_model.waits_for == "failure") return "nothing";
    const bool is_approved = below(3) != 0;
    CHECK(tell(GridAnswer{is_approved ? "approved" : "not good"}));
    if (is_approved && m_model.waits_for == "human_verify") m_model.done.insert(m_model.asked);
    if (!m_model.done.contains(m_model.asked)) {
      m_model.thread = m_model.asked;
    } else if (m_model.done.contains(m_model.thread)) {
      m_model.thread = m_model.asked;
    }
    m_model.waits_for.clear();
    return is_approved ? "answer approved" : "answer no";
  }

  std::string fail() {
    CHECK(tell(GridFailure{"it broke"}));
    m_model.waits_for = "failure";
    m_model.is_active = false;
    m_model.has_checkpoint = true;
    if (below(2) == 0) return "fail";
    const GridPlans plans = grid_plans(m_store, m_name, look());
    REQUIRE(plans.plans.size() == 3);
    const std::string option = plans.plans[static_cast<std::size_t>(below(3))].option;
    (void)apply_grid_plan(m_store, plans, option, at_now());
    m_model.waits_for.clear();
    if (option == "manual") CHECK(tell(GridAnswer{"repaired"}));
    return "fail, " + option;
  }

  std::string die() {
    m_now += 1h;
    if (!m_model.is_active) return "an hour";
    check("death");
    if (below(2) != 0) return "death";
    const GridPlans plans = grid_plans(m_store, m_name, look());
    REQUIRE(plans.plans.size() == 1);
    (void)apply_grid_plan(m_store, plans, "resume", at_now());
    m_model.is_active = false;
    m_model.has_checkpoint = true;
    return "death, resume";
  }

  std::string finish_block() {
    if (m_model.next() != 0 || !m_model.waits_for.empty()) return "nothing";
    for (int thread = 1; thread <= m_model.threads; ++thread)
      if (!m_model.done.contains(thread)) return "nothing";
    GridBlockResult result;
    result.block = two_digits(m_model.block);
    CHECK(tell(result));
    ++m_model.block;
    m_model.thread = 1;
    m_model.done.clear();
    return "block " + result.block;
  }

  std::string edit_by_hand() {
    if (!m_model.waits_for.empty() || m_model.has_checkpoint) return "nothing";
    const int thread = below(m_model.threads) + 1;
    if (m_model.done.contains(thread)) return "nothing";
    std::string text = text_of("STATE.md");
    replace_line(text, "  thread: ", std::to_string(thread));
    replace_line(text, "updated_at: ", "\"" + util::utc_text(m_now) + "\"");
    CHECK(tell(GridFiles{{{"STATE.md", text}}}));
    m_model.thread = thread;
    return "STATE.md at " + std::to_string(thread);
  }

  std::string scratch() {
    if (m_model.next() == 0) return "nothing";
    NewScratchEntry entry;
    entry.block = two_digits(m_model.block);
    entry.thread = thread_text(m_model.block, m_model.next());
    entry.notes = {"on it"};
    CHECK(tell(entry));
    return "scratch " + entry.thread;
  }

  static void replace_line(std::string& text, const std::string& beginning, const std::string& value) {
    const std::size_t begin = text.find(beginning) + beginning.size();
    text.replace(begin, text.find('\n', begin) - begin, value);
  }

  std::string text_of(const std::string& name) {
    for (const GridFileText& file : grid_files(m_store, m_name))
      if (file.name == name) return file.text;
    return {};
  }

  GridLook look() {
    GridLook look;
    look.now = util::utc_text(m_now);
    return look;
  }

  void check(const std::string& verb) {
    m_told += "; " + verb;
    INFO(m_told);
    if (m_model.is_over()) return;
    const GridResumePoint point = grid_context(m_store, m_name, look()).resume_point;
    INFO(point.what, " ", point.why);
    if (m_model.waits_for.starts_with("human")) {
      REQUIRE(point.next == GridNext::wait);
      REQUIRE(point.thread == thread_text(m_model.block, m_model.asked));
      return;
    }
    if (m_model.waits_for == "failure") {
      REQUIRE(point.next == GridNext::choose);
      return;
    }
    const int next = m_model.next();
    if (next != 0) {
      REQUIRE(point.thread == thread_text(m_model.block, next));
      if (m_has_plans) REQUIRE(point.thread_name == "n" + std::to_string(next));
    } else {
      // What is behind it is done: never a thread that is.
      const bool is_behind = point.block.empty() || std::stoi(point.block) != m_model.block;
      REQUIRE((is_behind || point.thread.empty()));
    }
  }

  std::mt19937 m_random;
  Store& m_store;
  GridName m_name;
  Model m_model;
  bool m_has_plans = false;
  std::chrono::system_clock::time_point m_now = *util::parse_utc("2026-02-01T08:00:00Z");
  std::string m_told;
};

}  // namespace

TEST_SUITE("grid::walks") {
  TEST_CASE("no thread is skipped and none is done again, whatever the verbs before") {
    const std::uint32_t walks = number_from_environment("RLMDB_GRID_WALKS", 300);
    const std::uint32_t first = number_from_environment("RLMDB_GRID_FIRST", 1);
    const TestDir dir;
    StoreOptions options;
    options.durability = Durability::normal;
    Store store = Store::create(dir / "a.db", options);
    for (std::uint32_t seed = first; seed < first + walks; ++seed) {
      CAPTURE(seed);
      Walk(store, seed).run(25);
    }
    CHECK(verify(store).finding_count == 0);
  }
}
