// SPDX-License-Identifier: MIT
// Decision 044. Links and files of others need root, who alone can give them away.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <functional>

#include "rlmdb/adopt.hpp"
#include "rlmdb/backup.hpp"
#include "rlmdb/import.hpp"
#include "rlmdb/replace_file.hpp"
#include "rlmdb/store.hpp"
#include "test_dir.hpp"
#include "thrown.hpp"
#include "util/beneath.hpp"
#include "util/new_directories.hpp"
#include "util/output_place.hpp"
#include "util/path_walk.hpp"

using namespace rlmdb;
using namespace rlmdb::test;

namespace fs = std::filesystem;

namespace {

constexpr unsigned k_stranger = 65534;
constexpr mode_t k_sticky = 01777;

/// A directory open to others, in which a stranger has put a link to a file and one to a directory of ours.
struct OpenToOthers {
  OpenToOthers() {
    fs::create_directory(dir / "t");
    ::chmod((dir / "t").c_str(), k_sticky);
    fs::create_directory(dir / "home");
    write_all(dir / "home/mine", "precious\n");
    for (const char* name : {"file", "directory"}) make_link(name);
  }

  void make_link(const std::string& name) const {
    const fs::path link = dir / ("t/" + name);
    fs::create_symlink(name == "file" ? dir / "home/mine" : dir / "home", link);
    REQUIRE(::lchown(link.c_str(), k_stranger, k_stranger) == 0);
  }

  [[nodiscard]] fs::path file() const { return dir / "t/file"; }
  [[nodiscard]] fs::path directory() const { return dir / "t/directory"; }

  TestDir dir;
};

std::string end_of(const fs::path& path) {
  const util::PathEnd end = util::walk_path(path);
  if (end.error_number != 0) return "error " + std::to_string(end.error_number);
  return fs::read_symlink(util::path_in(end.directory, "").parent_path()).string() + "|" + end.name +
         (end.found ? "|found" : "|none");
}

void check_refused(const char* what, const std::function<void()>& call) {
  CAPTURE(what);
  CHECK(code_of(call) == "conflict");
}

}  // namespace

TEST_SUITE("util::path_walk") {
  TEST_CASE("a path is walked as the kernel walks it") {
    const TestDir dir;
    const std::string here = dir.path().string();
    fs::create_directories(dir / "a/b");
    write_all(dir / "a/file", "x");
    fs::create_symlink("a", dir / "down");
    fs::create_symlink("../file", dir / "a/b/up");
    fs::create_symlink(dir / "a/b", dir / "far");
    fs::create_symlink("a/gone", dir / "dangling");
    fs::create_symlink("b/", dir / "a/slash");
    fs::create_symlink("circle", dir / "circle");
    CHECK(end_of(dir / "down//./file") == here + "/a|file|found");
    CHECK(end_of(dir / "far/up") == here + "/a|file|found");
    CHECK(end_of(dir / "far/../file") == here + "/a|file|found");
    CHECK(end_of(dir / "dangling") == here + "/a|gone|none");
    CHECK(end_of(dir / "down") == here + "|a|found");
    CHECK(end_of(dir / "down/") == here + "/a||none");
    CHECK(end_of(dir / "a/slash") == here + "/a/b||none");
    CHECK(end_of(dir / "a/b/..") == here + "/a||none");
    CHECK(end_of(dir / "circle") == "error " + std::to_string(ELOOP));
    CHECK(end_of(dir / "circle/x") == "error " + std::to_string(ELOOP));
    CHECK(end_of(dir / "a/file/x") == "error " + std::to_string(ENOTDIR));
    CHECK(end_of(dir / "a/file/") == "error " + std::to_string(ENOTDIR));
    CHECK(end_of(dir / "gone/x") == "error " + std::to_string(ENOENT));
    CHECK(end_of("") == "error " + std::to_string(ENOENT));
    CHECK(end_of(".") == fs::current_path().string() + "||none");
    CHECK(end_of("x-gone") == fs::current_path().string() + "|x-gone|none");
    CHECK(util::walk_path("/dev/fd/0").is_descriptor);
    const util::FileDescriptor open(::open((dir / "a").c_str(), O_PATH | O_CLOEXEC));
    CHECK(end_of(util::path_in(open, "file")) == here + "/a|file|found");
  }

  TEST_CASE("a stranger's link in a directory open to others is a conflict that says whose it is") {
    if (::geteuid() != 0) return;
    const OpenToOthers place;
    const Error error = thrown_by([&] { util::require_no_link_of_others(place.file()); });
    CHECK(error.code() == ErrorCode::conflict);
    CHECK(error.where() == place.file().string());
    CHECK(std::string(error.what()) == "the symbolic link " + place.file().string() +
                                           " is user 65534's, and lies in " + (place.dir / "t").string() +
                                           ", where others may put links: it is not followed");
    check_refused("on the way", [&] { util::require_no_link_of_others(place.directory() / "mine"); });
    fs::create_symlink(place.file(), place.dir / "own");
    check_refused("behind a link of ours", [&] { util::require_no_link_of_others(place.dir / "own"); });
    ::chmod((place.dir / "t").c_str(), 01770);
    check_refused("of a group", [&] { util::require_no_link_of_others(place.file()); });
  }

  TEST_CASE("links of ours, of the directory's owner, and where nobody else may write are followed") {
    if (::geteuid() != 0) return;
    const OpenToOthers place;
    REQUIRE(::lchown(place.file().c_str(), 0, 0) == 0);
    CHECK(end_of(place.file()) == (place.dir / "home").string() + "|mine|found");
    REQUIRE(::chown((place.dir / "t").c_str(), k_stranger, k_stranger) == 0);
    CHECK(end_of(place.directory() / "mine") == (place.dir / "home").string() + "|mine|found");
    REQUIRE(::chown((place.dir / "t").c_str(), 0, 0) == 0);
    for (const mode_t mode : {mode_t{01755}, mode_t{0777}}) {
      ::chmod((place.dir / "t").c_str(), mode);
      CHECK(end_of(place.directory() / "mine") == (place.dir / "home").string() + "|mine|found");
    }
  }

  TEST_CASE("no input and no output follows a stranger's link, and nothing is changed") {
    if (::geteuid() != 0) return;
    const OpenToOthers place;
    const fs::path database = place.dir / "home/x.db";
    const fs::path through = place.directory() / "x.db";
    Store store = Store::create(database);
    fs::create_directories(place.dir / "home/.aiwg/daemon");
    write_all(place.dir / "home/.aiwg/daemon/tasks.json", R"({"tasks":[]})");
    (void)store.backup(place.dir / "home/b.db");
    const std::string before = read_all(place.dir / "home/b.db");
    check_refused("output", [&] { replace_file(store, place.file(), "x", Overwrite::always); });
    check_refused("output beneath", [&] { replace_file(store, place.directory() / "new", "x"); });
    check_refused("open", [&] { (void)Store::open(through, Access::read_only); });
    check_refused("create", [&] { (void)Store::create(place.directory() / "new.db"); });
    check_refused("create deeper", [&] { (void)Store::create(place.directory() / "new/new.db"); });
    check_refused("backup", [&] { (void)store.backup(place.directory() / "new.db"); });
    check_refused("backup again",
                  [&] { (void)store.backup(place.directory() / "b.db", ExistingBackup::replace); });
    check_refused("restore", [&] { (void)restore(through, place.dir / "home/b.db"); });
    check_refused("restore from", [&] { (void)restore(database, place.directory() / "b.db"); });
    check_refused("import",
                  [&] { (void)import_files(database, {place.directory() / ".aiwg/daemon/tasks.json"}); });
    check_refused("import of a project", [&] { (void)import_files(database, {place.directory()}); });
    check_refused("adopt", [&] { (void)adopt(place.directory(), database); });
    check_refused("new directories", [&] { const util::NewDirectories made(place.directory() / "new"); });
    check_refused("beneath", [&] { (void)util::make_directory_beneath(place.directory(), "new"); });
    check_refused("found beneath", [&] { (void)util::find_directory_beneath(place.directory(), ".aiwg"); });
    for (const char* end : {"file", "directory/mine"})
      check_refused(end, [&] { (void)open_to_read(place.dir / "t" / end); });
    for (const char* end : {"directory", "directory/.", "directory/.aiwg"})
      check_refused(end, [&] { (void)open_directory(place.dir / "t" / end); });
    check_refused("read beneath", [&] { (void)util::read_beneath(place.directory(), "mine", 100); });
    CHECK(read_all(place.dir / "home/mine") == "precious\n");
    CHECK(read_all(place.dir / "home/b.db") == before);
    CHECK_FALSE(fs::exists(place.dir / "home/new"));
    CHECK_FALSE(fs::exists(place.dir / "home/new.db"));
  }

  TEST_CASE("a stranger's file or FIFO in a directory open to others is not written to") {
    if (::geteuid() != 0) return;
    const TestDir dir;
    fs::create_directory(dir / "t");
    ::chmod((dir / "t").c_str(), k_sticky);
    write_all(dir / "t/file", "theirs");
    ::mkfifo((dir / "t/fifo").c_str(), 0666);
    Store store = Store::create(dir / "x.db");
    for (const char* name : {"file", "fifo"}) {
      CAPTURE(name);
      const fs::path file = dir / (std::string("t/") + name);
      REQUIRE(::chown(file.c_str(), k_stranger, k_stranger) == 0);
      const Error error = thrown_by([&] { replace_file(store, file, "x", Overwrite::always); });
      CHECK(error.code() == ErrorCode::conflict);
      CHECK(std::string(error.what()) == "the file " + file.string() + " is user 65534's, and lies in " +
                                             (dir / "t").string() +
                                             ", where others may put files: it is not written to");
    }
    CHECK(read_all(dir / "t/file") == "theirs");
    check_refused("backup", [&] { (void)store.backup(dir / "t/file", ExistingBackup::replace); });
    const util::FileDescriptor directory(::open((dir / "t").c_str(), O_PATH | O_CLOEXEC));
    check_refused("in a directory", [&] {
      (void)util::output_place_in(util::FileDescriptor(::dup(directory.get())), "file", "file");
    });
    REQUIRE(::chown((dir / "t/file").c_str(), 0, 0) == 0);
    replace_file(store, dir / "t/file", "ours", Overwrite::always);
    CHECK(read_all(dir / "t/file") == "ours");
  }
}
