// SPDX-License-Identifier: MIT
// 1. The database is copied twice: one copy for the library, one for the bare loop.
// 2. A round of the library's changes is timed, the rows that it wrote are read, and the bare loop writes the
// same
//    rows into its copy, timed too. So the two take turns within every fraction of a second.
// 3. What both wrote is compared.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <stdexcept>

#include "bare_loop.hpp"
#include "task_bench.hpp"

namespace bench {

namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

template <typename Work>
double microseconds(const Work& work) {
  const SteadyClock::time_point begin = SteadyClock::now();
  work();
  return std::chrono::duration<double, std::micro>(SteadyClock::now() - begin).count();
}

/// A copy beside the file; it goes when this goes.
class Copy {
 public:
  Copy(const fs::path& original, const std::string& suffix) : m_path(original.string() + suffix) {
    remove();
    fs::copy_file(original, m_path);
    // What waits to be written back would be paid for by the first commits.
    const int file = ::open(m_path.c_str(), O_RDWR | O_CLOEXEC);
    if (file < 0 || ::fsync(file) != 0) throw std::runtime_error("cannot sync " + m_path.string());
    ::close(file);
  }
  ~Copy() { remove(); }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

  [[nodiscard]] const fs::path& path() const { return m_path; }

 private:
  void remove() const {
    for (const char* suffix : {"", "-wal", "-shm", "-gate"}) fs::remove(m_path.string() + suffix);
  }

  fs::path m_path;
};

class Duel {
 public:
  explicit Duel(const ChangeOptions& options)
      : m_ours(options.database, ".ours"),
        m_theirs(options.database, ".bare"),
        m_store(open(m_ours.path(), options.durability)),
        m_bare(m_theirs.path(), options.durability) {}

  static rlmdb::Store open(const fs::path& path, rlmdb::Durability durability) {
    return rlmdb::Store::open(path, rlmdb::Access::read_write, {.durability = durability, .log = {}});
  }

  /// `changes` are of one kind. Adds what each side took to `ours_us` and `bare_us`.
  void round(std::string_view kind, const std::function<void(rlmdb::Store&)>& changes) {
    const std::int64_t since = last_event(m_store);
    m_ours_us += microseconds([&] { changes(m_store); });
    const WrittenRows rows = read_written(m_store, kind, since);
    m_bare_us += microseconds([&] { m_bare.write(rows); });
    m_changes += static_cast<double>(rows.events.size());
    m_bare.require_same(m_ours.path(), since);
  }

  /// Ends what counts as one round of the result.
  void end_round(Rounds& rounds) {
    rounds.ours_us.push_back(m_ours_us / m_changes);
    rounds.bare_us.push_back(m_bare_us / m_changes);
    m_ours_us = m_bare_us = m_changes = 0;
  }

 private:
  Copy m_ours;
  Copy m_theirs;
  rlmdb::Store m_store;
  BareLoop m_bare;
  double m_ours_us = 0;
  double m_bare_us = 0;
  double m_changes = 0;
};

std::uint64_t count_tasks(const fs::path& database) {
  const rlmdb::Store store = rlmdb::Store::open(database, rlmdb::Access::read_only);
  return static_cast<std::uint64_t>(store.stats().total);
}

rlmdb::TaskChange change_of(std::uint64_t number, rlmdb::TaskAction action) {
  return {.id = {task_id(number)}, .action = std::move(action), .only_if = {}};
}

}  // namespace

Rounds measure_start_and_complete(const ChangeOptions& options) {
  const std::uint64_t tasks = count_tasks(options.database);
  const Picks picks(tasks);
  Duel duel(options);
  Rounds rounds;
  const auto change_all = [&](rlmdb::Store& store, std::uint64_t first, const rlmdb::TaskAction& action) {
    for (std::uint64_t i = first; i < first + options.operations; ++i) {
      rlmdb::TaskChange change = change_of(picks.at(i), action);
      // A small store is gone through again and again.
      if (i >= tasks) change.only_if.force = rlmdb::Force::yes;
      store.change(change);
    }
  };
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    const std::uint64_t first = round * options.operations;
    duel.round("started", [&](auto& store) { change_all(store, first, rlmdb::StartTask{4711}); });
    duel.round("completed", [&](auto& store) { change_all(store, first, rlmdb::CompleteTask{"done"}); });
    duel.end_round(rounds);
  }
  return rounds;
}

Rounds measure_claim_and_complete(const ChangeOptions& options) {
  Duel duel(options);
  Rounds rounds;
  const std::uint64_t jobs = std::min(options.operations, count_tasks(options.database) / 2 / options.rounds);
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    std::vector<rlmdb::TaskChange> completions;
    duel.round("claimed", [&](auto& store) {
      for (std::uint64_t i = 0; i < jobs; ++i) {
        const std::optional<rlmdb::Claim> claim = store.claim();
        if (!claim) throw std::runtime_error("no task is ready");
        completions.push_back({.id = claim->id,
                               .action = rlmdb::CompleteTask{"done"},
                               .only_if = {.if_version = {}, .token = claim->token}});
      }
    });
    duel.round("claim_completed", [&](auto& store) {
      for (const rlmdb::TaskChange& completion : completions) store.change(completion);
    });
    duel.end_round(rounds);
  }
  return rounds;
}

Rounds measure_new(const ChangeOptions& options) {
  const std::uint64_t tasks = count_tasks(options.database);
  Duel duel(options);
  Rounds rounds;
  for (std::uint64_t round = 0; round < options.rounds; ++round) {
    const std::uint64_t first = tasks + round * options.operations;
    duel.round("created", [&](auto& store) {
      for (std::uint64_t i = first; i < first + options.operations; ++i)
        store.change({.id = {}, .action = new_task(i, 1'000), .only_if = {}});
    });
    duel.end_round(rounds);
  }
  return rounds;
}

double claim_all(const std::filesystem::path& database, rlmdb::Durability durability, ClaimLoop loop) {
  const Copy copy(database, ".claims");
  rlmdb::Store store = Duel::open(copy.path(), durability);
  const double us = microseconds([&] {
    rlmdb::ClaimOptions options;
    while (const std::optional<rlmdb::Claim> claim = store.claim(options)) {
      const rlmdb::TaskChange completion{.id = claim->id,
                                         .action = rlmdb::CompleteTask{},
                                         .only_if = {.if_version = {}, .token = claim->token}};
      if (loop == ClaimLoop::apart) {
        store.change(completion);
      } else {
        options.first = {completion};
      }
    }
  });
  const rlmdb::TaskStats stats = store.stats();
  if (stats.completed != stats.total) throw std::runtime_error("not every task was claimed and completed");
  return us / 1e6;
}

}  // namespace bench
