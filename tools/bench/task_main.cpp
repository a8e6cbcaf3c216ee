// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <charconv>
#include <exception>
#include <stdexcept>

#include "rlmdb/error.hpp"
#include "task_bench.hpp"

namespace {

using Words = std::vector<std::string>;

constexpr std::string_view k_usage =
    "Usage: rlmdb_task_bench fill DATABASE TASKS PRIORITIES\n"
    "       rlmdb_task_bench start|claim|new DATABASE full|normal OPERATIONS ROUNDS\n"
    "       rlmdb_task_bench set-priority DATABASE full|normal OPERATIONS ROUNDS\n"
    "       rlmdb_task_bench claim-all DATABASE full|normal apart|together\n"
    "       rlmdb_task_bench one-shot DATABASE TASKS RUNS PROGRAM\n";

std::uint64_t parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error(fmt::format("'{}' is not a number", text));
  return number;
}

rlmdb::Durability parse_durability(std::string_view text) {
  if (text == "full") return rlmdb::Durability::full;
  if (text == "normal") return rlmdb::Durability::normal;
  throw std::runtime_error(fmt::format("'{}' is neither full nor normal", text));
}

bench::ClaimLoop parse_claim_loop(std::string_view text) {
  if (text == "apart") return bench::ClaimLoop::apart;
  if (text == "together") return bench::ClaimLoop::together;
  throw std::runtime_error(fmt::format("'{}' is neither apart nor together", text));
}

/// The ratio is the median over the rounds, each side of a round having had the same neighbours on the
/// machine.
double median_ratio(const std::vector<double>& of, const std::vector<double>& to) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < of.size(); ++i) ratios.push_back(of[i] / to[i]);
  return bench::median(ratios);
}

void print_rounds(const bench::Rounds& rounds) {
  fmt::print("ours_us={:.2f} bare_us={:.2f} ratio={:.2f}\n", bench::median(rounds.ours_us),
             bench::median(rounds.bare_us), median_ratio(rounds.bare_us, rounds.ours_us));
}

void print_members(const bench::MemberTimes& times) {
  fmt::print("small_us={:.2f} large_us={:.2f} ratio={:.2f}\n", bench::median(times.small_us),
             bench::median(times.large_us), median_ratio(times.large_us, times.small_us));
}

bench::ChangeOptions change_options(const Words& words) {
  return {.database = words.at(1),
          .durability = parse_durability(words.at(2)),
          .operations = parse_number(words.at(3)),
          .rounds = parse_number(words.at(4))};
}

bench::Rounds measure(const Words& words) {
  const bench::ChangeOptions options = change_options(words);
  if (words[0] == "start") return bench::measure_start_and_complete(options);
  return words[0] == "claim" ? bench::measure_claim_and_complete(options) : bench::measure_new(options);
}

int run(const Words& words) {
  if (words.size() == 4 && words[0] == "fill") {
    bench::fill_tasks(words[1], parse_number(words[2]), parse_number(words[3]));
  } else if (words.size() == 5 && (words[0] == "start" || words[0] == "claim" || words[0] == "new")) {
    print_rounds(measure(words));
  } else if (words.size() == 5 && words[0] == "set-priority") {
    print_members(bench::measure_set_priority(change_options(words)));
  } else if (words.size() == 4 && words[0] == "claim-all") {
    fmt::print("seconds={:.3f}\n",
               bench::claim_all(words[1], parse_durability(words[2]), parse_claim_loop(words[3])));
  } else if (words.size() == 5 && words[0] == "one-shot") {
    const bench::OneShotTimes times =
        bench::measure_one_shot(words[4], words[1], parse_number(words[2]), parse_number(words[3]));
    fmt::print("median_ms={:.2f} p95_ms={:.2f} fdatasync_ms={:.2f}\n", bench::median(times.process_ms),
               bench::percentile_95(times.process_ms), bench::median(times.fdatasync_ms));
  } else {
    fmt::print(stderr, "{}", k_usage);
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(Words(argv + 1, argv + argc));
  } catch (const rlmdb::Error& error) {
    fmt::print(stderr, "rlmdb_task_bench: {} ({})\n", error.what(), error.where());
  } catch (const std::exception& error) {
    fmt::print(stderr, "rlmdb_task_bench: {}\n", error.what());
  }
  return 1;
}
