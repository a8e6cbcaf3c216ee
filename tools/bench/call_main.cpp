// SPDX-License-Identifier: MIT
// Microseconds of each call through one door of a store: a line a call, "show 12.3". tools/bench/calls.py and
// calls.mjs do and print the same through the clients.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "door.hpp"
#include "rlmdb/error.hpp"

namespace {

using Words = std::vector<std::string>;

constexpr std::size_t k_prompt_bytes = 1000;
constexpr std::uint64_t k_stride = 7919;  // a prime: the tasks that are shown lie all over the store

std::uint64_t parse_count(std::string_view text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count == 0)
    throw std::runtime_error(fmt::format("'{}' is no count", text));
  return count;
}

template <typename Call>
void measure(std::string_view what, std::uint64_t calls, const Call& call) {
  using SteadyClock = std::chrono::steady_clock;
  for (std::uint64_t i = 0; i < calls; ++i) {
    const SteadyClock::time_point begin = SteadyClock::now();
    call(i);
    fmt::print("{} {:.1f}\n", what,
               std::chrono::duration<double, std::micro>(SteadyClock::now() - begin).count());
  }
}

int run(const Words& words) {
  if (words.size() != 5) {
    fmt::print(stderr,
               "Usage: rlmdb_call_bench library|command|pipe|socket|mcp DATABASE TASKS CALLS PROGRAM\n");
    return 2;
  }
  const std::uint64_t tasks = parse_count(words[2]);
  const std::uint64_t calls = parse_count(words[3]);
  const std::string prompt(k_prompt_bytes, 'x');
  const std::unique_ptr<bench::Door> door = bench::open_door(words[0], words[4], words[1]);
  door->show("task-0000");  // the server is up, the file is in the cache
  measure("show", calls,
          [&](std::uint64_t i) { door->show(fmt::format("task-{:04}", i * k_stride % tasks)); });
  measure("add", calls, [&](std::uint64_t) { door->add(prompt); });
  measure("work", calls, [&](std::uint64_t) { door->complete(door->claim()); });
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(Words(argv + 1, argv + argc));
  } catch (const rlmdb::Error& error) {
    fmt::print(stderr, "rlmdb_call_bench: {} ({})\n", error.what(), error.where());
  } catch (const std::exception& error) {
    fmt::print(stderr, "rlmdb_call_bench: {}\n", error.what());
  }
  return 1;
}
