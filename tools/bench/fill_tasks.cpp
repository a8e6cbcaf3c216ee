// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "bare_loop.hpp"
#include "task_bench.hpp"

namespace bench {

namespace {

constexpr std::uint64_t k_batch_tasks = 10'000;
constexpr std::uint64_t k_prompt_bytes = 1'000;
constexpr std::array<std::string_view, 8> k_sentences = {
    "Review the session handler for tokens that outlive their user.",
    "List every route that answers without asking who is calling.",
    "Compare the cache's idea of freshness with the ledger's.",
    "Find where the parser trusts a length that it has not checked.",
    "Say which of the two snapshots the daemon wrote last, and why.",
    "Count the retries that each worker made before it gave up.",
    "Merge the findings below and drop what two of them share.",
    "Explain the latency of the slowest branch to a newcomer."};

/// Scatters neighbouring numbers; the same with every compiler and library.
std::uint64_t scattered(std::uint64_t number) {
  std::uint64_t z = number * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  return z ^ (z >> 31U);
}

std::string prompt_of(std::uint64_t number) {
  std::string prompt = fmt::format("Step {}.", number);
  for (std::uint64_t at = scattered(number); prompt.size() < k_prompt_bytes; at = scattered(at + 1)) {
    prompt += ' ';
    prompt += k_sentences[at % k_sentences.size()];
  }
  return prompt;
}

}  // namespace

rlmdb::NewTask new_task(std::uint64_t number, std::uint64_t priorities) {
  rlmdb::NewTask task;
  task.prompt = prompt_of(number);
  task.agent = "rlm-executor";
  task.priority = rlmdb::JsonText{fmt::format("{}", scattered(number) % priorities)};
  return task;
}

std::string task_id(std::uint64_t number) {
  return fmt::format("task-{:04d}", number);
}

namespace {

void add_tasks(const std::filesystem::path& database, std::uint64_t tasks, std::uint64_t priorities) {
  rlmdb::Store store = rlmdb::Store::create(database, {.durability = rlmdb::Durability::normal, .log = {}});
  for (std::uint64_t first = 0; first < tasks; first += k_batch_tasks) {
    std::vector<rlmdb::TaskChange> batch;
    for (std::uint64_t number = first; number < std::min(tasks, first + k_batch_tasks); ++number)
      batch.push_back({.id = {}, .action = new_task(number, priorities), .only_if = {}});
    store.change(batch);
  }
}

}  // namespace

void fill_tasks(const std::filesystem::path& database, std::uint64_t tasks, std::uint64_t priorities) {
  add_tasks(database, tasks, priorities);
  // Copies are made of the one file.
  BareLoop(database, rlmdb::Durability::full).move_wal_into_file();
}

Picks::Picks(std::uint64_t count)
    : m_count(count), m_stride(static_cast<std::uint64_t>(static_cast<double>(count) * 0.618033988749895)) {
  while (std::gcd(m_stride, m_count) != 1) ++m_stride;
}

std::uint64_t Picks::at(std::uint64_t index) const {
  return index % m_count * m_stride % m_count;
}

double median(std::vector<double> values) {
  if (values.empty()) throw std::runtime_error("nothing was measured");
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double percentile_95(std::vector<double> values) {
  if (values.empty()) throw std::runtime_error("nothing was measured");
  std::sort(values.begin(), values.end());
  return values[(values.size() * 95 + 99) / 100 - 1];
}

}  // namespace bench
