// SPDX-License-Identifier: MIT
// Checkpoints of one state through the library; tools/bench/run_checkpoints runs it beside another store.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <exception>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rlmdb/checkpoint.hpp"
#include "rlmdb/variable.hpp"

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view k_usage =
    "Usage: rlmdb_checkpoint_bench DATABASE task|state full|normal CHECKPOINTS VARIABLES BYTES\n";

std::uint64_t parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error(fmt::format("'{}' is not a number", text));
  return number;
}

/// The value of one variable in one step: `bytes` of text that no other step has.
std::string value_of(std::uint64_t variable, std::uint64_t step, std::uint64_t bytes) {
  std::string text = fmt::format("variable {} in step {} ", variable, step);
  std::uint64_t random = variable * 1'000'003 + step + 1;
  while (text.size() < bytes) {
    random = random * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
    text += fmt::format("{:016x}", random);
  }
  text.resize(bytes);
  return '"' + text + '"';
}

class Bench {
 public:
  Bench(const std::string& database, bool is_task, rlmdb::Durability durability)
      : m_store(rlmdb::Store::create(database, options(durability))), m_is_task(is_task) {
    if (m_is_task) m_task = m_store.change({{}, rlmdb::NewTask{.prompt = "work"}, {}}).id;
  }

  void set(std::uint64_t variable, const std::string& value) {
    rlmdb::SetVariable set;
    set.name = fmt::format("v{}", variable);
    set.value.text = value;
    if (m_is_task) {
      (void)m_store.change({m_task, set, {}});
      return;
    }
    const rlmdb::StateChange change{m_state, set, {}};
    (void)rlmdb::change_states(m_store, std::span(&change, 1));
  }

  std::string take(std::uint64_t step) {
    rlmdb::NewCheckpoint checkpoint;
    checkpoint.name = fmt::format("step {}", step);
    if (m_is_task) {
      checkpoint.owner = m_task;
    } else {
      checkpoint.owner = m_state;
    }
    return rlmdb::create_checkpoint(m_store, checkpoint).checkpoint_id;
  }

  [[nodiscard]] std::size_t read(const std::string& id) const {
    return rlmdb::checkpoint_content(m_store, {id, {}}).states.at(0).state.text.size();
  }

 private:
  static rlmdb::StoreOptions options(rlmdb::Durability durability) {
    rlmdb::StoreOptions options;
    options.durability = durability;
    return options;
  }

  rlmdb::Store m_store;
  bool m_is_task;
  rlmdb::TaskId m_task;
  rlmdb::StateName m_state{rlmdb::StateScope::session, "bench"};
};

double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

int run(const std::vector<std::string>& words) {
  if (words.size() != 6) {
    fmt::print(stderr, "{}", k_usage);
    return 2;
  }
  const std::uint64_t checkpoints = parse_number(words[3]);
  const std::uint64_t variables = parse_number(words[4]);
  const std::uint64_t bytes = parse_number(words[5]);
  Bench bench(words[0], words[1] == "task",
              words[2] == "full" ? rlmdb::Durability::full : rlmdb::Durability::normal);
  for (std::uint64_t i = 0; i < variables; ++i) bench.set(i, value_of(i, 0, bytes));
  Clock::duration setting{};
  Clock::duration taking{};
  std::string last;
  for (std::uint64_t step = 1; step <= checkpoints; ++step) {
    const std::string value = value_of(step % variables, step, bytes);
    const Clock::time_point begin = Clock::now();
    bench.set(step % variables, value);
    const Clock::time_point between = Clock::now();
    last = bench.take(step);
    setting += between - begin;
    taking += Clock::now() - between;
  }
  const Clock::time_point begin = Clock::now();
  for (std::uint64_t i = 0; i < checkpoints; ++i) {
    if (bench.read(last) < variables * bytes) throw std::runtime_error("a checkpoint came back too short");
  }
  const double reading = seconds(Clock::now() - begin);
  fmt::print("set_s={:.4f} take_s={:.4f} read_s={:.4f}\n", seconds(setting), seconds(taking), reading);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "rlmdb_checkpoint_bench: {}\n", error.what());
    return 1;
  }
}
