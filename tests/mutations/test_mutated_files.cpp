// SPDX-License-Identifier: MIT
// Damaged files of the Grid: whatever stands in them, reading ends, with a document or a fault with its
// place, and a change says what was asked for or is refused. In a process of its own, so that a crash is seen
// and its memory is known. RLMDB_MUTATION_FILES says how many.
#include <doctest/doctest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include "mutated_files.hpp"
#include "random_seed.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::tests;

namespace {

constexpr std::int64_t k_most_memory_kib = 64 * 1024;
constexpr rlim_t k_most_cpu_s = 900;  ///< ends a loop without an end
constexpr const char* k_patches[] = {
    R"({"status":"active","updated_at":"2026-01-24T08:00:00Z","position":{"block":2,"wave":3,"note":"a: b"}})",
    R"({"user_response":"two\nlines","completed_threads":[{"id":"02.1","status":"complete"}],"block":"08"})",
    R"({"gotchas":["one","# two"],"cluster":null,"commits":[],"progress":{}})",
    R"({"new":{"deep":[[1,{"x":"y"}]]}})"};

/// What the child says of itself.
struct MutationRun {
  MutationCounts counts;
  std::uint32_t seed = 0;  ///< of the file that it is at
  char failure[512] = {};
};

std::uint32_t files_wanted() {
  const char* const text = std::getenv("RLMDB_MUTATION_FILES");
  return text == nullptr ? 500 : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

std::vector<SeedFile> seed_files() {
  std::vector<SeedFile> files;
  const std::filesystem::path root = std::filesystem::path(RLMDB_SOURCE_DIR) / "data/grid";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string path = entry.path().generic_string();
    files.push_back({path.substr(path.find("/.grid/") + 7), test::read_all(entry.path())});
  }
  std::sort(files.begin(), files.end(), [](const SeedFile& a, const SeedFile& b) { return a.text < b.text; });
  return files;
}

void limit_cpu() {
  const rlimit limit{k_most_cpu_s, k_most_cpu_s};
  ::setrlimit(RLIMIT_CPU, &limit);
}

[[noreturn]] void run_as_child(const std::vector<SeedFile>& files, std::uint32_t seed, MutationRun& shared) {
  limit_cpu();
  for (std::uint32_t i = 0; i < files_wanted(); ++i) {
    shared.seed = seed + i;
    try {
      TextMutator mutator(files, k_yaml_tokens, shared.seed);
      const SeedFile file = mutator.make();
      check_mutated_file(file, k_patches[mutator.below(std::size(k_patches))], shared.counts);
    } catch (const std::exception& failure) {
      std::strncpy(shared.failure, failure.what(), sizeof shared.failure - 1);
      ::_exit(1);
    }
  }
  ::_exit(0);
}

/// Memory that the child and its parent both see.
MutationRun& shared_memory() {
  void* const place =
      ::mmap(nullptr, sizeof(MutationRun), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  REQUIRE(place != MAP_FAILED);
  return *new (place) MutationRun;
}

void print(std::uint32_t seed, const MutationCounts& counts, std::int64_t peak_kib, double cpu_s) {
  std::cout << "{\"mutations\":{\"seed\":" << seed << ",\"files\":" << counts.files
            << ",\"readable_documents\":" << counts.readable_documents
            << ",\"faulty_documents\":" << counts.faulty_documents << ",\"yaml_mappings\":" << counts.mappings
            << ",\"yaml_other_values\":" << counts.other_values << ",\"yaml_refused\":" << counts.refused_yaml
            << ",\"changes_refused\":" << counts.refused_changes << ",\"peak_kib\":" << peak_kib
            << ",\"cpu_s\":" << cpu_s << "}}\n";
}

}  // namespace

TEST_SUITE("mutations::grid_files") {
  TEST_CASE("damaged files neither crash nor hang nor take much memory, and never say something else") {
    const std::uint32_t seed = test::random_seed();
    CAPTURE(seed);
    const std::vector<SeedFile> files = seed_files();
    REQUIRE(files.size() >= 20);
    MutationRun& shared = shared_memory();
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) run_as_child(files, seed, shared);

    int status = 0;
    rusage usage{};
    REQUIRE_EQ(::wait4(child, &status, 0, &usage), child);
    const double cpu_s =
        static_cast<double>(usage.ru_utime.tv_sec) + static_cast<double>(usage.ru_utime.tv_usec) / 1e6;
    print(seed, shared.counts, usage.ru_maxrss, cpu_s);
    INFO("RLMDB_TEST_SEED=", shared.seed, " RLMDB_MUTATION_FILES=1 repeats the file: ", shared.failure);
    CHECK_EQ(status, 0);
    CHECK_EQ(shared.counts.files, files_wanted());
#ifndef RLMDB_IS_SANITIZED
    CHECK_LT(usage.ru_maxrss, k_most_memory_kib);
#endif
    CHECK_GT(shared.counts.mappings, files_wanted() / 10);
    CHECK_GT(shared.counts.refused_yaml, files_wanted() / 10);
    ::munmap(&shared, sizeof(MutationRun));
  }
}
