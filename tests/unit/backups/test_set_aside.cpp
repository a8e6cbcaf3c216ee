// SPDX-License-Identifier: MIT
// restore by force: whatever lies at the place is moved aside as it is, with its companions.
#include <doctest/doctest.h>
#include <unistd.h>

#include "child_process.hpp"
#include "rlmdb/backup.hpp"
#include "task_place.hpp"
#include "util/database_files.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace {

namespace fs = std::filesystem;

/// A place at which a database has been, and its backup of one task.
class LostPlace {
 public:
  LostPlace() {
    (void)m_place.add();
    (void)m_place.store().backup(m_place.file("b.db"));
    m_sound = read_all(m_place.file("b.db"));
    REQUIRE(m_sound.size() > 3 * k_page);
  }

  static constexpr std::size_t k_page = 8'192;

  [[nodiscard]] const std::string& sound() const { return m_sound; }
  [[nodiscard]] fs::path database() const { return m_place.file("x.db"); }
  void put(const std::string& suffix, const std::string& bytes) const {
    write_all(database().string() + suffix, bytes);
  }

  [[nodiscard]] BackupRestored put_back(bool force = true) const {
    BackupRestoreOptions options;
    options.force = force;
    return restore(database(), m_place.file("b.db"), options);
  }
  [[nodiscard]] std::string code(bool force) const {
    return code_of([&] { (void)put_back(force); });
  }

  /// Sound, with the task, and a backup of it comes back.
  void check_restored() const {
    {
      const Store store = Store::open(database(), Access::read_only);
      CHECK(store.stats().total == 1);
      CHECK(verify(store).finding_count == 0);
      fs::remove(m_place.file("again.db"));
      (void)store.backup(m_place.file("again.db"));
    }
    CHECK(restore(database(), m_place.file("again.db")).tasks == 1);
    for (const auto& entry : fs::directory_iterator(database().parent_path()))
      CHECK_FALSE(entry.path().filename().string().starts_with("."));
  }

 private:
  TaskPlace m_place;
  std::string m_sound;
};

std::string without_schema(std::string bytes) {
  const std::size_t at = bytes.find("CREATE TABLE tasks");
  REQUIRE(at != std::string::npos);
  return bytes.replace(at, 6, "CREATX");
}

std::string with_bad_page(std::string bytes) {
  return bytes.replace(2 * LostPlace::k_page, LostPlace::k_page, LostPlace::k_page, '\x5a');
}

}  // namespace

TEST_SUITE("backups::set_aside") {
  TEST_CASE("a file that is beyond use makes way, every byte of it") {
    const LostPlace lost;
    const std::string& sound = lost.sound();
    const std::vector<std::pair<std::string, std::string>> kinds{
        {"cut", sound.substr(0, sound.size() / 2)},
        {"empty", ""},
        {"text", "hello\n"},
        {"first page", std::string(LostPlace::k_page, '\0') + sound.substr(LostPlace::k_page)},
        {"schema", without_schema(sound)},
        {"a page", with_bad_page(sound)}};
    for (const auto& damage : kinds) {
      CAPTURE(damage.first);
      const auto& [kind, bytes] = damage;
      lost.put("", bytes);
      if (kind != "a page") {  // which the exchange alone does not meet
        CHECK(lost.code(false) != "no error");
        CHECK(read_all(lost.database()) == bytes);
      }
      const BackupRestored report = lost.put_back();
      REQUIRE(report.kept.has_value());
      CHECK(report.kept->string().starts_with(lost.database().string() + ".before-restore-2"));
      CHECK(read_all(*report.kept) == bytes);
      lost.check_restored();
    }
  }

  TEST_CASE("its -wal and -journal go with it, under its new name") {
    const LostPlace lost;
    const std::string bytes = lost.sound().substr(0, lost.sound().size() / 2);
    lost.put("", bytes);
    lost.put("-wal", "what a wal held");
    lost.put("-journal", "what a journal held");
    const BackupRestored report = lost.put_back();
    REQUIRE(report.kept.has_value());
    CHECK(read_all(*report.kept) == bytes);
    CHECK(read_all(report.kept->string() + "-wal") == "what a wal held");
    CHECK(read_all(report.kept->string() + "-journal") == "what a journal held");
    lost.check_restored();
  }

  TEST_CASE("what a lost database left makes way too") {
    const LostPlace lost;
    lost.put("-wal", "what a wal held");
    CHECK(lost.code(false) == "conflict");
    const BackupRestored report = lost.put_back();
    REQUIRE(report.kept.has_value());
    CHECK(report.kept->string().ends_with("-wal"));
    CHECK(read_all(*report.kept) == "what a wal held");
    lost.check_restored();
  }

  TEST_CASE("a sound database keeps its file") {
    const LostPlace lost;
    (void)lost.put_back();
    const auto inode = [&] { return util::status_of(lost.database())->st_ino; };
    const auto before = inode();
    const Store beside = Store::open(lost.database(), Access::read_only);
    CHECK(lost.put_back().kept.has_value());
    CHECK(inode() == before);
    CHECK(beside.stats().total == 1);
  }

  TEST_CASE("a file that was put over another one's -wal makes way, and the -wal with it") {
    const LostPlace lost;
    (void)lost.put_back();
    ChildProcess killed([&] {
      Store store = Store::open(lost.database(), Access::read_write);
      NewTask task;
      task.prompt = std::string("second");
      (void)store.change(TaskChange{{}, task, {}});
      ::_exit(0);
      return 1;
    });
    REQUIRE(killed.wait() == 0);
    const std::string wal = read_all(lost.database().string() + "-wal");
    REQUIRE_FALSE(wal.empty());
    lost.put(".put-back", lost.sound());
    fs::rename(lost.database().string() + ".put-back", lost.database());
    REQUIRE(lost.code(false) == "conflict");
    const BackupRestored report = lost.put_back();
    REQUIRE(report.kept.has_value());
    CHECK(read_all(*report.kept) == lost.sound());
    CHECK(read_all(report.kept->string() + "-wal") == wal);
    lost.check_restored();
  }

  TEST_CASE("where a directory stands nothing is moved") {
    const LostPlace lost;
    fs::create_directory(lost.database());
    CHECK(lost.code(true) == "conflict");
    CHECK(fs::is_directory(lost.database()));
  }
}
