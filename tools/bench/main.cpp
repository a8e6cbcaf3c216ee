// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bench.hpp"

namespace {

constexpr std::string_view k_usage =
    "Usage: rlmdb_bench generate COUNT FILE [--first-id N] [--seed N]\n"
    "       rlmdb_bench floor FILE DATABASE\n";

std::uint64_t parse_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw std::runtime_error(fmt::format("'{}' is not a number", text));
  }
  return number;
}

int run_generate(const std::vector<std::string>& words) {
  bench::GenerateOptions options;
  options.tasks = parse_number(words.at(1));
  for (std::size_t at = 3; at + 1 < words.size(); at += 2) {
    if (words[at] == "--first-id") {
      options.first_id = parse_number(words[at + 1]);
    } else if (words[at] == "--seed") {
      options.seed = parse_number(words[at + 1]);
    } else {
      throw std::runtime_error("unknown option " + words[at]);
    }
  }
  bench::generate(words.at(2), options);
  return 0;
}

int run_floor(const std::vector<std::string>& words) {
  const bench::FloorTimes times = bench::floor(words.at(1), words.at(2));
  fmt::print("tasks={} variables={} insert_s={:.3f} commit_s={:.3f} checkpoint_s={:.3f} total_s={:.3f}\n",
             times.tasks, times.variables, times.insert_s, times.commit_s, times.checkpoint_s,
             times.insert_s + times.commit_s + times.checkpoint_s);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() >= 3 && words.size() % 2 == 1 && words[0] == "generate") return run_generate(words);
    if (words.size() == 3 && words[0] == "floor") return run_floor(words);
    fmt::print(stderr, "{}", k_usage);
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "rlmdb_bench: {}\n", error.what());
    return 1;
  }
}
