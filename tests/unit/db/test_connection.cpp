// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <vector>

#include "child_process.hpp"
#include "database_fixture.hpp"
#include "db/file_system_guard.hpp"
#include "db/wal_checkpoint.hpp"
#include "test_dir.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using db::Connection;

namespace {

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 07777U : 0;
}

int config_of(Connection& connection, int option) {
  int value = -1;
  sqlite3_db_config(connection.handle(), option, -1, &value);
  return value;
}

/// Runs `body` as a user who owns nothing here: rights do not bind root.
template <class Body>
int run_without_rights(Body&& body) {
  ChildProcess child([&] {
    if (::geteuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) return 98;
    return body();
  });
  return child.wait();
}

void run_foreign(const std::filesystem::path& path, const char* sql) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &handle) == SQLITE_OK);
  CHECK(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(handle);
}

}  // namespace

TEST_SUITE("db::connection") {
  TEST_CASE("the settings are what the documentation says") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    CHECK(text(connection, "PRAGMA journal_mode") == "wal");
    CHECK(number(connection, "PRAGMA synchronous") == 2);
    CHECK(number(connection, "PRAGMA foreign_keys") == 1);
    CHECK(number(connection, "PRAGMA wal_autocheckpoint") == 0);
    CHECK(connection.busy_timeout() == std::chrono::seconds(30));
    CHECK(number(connection, "PRAGMA cell_size_check") == 1);
    // Only where SQLite takes JSON functions for unsafe (3.38.0 to 3.40.1).
    CHECK(number(connection, "PRAGMA trusted_schema") ==
          number(connection,
                 "SELECT sqlite_version() GLOB '3.38*' OR sqlite_version() GLOB '3.39*' OR "
                 "sqlite_version() GLOB '3.40*'"));
    CHECK(number(connection, "PRAGMA journal_size_limit") == 16 * 1024 * 1024);
    CHECK(number(connection, "PRAGMA cache_size") == -16384);
    CHECK(number(connection, "PRAGMA temp_store") == 2);
    CHECK(number(connection, "PRAGMA application_id") == 0x726c6d64);
    CHECK(number(connection, "PRAGMA page_size") == 8192);
    CHECK(config_of(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE) == 0);
    CHECK(config_of(connection, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION) == 0);
    CHECK(config_of(connection, SQLITE_DBCONFIG_DEFENSIVE) == 1);
    sqlite3_int64 mapped = -1;
    CHECK(sqlite3_file_control(connection.handle(), "main", SQLITE_FCNTL_MMAP_SIZE, &mapped) == SQLITE_OK);
    CHECK(mapped == 0);
  }

  TEST_CASE("options reach SQLite") {
    const TestDir dir;
    make_database(dir / "x.db");
    db::OpenOptions options = writing(dir / "x.db");
    options.durability = rlmdb::Durability::normal;
    options.temp_store = db::TempStore::file;
    options.cache_kib = 100;
    options.busy_timeout = std::chrono::milliseconds(123);
    Connection connection = Connection::open(options);
    CHECK(number(connection, "PRAGMA synchronous") == 1);
    CHECK(number(connection, "PRAGMA temp_store") == 1);
    CHECK(number(connection, "PRAGMA cache_size") == -100);
    CHECK(connection.busy_timeout() == std::chrono::milliseconds(123));
  }

  TEST_CASE("a file with two names is read, but not written, because each would have a -wal of its own") {
    const TestDir dir;
    make_database(dir / "x.db");
    std::filesystem::create_hard_link(dir / "x.db", dir / "y.db");
    for (const char* name : {"x.db", "y.db"}) {
      const auto error = error_of([&] { const auto connection = Connection::open(writing(dir / name)); });
      REQUIRE(error.has_value());
      CHECK(error->code() == ErrorCode::conflict);
      CHECK(std::string(error->what()).starts_with((dir / name).string() + " has 2 names (hard links)"));
      Connection reader = Connection::open(reading(dir / name));
      CHECK(number(reader, "SELECT count(*) FROM t") == 0);
    }
    std::filesystem::remove(dir / "y.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1)");
  }

  TEST_CASE("the name that a new database had before does not count once its process is gone") {
    const TestDir dir;
    make_database(dir / "x.db");
    ChildProcess gone([] { return 0; });
    const auto left = dir / (".x.db." + std::to_string(gone.pid()) + ".0123456789abcdef.rlmdb-new");
    CHECK(gone.wait() == 0);
    std::filesystem::create_hard_link(dir / "x.db", left);
    Connection connection = Connection::open(writing(dir / "x.db"));
    CHECK_FALSE(std::filesystem::exists(left));
  }

  TEST_CASE("every file is 0600 under any umask") {
    const TestDir dir;
    const mode_t before = ::umask(0);
    make_database(dir / "x.db");
    Connection connection = Connection::open(writing(dir / "x.db"));
    write(connection, "INSERT INTO t VALUES (1)");
    ::umask(before);
    for (const char* name : {"x.db", "x.db-wal", "x.db-shm", "x.db-gate"}) {
      CAPTURE(name);
      CHECK(mode_of(dir / name) == 0600);
    }
  }

  TEST_CASE("a symbolic link leads to the real file, its WAL and its gate") {
    const TestDir dir;
    std::filesystem::create_directory(dir / "real");
    make_database(dir / "real/x.db");
    std::filesystem::create_symlink(dir / "real/x.db", dir / "link.db");
    Connection connection = Connection::open(writing(dir / "link.db"));
    CHECK(connection.path() == dir / "real/x.db");
    CHECK(connection.gate().path() == dir / "real/x.db-gate");
  }

  TEST_CASE("a prepared statement is kept, comes clean and is not used twice at once") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(reading(dir / "x.db"));
    static constexpr std::string_view k_sql = "SELECT ?1";
    db::Statement& first = connection.cached(k_sql);
    first.bind_int64(1, 5);
    CHECK(get_int64(first) == 5);
    db::Statement& second = connection.cached(k_sql);
    CHECK(&first == &second);
    REQUIRE(second.step());
    CHECK(second.column_is_null(0));
    CHECK(code_of([&] { (void)connection.cached(k_sql); }) == "internal");
  }

  TEST_CASE("a moved connection works on, also with a gate") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection first = Connection::open(writing(dir / "x.db"));
    Connection second(std::move(first));
    write(second, "INSERT INTO t VALUES (1)");
    make_database(dir / "y.db");
    second = Connection::open(writing(dir / "y.db"));
    CHECK(number(second, "SELECT count(*) FROM t") == 0);
  }

  TEST_CASE("reading connections cannot write and have no gate") {
    const TestDir dir;
    make_database(dir / "x.db");
    Connection connection = Connection::open(reading(dir / "x.db"));
    CHECK(code_of([&] { connection.execute("INSERT INTO t VALUES (1)"); }) == "io");
    CHECK(code_of([&] { write(connection, "INSERT INTO t VALUES (1)"); }) == "usage");
    CHECK_FALSE(std::filesystem::exists(dir / "x.db-gate"));
  }
}

TEST_SUITE("db::connection refusals") {
  TEST_CASE("files that are not ours are refused and stay alone and unchanged") {
    const TestDir dir;
    const auto open = [&](const char* name) {
      return code_of([&] { (void)Connection::open(writing(dir / name)); });
    };
    CHECK(open("missing.db") == "not_found");
    CHECK(open("missing/missing.db") == "not_found");
    write_all(dir / "empty", "");
    CHECK(open("empty") == "not_our_database");
    write_all(dir / "text", std::string(5'000, 'x'));
    CHECK(open("text") == "not_our_database");
    write_all(dir / "short", "{}");
    CHECK(open("short") == "not_our_database");
    std::filesystem::create_directory(dir / "directory");
    CHECK(open("directory") == "not_our_database");
    REQUIRE(::mkfifo((dir / "fifo").c_str(), 0600) == 0);
    CHECK(open("fifo") == "not_our_database");
    CHECK(dir.count() == 5);
  }

  TEST_CASE("another program's database is refused before its schema is read") {
    const TestDir dir;
    run_foreign(dir / "other.db",
                "PRAGMA journal_mode=WAL; CREATE TABLE a (x); PRAGMA application_id=7;"
                "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE a (broken';");
    const std::string before = read_all(dir / "other.db");
    const auto error = error_of([&] { (void)Connection::open(writing(dir / "other.db")); });
    REQUIRE(error.has_value());
    CHECK(error->code() == ErrorCode::not_our_database);
    CHECK(std::string(error->what()).find("application_id 7") != std::string::npos);
    CHECK(code_of([&] { (void)Connection::open(reading(dir / "other.db")); }) == "not_our_database");
    CHECK(read_all(dir / "other.db") == before);
    CHECK(dir.count() == 1);
  }

  TEST_CASE("damage is reported as damage" * damages) {
    const TestDir dir;
    make_database(dir / "x.db");
    std::string bytes = read_all(dir / "x.db");
    for (std::size_t i = 100; i < 4'096; ++i) bytes[i] = '\x7f';
    write_all(dir / "x.db", bytes);
    CHECK(code_of([&] {
            Connection connection = Connection::open(reading(dir / "x.db"));
            (void)number(connection, "SELECT count(*) FROM t");
          }) == "corrupt");
  }

  TEST_CASE("a file without write permission cannot be opened for writing") {
    const TestDir dir;
    make_database(dir / "x.db");
    std::filesystem::permissions(dir.path(), std::filesystem::perms(0777));
    std::filesystem::permissions(dir / "x.db", std::filesystem::perms(0444));
    CHECK(run_without_rights([&] {
            return code_of([&] { (void)Connection::open(writing(dir / "x.db")); }) == "io" ? 0 : 1;
          }) == 0);
  }

  TEST_CASE("network file systems by their magic and their mount type") {
    CHECK(db::network_file_system_of(0x6969, "") == "nfs");
    CHECK(db::network_file_system_of(static_cast<std::int32_t>(0xff534d42U), "") == "cifs");
    CHECK(db::network_file_system_of(0x01021997, "") == "9p");
    CHECK(db::network_file_system_of(0x5346414f, "") == "afs");
    CHECK(db::network_file_system_of(0x65735546, "fuse.sshfs") == "fuse.sshfs");
    CHECK_FALSE(db::network_file_system_of(0x65735546, "fuseblk").has_value());
    CHECK_FALSE(db::network_file_system_of(0xef53, "").has_value());
    CHECK_FALSE(db::network_file_system_of(0x01021994, "").has_value());
    CHECK(code_of([] { (void)db::network_file_system("/no/such/file"); }) == "io");
  }
}

TEST_SUITE("db::connection without write permission to the directory") {
  TEST_CASE("a file alone is read as unchanging, and the log says so") {
    const TestDir dir;
    make_database(dir / "x.db");
    std::filesystem::permissions(dir / "x.db", std::filesystem::perms(0644));
    std::filesystem::permissions(dir.path(), std::filesystem::perms(0755));
    CHECK(run_without_rights([&] {
            std::vector<LogLevel> logged;
            db::OpenOptions options = reading(dir / "x.db");
            options.log = [&](LogLevel level, std::string_view) { logged.push_back(level); };
            Connection connection = Connection::open(options);
            if (number(connection, "SELECT count(*) FROM t") != 0) return 1;
            return connection.is_immutable() && logged == std::vector{LogLevel::warning} ? 0 : 2;
          }) == 0);
    CHECK(dir.count() == 1);
  }

  TEST_CASE("who may not write the file leaves nothing beside it, in whatever directory") {
    const TestDir dir;
    make_database(dir / "x.db");
    std::filesystem::permissions(dir / "x.db", std::filesystem::perms(0644));
    std::filesystem::permissions(dir.path(), std::filesystem::perms(01777));
    const auto read_in = [&](const char* name, std::int64_t rows) {
      return run_without_rights([&] {
        Connection connection = Connection::open(reading(dir / name));
        if (number(connection, "SELECT count(*) FROM t") != rows) return 1;
        return connection.is_immutable() && ::getuid() != 0 ? 0 : 2;
      });
    };
    CHECK(read_in("x.db", 0) == 0);
    CHECK(dir.count() == 1);
    Connection writer = Connection::open(writing(dir / "x.db"));
    write(writer, "INSERT INTO t VALUES (1)");
    // Where somebody has it open, what is there is used.
    CHECK(read_in("x.db", 1) == 2);
  }

  TEST_CASE("names that mean something in a URI are read too") {
    const TestDir dir;
    make_database(dir / "a b?c#d%41.db");
    std::filesystem::permissions(dir / "a b?c#d%41.db", std::filesystem::perms(0644));
    std::filesystem::permissions(dir.path(), std::filesystem::perms(0755));
    CHECK(run_without_rights([&] {
            Connection connection = Connection::open(reading(dir / "a b?c#d%41.db"));
            return number(connection, "SELECT count(*) FROM t") == 0 ? 0 : 1;
          }) == 0);
  }

  TEST_CASE("after a checkpoint the newest rows are read beside a live -shm") {
    const TestDir dir;
    make_database(dir / "x.db");
    std::filesystem::permissions(dir / "x.db", std::filesystem::perms(0644));
    std::filesystem::permissions(dir.path(), std::filesystem::perms(0755));
    Connection writer = Connection::open(writing(dir / "x.db"));
    write(writer, "INSERT INTO t VALUES (1)");
    CHECK(checkpoint(writer, db::CheckpointMode::truncate).complete);
    CHECK(run_without_rights([&] {
            Connection connection = Connection::open(reading(dir / "x.db"));
            return number(connection, "SELECT count(*) FROM t") == 1 ? 0 : 1;
          }) == 0);
  }

  TEST_CASE("commits that stand in an unusable -wal are an error, not an older state") {
    const TestDir dir;
    make_database(dir / "x.db");
    ChildProcess killed([&] {
      Connection writer = Connection::open(writing(dir / "x.db"));
      write(writer, "INSERT INTO t VALUES (1)");
      return ::raise(SIGKILL);
    });
    REQUIRE(killed.wait() == -SIGKILL);
    std::filesystem::remove(dir / "x.db-shm");
    std::filesystem::permissions(dir / "x.db", std::filesystem::perms(0644));
    std::filesystem::permissions(dir / "x.db-wal", std::filesystem::perms(0644));
    std::filesystem::permissions(dir.path(), std::filesystem::perms(0755));
    CHECK(run_without_rights([&] {
            const auto error = error_of([&] { (void)Connection::open(reading(dir / "x.db")); });
            if (!error || error->code() != ErrorCode::io) return 1;
            return std::string(error->what()).find("-wal") != std::string::npos ? 0 : 2;
          }) == 0);
  }
}
