// SPDX-License-Identifier: MIT
// Nobody else may read the files, and what they hold never stands in the log.
#include <doctest/doctest.h>

#include "generated_store.hpp"
#include "work_place.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

Launch with_umask(Launch launch, mode_t mask) {
  launch.in_child = [mask] { ::umask(mask); };
  return launch;
}

/// Every regular file in the directory has mode 0600; how many there are.
int check_modes(const fs::path& directory) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    CAPTURE(entry.path().filename().string());
    CHECK(static_cast<unsigned>(entry.status().permissions()) == 0600U);
    ++files;
  }
  return files;
}

}  // namespace

TEST_SUITE("crash::privacy") {
  TEST_CASE("every file is 0600 under any umask") {
    for (const mode_t mask : {mode_t{0}, mode_t{0077}, mode_t{0377}}) {
      CAPTURE(mask);
      const WorkPlace place;
      const fs::path source = place.write_source("tasks.json", generated_store({.tasks = 50}));
      const Launch import = with_umask(rlmdb_on(place.database(), {"import", source.string()}), mask);
      REQUIRE(run(import).code == 0);
      CHECK(check_modes(place.database_directory()) >= 1);
      write_all(source, generated_store({.tasks = 60}));
      // Held open, so that -wal and -shm are there to look at.
      PlainDatabase holder(place.database());
      holder.value("SELECT count(*) FROM tasks");
      REQUIRE(run(import).code == 0);
      CHECK(fs::exists(place.database().string() + "-gate"));
      CHECK(fs::exists(place.database().string() + "-wal"));
      CHECK(fs::exists(place.database().string() + "-shm"));
      CHECK(check_modes(place.database_directory()) >= 4);
      const fs::path target = place.root() / "out/tasks.json";
      fs::create_directory(target.parent_path());
      REQUIRE(run(with_umask(rlmdb_on(place.database(), {"export", "-o", target.string()}), mask)).code == 0);
      CHECK(check_modes(target.parent_path()) == 1);
    }
  }

  TEST_CASE("logs hold no prompt, result, output or value at any level") {
    constexpr std::string_view k_secret = "xq7-secret-zw9 ";
    const WorkPlace place;
    const fs::path source =
        place.write_source("tasks.json", generated_store({.tasks = 50, .marker = k_secret}));
    const auto check_silent = [&](std::initializer_list<std::string> arguments, int code) {
      Launch launch = rlmdb_on(place.database(), {"-vvv"});
      launch.words.insert(launch.words.end(), arguments);
      const Ended ended = run(launch);
      CHECK_MESSAGE(ended.code == code, ended.error);
      CHECK_MESSAGE(ended.error.find("secret") == std::string::npos, ended.error);
    };
    check_silent({"import", source.string()}, 0);
    check_silent({"import", source.string()}, 0);
    write_all(source, generated_store({.tasks = 60, .revision = 1, .marker = k_secret}));
    check_silent({"--json", "import", source.string()}, 0);
    check_silent({"list"}, 0);
    check_silent({"show", "task-3"}, 0);
    check_silent({"export"}, 0);
    check_silent({"stats"}, 0);
    check_silent({"verify", source.string()}, 0);
    // Damage in the middle of a secret: the message names the offset, not the text.
    std::string cut = read_all(source);
    cut.resize(cut.rfind("secret") + 3);
    write_all(source, cut);
    check_silent({"import", source.string()}, 6);
  }
}
