// SPDX-License-Identifier: MIT
// SIGKILL during `recover` at moments spread over the time it takes undisturbed: nothing of the plan is
// applied or everything is, and the next recover brings the same final state.
#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "random_seed.hpp"
#include "store_state.hpp"
#include "tree_place.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using Clock = std::chrono::steady_clock;

namespace {

/// RLMDB_TREE_KILLS asks for another number.
unsigned kills() {
  const char* const text = std::getenv("RLMDB_TREE_KILLS");
  return text == nullptr ? 48 : static_cast<unsigned>(std::atoi(text));
}

constexpr unsigned k_most_rounds = 1'000;
constexpr unsigned k_trees = 75;
constexpr unsigned k_nodes_each = 40;

std::string node_text(unsigned tree, unsigned node) {
  static constexpr const char* k_states[] = {"completed", "running", "queued", "failed"};
  const std::string prefix = "task-" + std::to_string(tree) + "-";
  const std::string id = prefix + std::to_string(node);
  const std::string parent = node == 0 ? "null" : "\"" + prefix + std::to_string((node - 1) / 3) + "\"";
  return R"({"id": ")" + id + R"(", "prompt": "p", "state": ")" + k_states[(tree + node) % 4] +
         R"(", "startedAt": "2026-01-01T00:00:00.000Z", "pid": )" + std::to_string(4'200'000 + node) +
         R"(, "output": ")" + std::string(200, 'x') + R"(", "metadata": {"tree_id": "tree-)" +
         std::to_string(tree) + R"(", "parent_id": )" + parent +
         R"(, "checkpoints": [{"checkpoint_id": "ckpt-)" + id + R"("}]}})";
}

std::string forest() {
  std::string text = R"({"version": 1, "updatedAt": "2026-01-01T00:00:00.000Z", "tasks": [)";
  for (unsigned tree = 0; tree < k_trees; ++tree)
    for (unsigned node = 0; node < k_nodes_each; ++node)
      text += (tree + node == 0 ? "" : ",\n") + node_text(tree, node);
  return text + "]}";
}

enum class State { before, after };

class Victim {
 public:
  Victim() : m_place(std::string_view(forest())), m_bytes(read_all(m_place.database())) {
    m_before = content_of(m_place.database(), Moments::kept);
    m_changed = m_place.recover("").changed;
    m_after = content_of(m_place.database(), Moments::left_out);
    REQUIRE(m_changed == k_trees * k_nodes_each / 2);
  }

  void reset() const {
    for (const char* suffix : {"", "-wal", "-shm", "-gate"})
      std::filesystem::remove(m_place.database().string() + suffix);
    write_all(m_place.database(), m_bytes);
    std::filesystem::permissions(m_place.database(), std::filesystem::perms{0600});
  }

  /// As a process of its own.
  [[nodiscard]] ChildProcess start() const {
    return ChildProcess([this] {
      Store store = Store::open(m_place.database(), Access::read_write);
      (void)recover(store, std::nullopt);
      return 0;
    });
  }

  /// Looks at a copy, so that the next recover meets what the killed one left.
  [[nodiscard]] State examine() const {
    const std::filesystem::path copy = m_place.dir() / "copy.db";
    if (content_of_copy(m_place.database(), copy, Moments::left_out) == m_after) return State::after;
    REQUIRE(content_of(copy, Moments::kept) == m_before);
    return State::before;
  }

  void recover_again(State state) const {
    CHECK(m_place.recover("").changed == (state == State::before ? m_changed : 0));
    CHECK(content_of(m_place.database(), Moments::left_out) == m_after);
  }

 private:
  TreePlace m_place;
  std::string m_bytes;
  std::string m_before;
  std::string m_after;
  std::uint64_t m_changed = 0;
};

Clock::duration undisturbed(const Victim& victim) {
  victim.reset();
  const auto begin = Clock::now();
  REQUIRE(victim.start().wait() == 0);
  return Clock::now() - begin;
}

void wait_for(Clock::duration span) {
  const auto end = Clock::now() + span;
  wait_until([&] { return Clock::now() >= end; });
}

}  // namespace

TEST_SUITE("trees::kill") {
  TEST_CASE("a killed recover has applied nothing or everything") {
    const Victim victim;
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    std::mt19937 random(seed);
    // A little beyond the end, so that kills also land after the commit.
    std::uniform_real_distribution<double> moment(0.0, 1.1);
    Clock::duration duration{};
    unsigned killed = 0;
    unsigned killed_after = 0;
    unsigned rounds = 0;
    const unsigned wanted = kills();
    for (; killed < wanted || killed_after == 0; ++rounds) {
      REQUIRE(rounds < k_most_rounds);
      // Measured again now and then: other work on the machine comes and goes.
      if (rounds % 25 == 0) duration = std::min(undisturbed(victim), undisturbed(victim));
      victim.reset();
      ChildProcess child = victim.start();
      wait_for(std::chrono::duration_cast<Clock::duration>(duration * moment(random)));
      ::kill(child.pid(), SIGKILL);
      const int ended = child.wait();
      const State state = victim.examine();
      CHECK((ended == -SIGKILL || (ended == 0 && state == State::after)));
      killed += ended == -SIGKILL ? 1 : 0;
      killed_after += ended == -SIGKILL && state == State::after ? 1 : 0;
      victim.recover_again(state);
    }
    MESSAGE("recover: " << killed << " kills in " << rounds << " rounds, " << killed - killed_after
                        << " left the old state, " << killed_after << " the new one");
    CHECK(killed > killed_after);
  }
}
