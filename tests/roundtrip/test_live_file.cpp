// SPDX-License-Identifier: MIT
// A tasks.json that another process rewrites all the time: every import is of one moment, or refused.
// RLMDB_LIVE_ROUNDS asks for another number of imports.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <random>
#include <set>

#include "child_process.hpp"
#include "legacy_documents.hpp"
#include "rlmdb/shadow.hpp"
#include "store_files.hpp"
#include "thrown.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

constexpr int k_records = 300;

int rounds() {
  const char* const asked = std::getenv("RLMDB_LIVE_ROUNDS");
  return asked == nullptr ? 20 : std::atoi(asked);
}

/// Every record says which version of the file it is of, and all versions have one size.
std::string version_of_file(int version) {
  const std::string stamp = "\"v" + std::to_string(1'000'000 + version) + "\"";
  std::vector<std::string> records;
  for (int i = 0; i < k_records; ++i)
    records.push_back(record("task-" + std::to_string(1000 + i),
                             {{"prompt", "\"" + std::string(5000, 'p') + "\""}, {"result", stamp}}));
  return document(records);
}

struct Progress {
  std::atomic<int> begun{0};  ///< the newest version that something of may be in the file
  std::atomic<int> done{0};   ///< the newest version that was in it whole
  std::atomic<bool> stops{false};
};

enum class Way { renames, truncates };

/// As the legacy store does it: now in one go, so that a look may meet the beginning of one version and the
/// end of the next; now in many small pieces, so that it meets half of one.
void write_in_place(const fs::path& file, const std::string& text, std::mt19937& random) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const std::size_t piece = random() % 2 == 0 ? text.size() : 64 * 1024;
  for (std::size_t at = 0; at < text.size(); at += piece) {
    const std::size_t count = std::min(piece, text.size() - at);
    if (::write(descriptor, text.data() + at, count) != static_cast<ssize_t>(count)) ::_exit(1);
    const auto moment = static_cast<useconds_t>(random() % 500);
    if (piece < text.size() && moment < 125) ::usleep(moment);
  }
  ::close(descriptor);
}

int write_versions(const fs::path& file, Way way, Progress& progress) {
  std::mt19937 random(4711);
  while (!progress.stops) {
    const int version = progress.begun + 1;
    const std::string text = version_of_file(version);
    progress.begun = version;
    if (way == Way::truncates) {
      write_in_place(file, text, random);
    } else {
      write_all(file.string() + ".tmp", text);
      fs::rename(file.string() + ".tmp", file);
    }
    progress.done = version;
    // Now without a pause, now with one that is longer than a look.
    const auto moment = static_cast<useconds_t>(random() % 3 == 0 ? 0 : random() % 120'000);
    ::usleep(moment);
  }
  return 0;
}

/// The versions that the records of the database are of.
std::set<int> versions_here(const fs::path& database) {
  std::set<int> versions;
  for (const std::string& row : rows_of(database, "SELECT DISTINCT result FROM tasks"))
    versions.insert(std::atoi(row.c_str() + 1) - 1'000'000);
  return versions;
}

bool is_refusal(const Error& error) {
  return error.code() == ErrorCode::busy || error.code() == ErrorCode::invalid_input ||
         error.code() == ErrorCode::not_found;
}

/// `take` imports the file once. Every version that comes in is whole, and is one that was in the file
/// meanwhile; a refusal changes nothing.
template <class Take>
void check_beside_writer(Way way, const fs::path& file, const fs::path& database, Take&& take) {
  Shared<Progress> progress;
  write_all(file, version_of_file(0));
  take();
  REQUIRE(versions_here(database) == std::set<int>{0});
  ChildProcess writer([&] { return write_versions(file, way, *progress); });
  int refused = 0;
  int newest = 0;
  for (int round = 0; round < rounds(); ++round) {
    CAPTURE(round);
    const int done_before = progress->done;
    const auto error = error_of(take);
    const int begun_after = progress->begun;
    const std::set<int> here = versions_here(database);
    REQUIRE(here.size() == 1);
    REQUIRE(value_of(database, "SELECT count(*) FROM tasks") == std::to_string(k_records));
    if (error) {
      CAPTURE(error->what());
      REQUIRE(is_refusal(*error));
      CHECK(*here.begin() == newest);
      ++refused;
    } else {
      CHECK(*here.begin() >= done_before);
      CHECK(*here.begin() <= begun_after);
    }
    newest = *here.begin();
  }
  progress->stops = true;
  CHECK(writer.wait() == 0);
  CHECK(refused < rounds());
  take();
  CHECK(versions_here(database) == std::set<int>{progress->begun});
  CHECK(read_all(file) == version_of_file(progress->begun));
  MESSAGE(refused, " of ", rounds(), " refused beside ", progress->begun.load(), " versions");
}

}  // namespace

TEST_SUITE("roundtrip::live_file") {
  TEST_CASE("imports beside a writer that renames, or truncates, are of one version or refused") {
    for (const Way way : {Way::renames, Way::truncates}) {
      CAPTURE(static_cast<int>(way));
      const TestDir dir;
      ImportOptions options = quick();
      options.live = LiveSource::snapshot;
      options.on_conflict = OnConflict::replace;
      check_beside_writer(way, dir / "tasks.json", dir / "x.db",
                          [&] { (void)import_files(dir / "x.db", {dir / "tasks.json"}, options); });
    }
  }

  TEST_CASE("many files wait together: one round of looks for all, each of which is said") {
    const TestDir dir;
    constexpr int k_files = 40;
    fs::create_directories(dir / "p/.aiwg/ralph");
    fs::create_directories(dir / "p/.aiwg/daemon");
    for (int i = 0; i < k_files; ++i)
      write_all(dir / ("p/.aiwg/ralph/note-" + std::to_string(i) + ".md"), "note " + std::to_string(i));
    write_all(dir / "p/.aiwg/daemon/tasks.json", version_of_file(0));
    std::vector<ImportProgress> waits;
    ImportOptions options = quick();
    options.live = LiveSource::snapshot;
    options.progress = [&waits](const ImportProgress& progress) {
      if (progress.phase == "wait") waits.push_back(progress);
    };
    const ImportReport report = import_files(dir / "x.db", {dir / "p"}, options);
    CHECK(report.sources.size() == k_files + 1);
    // A text is taken once it stood still for five looks; the tasks.json is a document at the first.
    REQUIRE(waits.size() == 5);
    for (const ImportProgress& wait : waits) {
      CHECK(wait.files == k_files);
      CHECK(wait.path.ends_with(".md"));
      CHECK(wait.left.count() > 0);
    }
    CHECK(waits.front().left > waits.back().left);
  }

  TEST_CASE("of many files the one that is written meanwhile is copied again, and one that goes is refused") {
    const TestDir dir;
    fs::create_directories(dir / "p/.aiwg/ralph");
    for (const char* name : {"a.md", "b.md", "c.md"}) write_all(dir / "p/.aiwg/ralph" / name, "old");
    ImportOptions options = quick();
    options.live = LiveSource::snapshot;
    options.after_refusal = AfterRefusal::keep_going;
    int waits = 0;
    options.progress = [&](const ImportProgress& progress) {
      if (progress.phase != "wait" || ++waits != 3) return;
      write_all(dir / "p/.aiwg/ralph/b.md", "new");
      fs::remove(dir / "p/.aiwg/ralph/c.md");
    };
    const ImportReport report = import_files(dir / "x.db", {dir / "p"}, options);
    CHECK(waits == 8);  // a.md is taken after five, b.md five after it was written
    REQUIRE(report.sources.size() == 3);
    CHECK_FALSE(report.sources[0].error);
    CHECK_FALSE(report.sources[1].error);
    REQUIRE(report.sources[2].error);
    CHECK((report.sources[2].error->code() == ErrorCode::not_found));
    CHECK(rows_of(dir / "x.db",
                  "SELECT CAST(c.body AS TEXT) FROM files f JOIN contents c ON c.id = f.content_id ORDER BY "
                  "f.place") == std::vector<std::string>{"old", "new"});
  }

  TEST_CASE("a shadow beside such a writer ends with the last version") {
    for (const Way way : {Way::renames, Way::truncates}) {
      CAPTURE(static_cast<int>(way));
      const TestDir dir;
      ShadowedFile shadowed(dir / "x.db", dir / "tasks.json", quick().store);
      std::uint64_t drift = 0;
      check_beside_writer(way, dir / "tasks.json", dir / "x.db", [&] {
        // A look without news brings none: the file has changed since only if its times say so.
        if (const auto round = shadowed.look()) drift += round->drift;
      });
      CHECK(drift == 0);
    }
  }
}
