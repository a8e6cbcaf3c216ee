// SPDX-License-Identifier: MIT
// A file-size limit and a disk that is full: an error, and everything as it was.
#include <doctest/doctest.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "generated_store.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

Launch limited(Launch launch, rlim_t bytes) {
  launch.in_child = [bytes] {
    const rlimit limit{bytes, bytes};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(126);
  };
  return launch;
}

void check_io_error(const Ended& ended) {
  CHECK(ended.code == 1);
  CHECK(ended.out.empty());
  CHECK_MESSAGE(says(ended.error, "code", "\"io\""), ended.error);
}

/// A tmpfs a little larger than an empty database, or of more, while it lives, where that is permitted.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& where, const char* size = "size=1240k") : m_where(where) {
    fs::create_directory(where);
    m_mounted = ::mount("rlmdb-test", where.c_str(), "tmpfs", 0, size) == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (m_mounted) ::umount(m_where.c_str());
  }
  [[nodiscard]] bool is_mounted() const noexcept { return m_mounted; }

 private:
  fs::path m_where;
  bool m_mounted = false;
};

/// So many tasks that ended long ago, with prompts of 2,000 bytes.
std::string old_store(int tasks) {
  std::string records;
  for (int i = 0; i < tasks; ++i)
    records +=
        (i == 0 ? "" : ",") + (R"({"id":"task-)" + std::to_string(i) + R"(","prompt":")") +
        std::string(2'000, 'p') +
        R"(","state":"completed","createdAt":"2020-01-01T00:00:00.000Z","completedAt":"2020-01-02T00:00:00.000Z"})";
  return R"({"version":1,"updatedAt":"2020-01-03T00:00:00.000Z","tasks":[)" + records + "]}";
}

}  // namespace

TEST_SUITE("crash::no_room") {
  TEST_CASE("a file-size limit during import into a new database") {
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 400}));
    const Launch import = rlmdb_on(place.database(), {"--json", "import", source.string()});
    for (const rlim_t bytes : {8'192U, 65'536U, 300'000U}) {
      CAPTURE(bytes);
      check_io_error(run(limited(import, bytes)));
      CHECK(fs::is_empty(place.database_directory()));
    }
    CHECK(run(import).code == 0);
  }

  TEST_CASE("a file-size limit during import into an existing database") {
    const WorkPlace place;
    const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 100}));
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    const std::string content = place.content(Moments::kept);
    write_all(source, generated_store({.tasks = 3'000, .revision = 1}));
    const Launch import = rlmdb_on(place.database(), {"--json", "import", source.string()});
    for (const rlim_t bytes : {8'192U, 100'000U, 1'000'000U, 3'000'000U}) {
      CAPTURE(bytes);
      check_io_error(run(limited(import, bytes)));
      CHECK(place.content(Moments::kept) == content);
      CHECK(place.rlmdb({"stats"}).code == 0);
    }
    CHECK(run(import).code == 0);
    CHECK(place.strangers() == "");
  }

  TEST_CASE("a file-size limit during export") {
    const WorkPlace place;
    const std::string bytes = generated_store({.tasks = 400});
    const fs::path source = place.write_source("tasks.json", bytes);
    REQUIRE(place.rlmdb({"import", source.string()}).code == 0);
    const fs::path target = place.root() / "out/tasks.json";
    fs::create_directory(target.parent_path());
    write_all(target, "still needed");
    const Launch command = rlmdb_on(place.database(), {"--json", "export", "-o", target.string()});
    check_io_error(run(limited(command, 100'000)));
    CHECK(read_all(target) == "still needed");
    CHECK(std::distance(fs::directory_iterator(target.parent_path()), fs::directory_iterator()) == 1);
    CHECK(run(command).code == 0);
    CHECK((read_all(target) == bytes));
  }

  TEST_CASE("a full disk") {
    const WorkPlace place;
    const SmallDisk disk(place.root() / "small");
    if (!disk.is_mounted()) {
      MESSAGE("skipped: mounting a tmpfs is not permitted here");
      return;
    }
    const fs::path database = place.root() / "small/rlm.db";
    const fs::path large = place.write_source("large.json", generated_store({.tasks = 1'500}));
    check_io_error(run_rlmdb(database, {"--json", "import", large.string()}));
    CHECK(fs::is_empty(database.parent_path()));

    const std::string bytes = generated_store({.tasks = 60, .first_number = 50'000});
    const fs::path small = place.write_source("small.json", bytes);
    REQUIRE(run_rlmdb(database, {"import", small.string()}).code == 0);
    check_io_error(run_rlmdb(database, {"--json", "import", large.string()}));
    CHECK((run_rlmdb(database, {"export"}).out == bytes));
    CHECK(run_rlmdb(database, {"verify"}).code == 0);

    // Not one byte is left, not even for a -shm; reading still works.
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(database.string() + suffix);
    std::ofstream(database.parent_path() / "filler") << std::string(2'000'000, 'x');
    const Ended exported = run_rlmdb(database, {"export"});
    CHECK_MESSAGE(exported.code == 0, exported.error);
    CHECK((exported.out == bytes));
    CHECK(exported.error.find("is read as an unchanging file") != std::string::npos);
    const fs::path target = database.parent_path() / "export.json";
    check_io_error(run_rlmdb(database, {"--json", "export", "-o", target.string()}));
    CHECK(!fs::exists(target));
    check_io_error(run_rlmdb(database, {"--json", "import", large.string()}));
    fs::remove(database.parent_path() / "filler");
    CHECK(run_rlmdb(database, {"verify"}).code == 0);
    CHECK((run_rlmdb(database, {"export"}).out == bytes));
  }

  TEST_CASE("a cleanup frees what it can where a whole batch does not fit on the disk") {
    const WorkPlace place;
    const SmallDisk disk(place.root() / "small", "size=6m");
    if (!disk.is_mounted()) {
      MESSAGE("skipped: mounting a tmpfs is not permitted here");
      return;
    }
    const fs::path database = place.root() / "small/rlm.db";
    REQUIRE(run_rlmdb(database, {"import", place.write_source("old.json", old_store(1'000)).string()}).code ==
            0);
    constexpr std::uintmax_t k_left = 300'000;
    const std::uintmax_t room = fs::space(database.parent_path()).available;
    REQUIRE(room > k_left);
    std::ofstream(database.parent_path() / "filler") << std::string(room - k_left, 'x');
    const Ended cleaned = run_rlmdb(database, {"--json", "cleanup", "--yes"});
    CHECK_MESSAGE(cleaned.code == 0, cleaned.error);
    CHECK_MESSAGE(says(cleaned.out, "removed", "1000"), cleaned.out.substr(cleaned.out.size() - 300));
    CHECK(run_rlmdb(database, {"verify"}).code == 0);
  }
}
