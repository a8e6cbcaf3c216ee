// SPDX-License-Identifier: MIT
// Two tasks that differ in the length of their output alone take turns at each change, so that both have the same
// neighbours on the machine. A round is its median: that a change moves the -wal into the file says nothing of the task.
#include <chrono>
#include <string>

#include "task_bench.hpp"

namespace bench {

namespace {

using SteadyClock = std::chrono::steady_clock;

rlmdb::TaskId add_task(rlmdb::Store& store, std::size_t output_bytes) {
  constexpr std::size_t k_chunks = 20;
  rlmdb::TaskId id = store.change({.id = {}, .action = new_task(0, 1), .only_if = {}}).id;
  store.change({.id = id, .action = rlmdb::StartTask{}, .only_if = {}});
  const std::string chunk(output_bytes / k_chunks, 'x');
  for (std::size_t i = 0; i < k_chunks; ++i)
    store.change({.id = id, .action = rlmdb::AppendOutput{chunk}, .only_if = {}});
  return id;
}

double set_priority_us(rlmdb::Store& store, const rlmdb::TaskId& id, std::uint64_t number) {
  const std::string priority = std::to_string(number % 10);
  const SteadyClock::time_point begin = SteadyClock::now();
  store.change({.id = id, .action = rlmdb::SetMembers{{{"priority", {priority}}}}, .only_if = {}});
  return std::chrono::duration<double, std::micro>(SteadyClock::now() - begin).count();
}

}  // namespace

MemberTimes measure_set_priority(const ChangeOptions& options) {
  rlmdb::Store store = rlmdb::Store::open(options.database, rlmdb::Access::read_write,
                                          {.durability = options.durability, .log = {}});
  const rlmdb::TaskId small = add_task(store, 2'000);
  const rlmdb::TaskId large = add_task(store, 2'000'000);
  MemberTimes times;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    std::vector<double> small_us;
    std::vector<double> large_us;
    for (std::uint64_t i = 0; i < options.operations; ++i) {
      small_us.push_back(set_priority_us(store, small, i));
      large_us.push_back(set_priority_us(store, large, i));
    }
    times.small_us.push_back(median(small_us));
    times.large_us.push_back(median(large_us));
  }
  return times;
}

}  // namespace bench
