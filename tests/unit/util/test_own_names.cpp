// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "program_run.hpp"
#include "test_dir.hpp"
#include "util/clock.hpp"
#include "util/file_descriptor.hpp"
#include "util/file_mark.hpp"
#include "util/own_names.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"

using namespace rlmdb;
using namespace rlmdb::test;
using util::OwnKind;
using util::OwnName;

namespace {

namespace fs = std::filesystem;

constexpr const char* k_hex = "0123456789abcdef";

void check(const std::string& name, const OwnName& expected) {
  CAPTURE(name);
  const auto found = util::own_name(name);
  REQUIRE(found);
  CHECK(found->kind == expected.kind);
  CHECK(found->of == expected.of);
  CHECK(found->maker == expected.maker);
  CHECK(found->is_companion == expected.is_companion);
}

/// A process that has ended.
pid_t ended_pid() {
  RunningProgram ended(Launch{{"/bin/true"}});
  const pid_t pid = ended.pid();
  REQUIRE(ended.wait().code == 0);
  return pid;
}

}  // namespace

TEST_SUITE("util::own_names") {
  TEST_CASE("what is made under a name of ours is known by it") {
    const std::string time = util::utc_file_text(util::now());
    check(util::name_of_copy("tasks.json", 0), {OwnKind::copy, "tasks.json"});
    check(util::name_of_copy("tasks.json", 12), {OwnKind::copy, "tasks.json"});
    check(util::name_of_copy("tasks.json.bak", 1), {OwnKind::copy, "tasks.json.bak"});
    check(util::name_before_adopt(".aiwg", time), {OwnKind::before_adopt, ".aiwg"});
    check(util::name_before_restore("rlm.db", time), {OwnKind::before_restore, "rlm.db"});
    check(util::name_before_cleanup("rlm.db"), {OwnKind::before_cleanup, "rlm.db"});
    check(util::name_before_migration("rlm.db", 2, time), {OwnKind::before_migration, "rlm.db"});
    check("rlm.db.backup-v0-20260102T030405Z", {OwnKind::before_migration, "rlm.db"});
    check(util::name_adopting(".grid", 123), {OwnKind::adopting, ".grid", 123});
    for (const auto kind : {util::k_database_in_making, util::k_file_in_making})
      check(util::name_in_making("a.b", 7, k_hex, kind), {OwnKind::in_making, "a.b", 7});
    check(std::string(util::k_sorting) + k_hex, {OwnKind::sorting, ""});
  }

  TEST_CASE("a companion is ours where the name of its database is") {
    for (const std::string suffix : util::k_companions) {
      check("x.before-cleanup" + suffix, {OwnKind::before_cleanup, "x", std::nullopt, true});
      check(util::name_in_making("x", 7, k_hex, util::k_database_in_making) + suffix,
            {OwnKind::in_making, "x", 7, true});
      CHECK_FALSE(util::own_name("x" + suffix));
      CHECK_FALSE(util::own_name("x.bak" + suffix));
    }
  }

  TEST_CASE("a name that only looks like one is none of ours") {
    const std::string hex = k_hex;
    for (const std::string& name : {std::string(),
                                    std::string(".bak"),
                                    std::string("a.bak."),
                                    std::string("a.bak.0"),
                                    std::string("a.bak.01"),
                                    std::string("a.bak.x"),
                                    std::string("a.bak.1x"),
                                    std::string("a.bak.-1"),
                                    std::string("a.bak2"),
                                    std::string("a.backup"),
                                    std::string("a.bak.99999999999"),
                                    std::string("a.before-adopt-"),
                                    std::string("a.before-adopt-yesterday"),
                                    std::string(".before-adopt-20260102T030405Z"),
                                    std::string("a.before-restore-20260102"),
                                    std::string("a.before-restore-20260102T030405Zx"),
                                    std::string("a.before-cleanup-2"),
                                    std::string("a.backup-v-20260102T030405Z"),
                                    std::string("a.backup-v2"),
                                    std::string(".a.adopting-"),
                                    std::string(".a.adopting-0"),
                                    std::string(".a.adopting-12x"),
                                    "a.7." + hex + ".rlmdb-tmp",
                                    ".a.7." + hex + ".rlmdb-old",
                                    ".a." + hex + ".rlmdb-tmp",
                                    ".7." + hex + ".rlmdb-tmp",
                                    std::string(".a.7.0123.rlmdb-tmp"),
                                    std::string(".rlmdb-sort-0123"),
                                    ".rlmdb-sort-" + hex + "0",
                                    std::string("rlm.db")}) {
      CAPTURE(name);
      CHECK_FALSE(util::own_name(name));
    }
  }

  TEST_CASE("a long name gives a name in making of its beginning") {
    const std::string name(250, 'n');
    check(util::name_in_making(name, 7, k_hex, util::k_file_in_making),
          {OwnKind::in_making, std::string_view(name).substr(0, 200), 7});
  }

  TEST_CASE("one function removes what dead makers left, and nothing else") {
    const TestDir dir;
    const pid_t gone = ended_pid();
    const auto make_directory = [&](const std::string& name) {
      fs::create_directories(dir / name / "below");
      write_all(dir / name / "below/file", "x");
    };
    for (const std::string name : {".aiwg", ".held"}) make_directory(name);
    make_directory(util::name_adopting(".aiwg", gone));
    const std::string held = util::name_adopting(".held", gone);
    const std::string own = util::name_adopting(".aiwg", ::getpid());
    const std::string without = util::name_adopting(".no-such-folder", gone);
    for (const std::string& name : {held, own, without}) make_directory(name);
    const util::FileDescriptor lock(::open((dir / held).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    REQUIRE(::flock(lock.get(), LOCK_EX | LOCK_NB) == 0);
    const std::string made = util::name_in_making("rlm.db", gone, k_hex, util::k_database_in_making);
    for (const std::string& name : {made, made + "-wal", made + "-gate", std::string("x.bak")})
      write_all(dir / name, "x");
    CHECK(util::remove_leftovers(dir.path()) == 4);
    for (const std::string& name : {std::string(".aiwg"), held, own, without, std::string("x.bak")})
      CHECK(fs::exists(dir / name));
    CHECK_FALSE(fs::exists(dir / util::name_adopting(".aiwg", gone)));
    CHECK_FALSE(fs::exists(dir / (made + "-gate")));
    CHECK(util::remove_leftovers(dir.path()) == 0);
  }

  TEST_CASE("a copy says of its bytes that it is one, and of no others") {
    const TestDir dir;
    const fs::path file = dir / "a.bak";
    write_all(file, "text");
    CHECK_FALSE(util::is_marked_as_copy(file));
    const util::FileDescriptor open(::open(file.c_str(), O_RDWR | O_CLOEXEC));
    REQUIRE(util::write_copy_mark(open.get(), util::sha256_hex("text")));
    CHECK(util::is_marked_as_copy(file));
    REQUIRE(::pwrite(open.get(), "T", 1, 0) == 1);
    CHECK_FALSE(util::is_marked_as_copy(file));
  }

  TEST_CASE("16 hexadecimal digits, another time others") {
    const std::string name = util::random_name();
    CHECK(name.size() == 16);
    CHECK(name.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(name != util::random_name());
  }
}
