// SPDX-License-Identifier: MIT
// Random histories of processes that make tasks, claim and complete them and are killed, while between them
// the -wal is lost, cut or damaged, older files are put in place and backups restored. No task id, token or
// event number means two things. RLMDB_TEST_SEED, RLMDB_FIRST_HISTORY and RLMDB_HISTORIES choose which and
// how many.
#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "child_process.hpp"
#include "random_seed.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/store.hpp"
#include "rlmdb/verify.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

constexpr int k_rounds = 12;

class NumberHistory {
 public:
  explicit NumberHistory(std::uint32_t seed)
      : m_random(seed), m_durability(seed % 2 == 0 ? Durability::full : Durability::normal) {
    (void)Store::create(m_database);
  }

  void run() {
    for (int round = 0; round < k_rounds; ++round) {
      change(below(4) == 0 ? End::closed : End::killed);
      if (below(3) == 0) keep_copy();
      INFO(m_told);
      disturb();
      require_found();
    }
    change(End::closed);
    INFO(m_told);
    require_found();
    CHECK(verify(open(Access::read_only)).findings.empty());
  }

 private:
  enum class End { closed, killed };

  std::size_t below(std::size_t count) { return m_random() % count; }

  [[nodiscard]] Store open(Access access) {
    StoreOptions options;
    options.owner = "history";
    options.durability = m_durability;
    options.log = [this](LogLevel level, std::string_view) { m_warned |= level == LogLevel::warning; };
    return Store::open(m_database, access, options);
  }

  /// Some changes in a process of their own, each noted once it is done.
  void change(End end) {
    const std::size_t changes = 1 + below(6);
    const std::size_t first = m_random();
    ChildProcess child([&] {
      std::ofstream notes(m_notes, std::ios::app);
      Store store = open(Access::read_write);
      for (std::size_t i = 0; i < changes; ++i) make_change(store, first + i * 7, notes);
      note_events(store, notes);
      return end == End::killed ? ::raise(SIGKILL) : 0;
    });
    REQUIRE(child.wait() == (end == End::killed ? -SIGKILL : 0));
    m_told += end == End::killed ? " changes, killed;" : " changes;";
    read_notes();
  }

  static void make_change(Store& store, std::size_t choice, std::ofstream& notes) {
    switch (choice % 3) {
      case 0:
        if (const auto claim = store.claim()) {
          notes << "token " << claim->token << '\n' << std::flush;
          Precondition held;
          held.token = claim->token;
          if (choice % 2 == 0) store.change(TaskChange{claim->id, CompleteTask{}, held});
          break;
        }
        [[fallthrough]];
      default:
        notes << "id " << store.change(TaskChange{{}, NewTask{"p"}}).id.text << '\n' << std::flush;
    }
  }

  /// All there are: one that was there before says the same as then.
  static void note_events(Store& store, std::ofstream& notes) {
    store.events({}, [&](const Event& event) {
      notes << "event " << event.seq << ' ' << event.at << ' ' << event.kind << ' ' << id_text(event.task)
            << '\n';
      return true;
    });
    notes << std::flush;
  }

  void read_notes() {
    std::ifstream notes(m_notes);
    std::string line;
    while (std::getline(notes, line)) {
      std::istringstream words(line);
      std::string kind;
      std::string number;
      std::string meaning;
      words >> kind >> number;
      std::getline(words, meaning);
      if (kind == "event") {
        const auto [known, is_new] = m_events.emplace(std::stoll(number), meaning);
        CHECK_MESSAGE(known->second == meaning, "event ", number, " is given out twice:", m_told);
      } else {
        CHECK_MESSAGE(m_given.insert(line).second, line, " is given out twice:", m_told);
      }
    }
    fs::remove(m_notes);
  }

  /// A backup, and where no -wal stands beside it the plain file.
  void keep_copy() {
    const std::string number = std::to_string(m_copies++);
    if (!has_wal()) fs::copy_file(m_database, m_dir / ("plain-" + number));
    (void)open(Access::read_only).backup(m_dir / ("backup-" + number));
    m_told += " backup " + number + ";";
  }

  [[nodiscard]] bool has_wal() const {
    std::error_code error;
    return fs::file_size(wal(), error) > 0 && !error;
  }
  [[nodiscard]] fs::path wal() const { return m_database.string() + "-wal"; }

  void disturb() {
    const std::string copy = m_copies == 0 ? "" : std::to_string(below(m_copies));
    const std::size_t choice = below(8);
    if (has_wal() && choice < 5) {
      harm_wal(choice);
    } else if (choice == 5 && !copy.empty()) {
      BackupRestoreOptions options;
      options.force = true;
      (void)restore(m_database, m_dir / ("backup-" + copy), options);
      m_told += " restore " + copy + ";";
    } else if (choice == 6 && !has_wal() && fs::exists(m_dir / ("plain-" + copy))) {
      fs::copy_file(m_dir / ("plain-" + copy), m_database, fs::copy_options::overwrite_existing);
      m_told += " plain copy " + copy + ";";
    } else if (choice == 7 && !copy.empty()) {
      // Only what the backup lacks is gone by this: the name keeps its numbers.
      fs::remove(m_database);
      for (const char* suffix : {"-wal", "-shm"}) fs::remove(m_database.string() + suffix);
      (void)restore(m_database, m_dir / ("backup-" + copy));
      m_told += " removed and restored " + copy + ";";
    }
  }

  void harm_wal(std::size_t how) {
    const auto bytes = fs::file_size(wal());
    if (how < 2) {
      fs::remove(wal());
      m_told += " -wal removed;";
    } else if (how < 4) {
      fs::resize_file(wal(), below(bytes));
      m_told += " -wal cut;";
    } else {
      std::fstream file(wal(), std::ios::in | std::ios::out | std::ios::binary);
      const auto at = static_cast<std::streamoff>(below(bytes));
      file.seekg(at);
      const int byte = file.get();
      file.seekp(at);
      file.put(static_cast<char>(byte ^ 0x40));
      m_told += " -wal flipped;";
    }
    fs::remove(m_database.string() + "-shm");
  }

  /// What is gone without a restore is a finding and a warning; what is not is neither.
  void require_found() {
    m_warned = false;
    const Store store = open(Access::read_only);
    std::int64_t newest = 0;
    store.events({}, [&](const Event& event) { return newest = event.seq, true; });
    const bool is_lost = !m_events.empty() && newest < m_events.rbegin()->first;
    const VerifyReport report = verify(store);
    const bool is_found = report.finding_count == 1 && report.findings.front().code == "commits_lost";
    CHECK(report.finding_count == (is_found ? 1 : 0));
    CHECK(is_found == is_lost);
    CHECK(m_warned == is_lost);
  }

  std::mt19937 m_random;
  Durability m_durability;
  TestDir m_dir;
  fs::path m_database = m_dir / "x.db";
  fs::path m_notes = m_dir / "notes";
  std::size_t m_copies = 0;
  std::set<std::string> m_given;                 ///< ids and tokens
  std::map<std::int64_t, std::string> m_events;  ///< what each number meant
  bool m_warned = false;
  std::string m_told;
};

}  // namespace

TEST_SUITE("tasks::number_histories") {
  TEST_CASE("no task id, token or event number is given out twice, whatever is lost or restored") {
    const std::uint32_t seed = random_seed();
    CAPTURE(seed);
    const std::uint32_t first = number_from_environment("RLMDB_FIRST_HISTORY", 0);
    for (std::uint32_t history = first; history < first + number_from_environment("RLMDB_HISTORIES", 6);
         ++history) {
      CAPTURE(history);
      NumberHistory(seed + history).run();
    }
  }
}
