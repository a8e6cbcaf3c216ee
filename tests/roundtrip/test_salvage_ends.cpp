// SPDX-License-Identifier: MIT
// Small damaged stores that give few ids to many records, of which some do not say when they were made:
// `--salvage` ends on each, and what it reads on the way is in proportion to the file. RLMDB_SALVAGE_ROUNDS
// and RLMDB_TEST_SEED choose how many and which.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "random_seed.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

const std::string k_dated =
    R"({"tasks":[{"id":"task-0001","state":"queued","createdAt":"2026-01-01T00:00:00.000Z"},)";

/// Bytes that this process has read of files so far, by the kernel's count.
std::uint64_t bytes_read() {
  std::ifstream counts("/proc/self/io");
  std::string name;
  std::uint64_t bytes = 0;
  counts >> name >> bytes;
  REQUIRE(name == "rchar:");
  return bytes;
}

class RepeatedIds {
 public:
  explicit RepeatedIds(std::uint32_t seed) : m_random(seed) {}

  std::string make() {
    std::string text = R"({"version":1,"tasks":[)";
    for (std::uint32_t i = 0, records = 2 + below(12); i < records; ++i)
      text += (i == 0 ? "" : ",") + record();
    text += "]}";
    for (std::uint32_t i = 0, faults = 1 + below(3); i < faults; ++i) damage(text);
    return text;
  }

 private:
  std::uint32_t below(std::size_t end) { return static_cast<std::uint32_t>(m_random() % end); }

  std::string record() {
    static constexpr std::array k_states = {"queued", "running", "completed", "failed", "great"};
    static constexpr std::array k_created = {R"(,"createdAt":"2026-01-01T00:00:00.000Z")",
                                             R"(,"createdAt":"2026-01-02T00:00:00.000Z")",
                                             R"(,"createdAt":null)",
                                             R"(,"createdAt":"")",
                                             R"(,"createdAt":1767225600000)",
                                             ""};
    return R"({"id":"task-000)" + std::to_string(1 + below(3)) + R"(","state":")" + k_states[below(5)] + '"' +
           k_created[below(6)] + R"(,"metadata":{"n":)" + std::to_string(below(9)) + "}}";
  }

  void damage(std::string& text) {
    if (text.empty()) return;
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text.resize(std::max<std::size_t>(at, 1));
        break;
      case 1:
        text[at] = static_cast<char>(below(256));
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(80)));
        break;
      case 3:
        text.erase(at, below(40));
        break;
      default:
        text += "," + record() + ",";
        break;
    }
  }

  std::mt19937 m_random;
};

/// Returns whether anything of the file came in.
bool check_end(std::uint32_t seed) {
  CAPTURE(seed);
  const TestDir dir;
  const std::string text = RepeatedIds(seed).make();
  CAPTURE(text);
  write_all(dir / "tasks.json", text);
  ImportOptions options = quick();
  options.damage = Damage::salvage;
  for (const char* const round : {"first", "again"}) {
    CAPTURE(round);
    const std::uint64_t before = bytes_read();
    try {
      (void)import_one(dir / "x.db", dir / "tasks.json", options);
    } catch (const Error& error) {
      CHECK((error.code() == ErrorCode::invalid_input));
      return false;
    }
    // A whole database is looked at once or twice, the file itself a few times.
    CHECK(bytes_read() - before < 8'000'000 + 16 * text.size());
  }
  CHECK(verify(Store::open(dir / "x.db", Access::read_only)).finding_count == 0);
  return true;
}

}  // namespace

TEST_SUITE("roundtrip::salvage_ends") {
  TEST_CASE("of two records of an id, one of which has no time of creation, the later one counts") {
    for (const std::string later : {R"({"id":"task-0001","state":"running"})",
                                    R"({"id":"task-0001","state":"running","createdAt":null})"}) {
      const TestDir dir;
      write_all(dir / "tasks.json", k_dated + later + ",");
      ImportOptions options = quick();
      options.damage = Damage::salvage;
      const SourceReport report = import_one(dir / "x.db", dir / "tasks.json", options);
      CHECK(report.records.added == 1);
      CHECK(report.is_salvaged);
      CHECK(rows_of(dir / "x.db", "SELECT legacy_id, state FROM tasks") ==
            std::vector<std::string>{"task-0001|running"});
      CHECK(
          rows_of(dir / "x.db", "SELECT code, raw FROM import_losses") ==
          std::vector<std::string>{
              R"(duplicate_id|{"id":"task-0001","state":"queued","createdAt":"2026-01-01T00:00:00.000Z"})"});
    }
  }

  TEST_CASE("a record without a time of creation is the first one of its id, others keep ids of their own") {
    const TestDir dir;
    write_all(dir / "tasks.json",
              k_dated + R"({"id":"task-0001","state":"failed","createdAt":"2026-01-02T00:00:00.000Z"},)" +
                  R"({"id":"task-0001","state":"completed"},)");
    ImportOptions options = quick();
    options.damage = Damage::salvage;
    const SourceReport report = import_one(dir / "x.db", dir / "tasks.json", options);
    CHECK(report.records.added == 2);
    CHECK(rows_of(dir / "x.db", "SELECT legacy_id, state FROM tasks ORDER BY legacy_id") ==
          std::vector<std::string>{"task-0001|completed", "task-0002|failed"});
  }

  TEST_CASE("every damaged file with repeated ids ends, after work in proportion to it") {
    const char* const given = std::getenv("RLMDB_SALVAGE_ROUNDS");
    const std::uint32_t seed = random_seed();
    MESSAGE("seeds from " << seed);
    const std::uint32_t rounds = given == nullptr ? 100 : static_cast<std::uint32_t>(std::stoul(given));
    std::uint32_t taken = 0;
    for (std::uint32_t round = 0; round < rounds; ++round) taken += check_end(seed + round) ? 1U : 0U;
    // Files of which nothing comes in would prove nothing.
    CHECK(taken > rounds / 2);
  }
}
