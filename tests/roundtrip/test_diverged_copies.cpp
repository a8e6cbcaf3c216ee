// SPDX-License-Identifier: MIT
// Random pairs of copies of one store that went apart: `--merge newest` brings every record in that either of
// them had, in its newest state, and reports each decision. RLMDB_COPIES_PAIRS and RLMDB_TEST_SEED choose how
// many and which.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "random_seed.hpp"
#include "rlmdb/verify.hpp"
#include "store_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

using Task = nlohmann::ordered_json;

/// A legacy store as its own program changes it: one counter, ids that are issued again after a restart.
struct LegacyCopy {
  std::vector<Task> tasks;
  std::uint64_t next_number = 0;
  int modified = 0;  ///< its file, in seconds
};

class CopyMaker {
 public:
  explicit CopyMaker(std::uint32_t seed) : m_random(seed) {}

  std::pair<LegacyCopy, LegacyCopy> make() {
    LegacyCopy base;
    for (std::size_t i = below(8) + 1; i > 0; --i) work(base);
    LegacyCopy other = base;
    for (std::size_t i = below(12); i > 0; --i) work(base);
    for (std::size_t i = below(12); i > 0; --i) work(other);
    base.modified = static_cast<int>(below(3));
    other.modified = static_cast<int>(below(3));
    return {base, other};
  }
  std::size_t below(std::size_t limit) { return m_random() % limit; }

 private:
  std::string now() {
    m_clock += 1 + static_cast<unsigned>(below(3));
    char text[32];
    std::snprintf(text, sizeof text, "2026-02-09T10:%02u:%02u.000Z", m_clock / 60 % 60, m_clock % 60);
    return text;
  }

  void add(LegacyCopy& copy) {
    char id[32];
    std::snprintf(id, sizeof id, "task-%04llu", static_cast<unsigned long long>(copy.next_number++));
    copy.tasks.push_back({{"id", id},
                          {"prompt", "prompt " + std::to_string(m_random())},
                          {"state", "queued"},
                          {"createdAt", unique_time()},
                          {"startedAt", nullptr},
                          {"completedAt", nullptr},
                          {"output", ""},
                          {"metadata", {{"n", 0}}}});
    refer(copy);
  }

  /// Some name others of their file, and now and then one that comes behind them.
  void refer(LegacyCopy& copy) {
    if (copy.tasks.size() < 2) return;
    const auto any_id = [&] { return copy.tasks[below(copy.tasks.size() - 1)]["id"]; };
    Task& task = copy.tasks.back();
    if (below(2) == 0) task["metadata"]["parent_id"] = any_id();
    for (std::size_t i = below(3); i > 0; --i) task["metadata"]["depends_on"].push_back(any_id());
    if (below(3) == 0) std::swap(copy.tasks.back(), copy.tasks[below(copy.tasks.size())]);
  }

  /// Tells every record that was ever made from every other.
  std::string unique_time() {
    char text[32];
    std::snprintf(text, sizeof text, "2026-01-01T00:%02u:%02u.000Z", m_made / 60, m_made % 60);
    ++m_made;
    return text;
  }

  void work(LegacyCopy& copy) {
    if (copy.tasks.empty() || below(4) == 0) return add(copy);
    Task& task = copy.tasks[below(copy.tasks.size())];
    switch (below(6)) {
      case 0:
        task["state"] = "running";
        task["startedAt"] = now();
        return;
      case 1:
        task["state"] = below(2) == 0 ? "completed" : "failed";
        task["completedAt"] = now();
        return;
      case 2:
        task["output"] = task["output"].get<std::string>() + std::string(1 + below(3), 'o');
        return;
      case 3:
        task["metadata"]["n"] = below(5);
        return;
      case 4:
        task["state"] = "running";
        return;
      default:
        restart(copy);
    }
  }

  /// Cleanup of the last tasks, and a restart: the counter begins behind what is left.
  void restart(LegacyCopy& copy) {
    copy.tasks.resize(copy.tasks.size() - below(std::min<std::size_t>(3, copy.tasks.size())));
    copy.next_number = 0;
    for (const Task& task : copy.tasks) {
      const std::uint64_t number = std::stoull(task["id"].get<std::string>().substr(5));
      copy.next_number = std::max(copy.next_number, number + 1);
    }
  }

  std::mt19937 m_random;
  unsigned m_clock = 0;
  unsigned m_made = 0;
};

std::string text_of(const LegacyCopy& copy) {
  const Task document = {{"version", 1}, {"updatedAt", "2026-02-09T10:00:00.000Z"}, {"tasks", copy.tasks}};
  return document.dump(2);
}

std::string member(const Task& task, const char* name) {
  return task[name].is_string() ? task[name].get<std::string>() : "";
}

/// The rule, once more: all times are spelt alike, so their texts compare as they do.
bool is_newer(const Task& left, const LegacyCopy& of_left, const Task& right, const LegacyCopy& of_right) {
  const auto key = [](const Task& task, const LegacyCopy& copy) {
    const std::string state = member(task, "state");
    const int progress = state == "queued" ? 1 : state == "running" ? 2 : 3;
    const std::string time =
        std::max({member(task, "createdAt"), member(task, "startedAt"), member(task, "completedAt")});
    return std::tuple(time, progress, member(task, "output").size(), copy.modified);
  };
  if (key(left, of_left) != key(right, of_right)) return key(left, of_left) > key(right, of_right);
  return left.dump(2) > right.dump(2);
}

/// The ids that a record names.
std::vector<std::string> names_of(const Task& task) {
  const Task& metadata = task["metadata"];
  std::vector<std::string> names;
  if (metadata.contains("parent_id")) names.push_back(member(metadata, "parent_id"));
  if (metadata.contains("depends_on"))
    for (const Task& id : metadata["depends_on"]) names.push_back(id.get<std::string>());
  return names;
}

std::map<std::string, std::string> created_of(const Task& tasks) {
  std::map<std::string, std::string> created;
  for (const Task& task : tasks) created[member(task, "id")] = member(task, "createdAt");
  return created;
}

/// The records that a record names, by time of creation; an id that the file has no more is what it is.
std::vector<std::string> targets_of(const Task& task, const std::map<std::string, std::string>& created) {
  std::vector<std::string> targets = names_of(task);
  for (std::string& target : targets)
    if (const auto known = created.find(target); known != created.end()) target = known->second;
  return targets;
}

struct Merged {
  std::map<std::string, Task> newest;  ///< by time of creation
  std::multiset<std::string> decided;  ///< ids that both have in different states
  std::multiset<std::string> reissued;
  std::map<std::string, std::vector<std::string>> targets;  ///< of each record, by time of creation
};

/// `one` goes in first.
Merged merged_of(const LegacyCopy& one, const LegacyCopy& other) {
  Merged merged;
  const auto created = created_of(one.tasks);
  const auto created_there = created_of(other.tasks);
  for (const Task& task : one.tasks) {
    merged.newest[member(task, "createdAt")] = task;
    merged.targets[member(task, "createdAt")] = targets_of(task, created);
  }
  for (const Task& task : other.tasks) {
    const auto known = created.find(member(task, "id"));
    if (known != created.end() && known->second != member(task, "createdAt"))
      merged.reissued.insert(member(task, "id"));
    const auto [entry, is_new] = merged.newest.try_emplace(member(task, "createdAt"), task);
    if (!is_new && entry->second == task) continue;
    if (!is_new) merged.decided.insert(member(task, "id"));
    if (!is_new && !is_newer(task, other, entry->second, one)) continue;
    entry->second = task;
    merged.targets[member(task, "createdAt")] = targets_of(task, created_there);
  }
  return merged;
}

void check_names(const Task& task, const std::map<std::string, std::string>& created,
                 const std::vector<std::string>& expected) {
  const std::vector<std::string> names = names_of(task);
  REQUIRE(names.size() == expected.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CAPTURE(task.dump());
    if (names[i] != expected[i]) CHECK(created.at(names[i]) == expected[i]);
  }
}

void check_database(const std::filesystem::path& database, const Merged& expected) {
  std::map<std::string, Task> records;
  std::set<std::string> ids;
  const Task document = Task::parse(export_text(database));
  const auto created = created_of(document["tasks"]);
  for (Task task : document["tasks"]) {
    CHECK(ids.insert(member(task, "id")).second);
    const auto known = expected.newest.find(member(task, "createdAt"));
    REQUIRE(known != expected.newest.end());
    if (!expected.reissued.contains(member(known->second, "id")))
      CHECK(member(task, "id") == member(known->second, "id"));
    check_names(task, created, expected.targets.at(member(task, "createdAt")));
    task["id"] = known->second["id"];
    for (const char* const name : {"parent_id", "depends_on"})
      if (task["metadata"].contains(name)) task["metadata"][name] = known->second["metadata"][name];
    records[member(task, "createdAt")] = task;
  }
  CHECK(records == expected.newest);
  CHECK(verify(Store::open(database, Access::read_only)).finding_count == 0);
}

void check_decisions(const std::vector<SourceReport>& sources, const Merged& expected) {
  std::multiset<std::string> decided;
  std::multiset<std::string> reissued;
  for (const SourceReport& source : sources) {
    for (const CopyDecision& decision : source.decisions) {
      CHECK_FALSE(decision.reason.empty());
      CHECK_FALSE(decision.against.empty());
      (decision.decision == "reissued" ? reissued : decided).insert(decision.task_id);
      CHECK((decision.decision == "reissued") == decision.new_id.has_value());
    }
  }
  CHECK(decided == expected.decided);
  CHECK(reissued == expected.reissued);
}

std::vector<std::string> told(const std::vector<SourceReport>& sources) {
  std::vector<std::string> lines;
  for (const SourceReport& source : sources) {
    for (const CopyDecision& decision : source.decisions)
      lines.push_back(source.path + " " + decision.task_id + " " + decision.decision + " " + decision.reason +
                      " " + decision.against + " " + id_text(decision.new_id));
  }
  return lines;
}

void put(const std::filesystem::path& path, const LegacyCopy& copy, const std::string& end = "") {
  static const auto k_time = std::filesystem::file_time_type::clock::now() - std::chrono::hours(1);
  write_all(path, text_of(copy) + end);
  std::filesystem::last_write_time(path, k_time + std::chrono::minutes(copy.modified));
}

struct Decided {
  std::size_t states = 0;
  std::size_t reissued = 0;
};

void check_pair(std::uint32_t seed, Decided& decided) {
  CAPTURE(seed);
  const TestDir dir;
  CopyMaker maker(seed);
  const auto [one, other] = maker.make();
  put(dir / "a.json", one);
  put(dir / "b.json.bak", other);
  const bool come_together = maker.below(2) == 0;
  const bool is_one_first = come_together && one.modified <= other.modified;
  const Merged expected = is_one_first ? merged_of(one, other) : merged_of(other, one);
  decided.states += expected.decided.size();
  decided.reissued += expected.reissued.size();
  ImportOptions options = quick();
  options.copies = Copies::newest;
  const std::vector<std::filesystem::path> files = {dir / "a.json", dir / "b.json.bak"};
  const std::filesystem::path database = dir / "x.db";
  if (come_together) {
    options.run = Run::dry_run;
    const std::vector<SourceReport> planned = import_files(database, files, options).sources;
    CHECK_FALSE(std::filesystem::exists(database));
    options.run = Run::apply;
    const std::vector<SourceReport> done = import_files(database, files, options).sources;
    CHECK(told(planned) == told(done));
    check_decisions(done, expected);
  } else {
    (void)import_one(database, files[1]);
    check_decisions({import_one(database, files[0], options)}, expected);
  }
  check_database(database, expected);
  // What is here is the newest by now: the copies again, with other bytes around their records, change
  // nothing.
  put(files[0], one, "\n");
  put(files[1], other, "\n");
  for (const SourceReport& source : import_files(database, files, options).sources) {
    CHECK(source.records.added == 0);
    CHECK(source.records.changed == 0);
  }
  check_database(database, expected);
}

}  // namespace

TEST_SUITE("roundtrip::diverged_copies") {
  TEST_CASE(
      "every record that either copy had is there in its newest state, and every decision is reported") {
    const char* const given = std::getenv("RLMDB_COPIES_PAIRS");
    const std::uint32_t seed = random_seed();
    MESSAGE("seeds from " << seed);
    const std::uint32_t pairs = given == nullptr ? 50 : static_cast<std::uint32_t>(std::stoul(given));
    Decided decided;
    for (std::uint32_t pair = 0; pair < pairs; ++pair) check_pair(seed + pair, decided);
    MESSAGE(decided.states << " decisions between states, " << decided.reissued << " ids issued twice");
    // A maker whose copies no longer differ would prove nothing.
    CHECK(decided.states > pairs / 4);
    CHECK(decided.reissued > pairs / 20);
  }
}
