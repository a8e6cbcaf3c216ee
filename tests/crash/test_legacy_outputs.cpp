// SPDX-License-Identifier: MIT
// Outputs over what the legacy programs own: their files, their daemons, and what an import is reading.
#include <doctest/doctest.h>
#include <sys/file.h>

#include "output_places.hpp"

namespace {

using namespace rlmdb::test;
namespace fs = std::filesystem;

}  // namespace

TEST_SUITE("crash::legacy_outputs") {
  TEST_CASE("a legacy file that changed since its import is overwritten only by force, and kept") {
    const OutputPlaces places;
    const std::string changed = read_all(places.tasks()) + " ";
    write_all(places.tasks(), changed);
    for (const auto& writer : writers_of(places)) {
      CAPTURE(writer.first);
      require_conflict(places, writer.second.to(places.tasks()));
    }
    require_conflict(places, {"export", "--format", "project", "-o", places.project().string()});
    CHECK(read_all(places.tasks()) == changed);
    CHECK_FALSE(fs::exists(places.tasks().string() + ".bak"));
    places.rlmdb({"export", "--force", "-o", places.tasks().string()});
    CHECK(read_all(places.tasks()) != changed);
    CHECK(read_all(places.tasks().string() + ".bak") == changed);
  }

  TEST_CASE("a legacy file is known by any name: a relative one, through a linked directory, with '..'") {
    const OutputPlaces places;
    const std::string changed = read_all(places.tasks()) + " ";
    write_all(places.tasks(), changed);
    fs::create_directory_symlink(places.project() / ".aiwg/daemon", places / "linked");
    for (const std::string name :
         {".aiwg/daemon/tasks.json", "./.aiwg/../.aiwg/daemon/tasks.json", "../linked/tasks.json"}) {
      CAPTURE(name);
      require_conflict(places, {"export", "-o", name});
    }
    Launch inside = places.launch_of({"export", "-o", "tasks.json"});
    inside.directory = places.project() / ".aiwg/daemon";
    CHECK(run(inside).code == 7);
    CHECK(read_all(places.tasks()) == changed);
    write_all(places.tasks(), changed.substr(0, changed.size() - 1));
    write_all(places.project() / ".aiwg/daemon/.lock", std::to_string(::getpid()));
    CHECK(run(inside).code == 7);
    fs::remove(places.project() / ".aiwg/daemon/.lock");
    CHECK(run(inside).code == 0);
    CHECK(fs::exists(places.tasks().string() + ".bak"));
  }

  TEST_CASE("a legacy file of a project that was not imported from there is kept") {
    const OutputPlaces places;
    const fs::path state = places / "other/.aiwg/rlm/sessions/s1/state.json";
    fs::create_directories(state.parent_path());
    write_all(state, "{\"theirs\": 1}");
    places.rlmdb({"export", "--format", "project", "-o", (places / "other").string()});
    CHECK(read_all(state.string() + ".bak") == "{\"theirs\": 1}");
    places.rlmdb({"export", "--format", "project", "-o", (places / "other").string()});
    CHECK_FALSE(fs::exists(state.string() + ".bak.1"));
  }

  TEST_CASE("a name as long as a file's may be is written, a longer one is told as such") {
    const OutputPlaces places;
    const std::string longest(255, 'n');
    places.rlmdb({"export", "-o", (places / longest).string()});
    CHECK(read_all(places / longest).starts_with("{"));
    const Ended ended = run(places.launch_of({"export", "-o", (places / (longest + "n")).string()}));
    CHECK(ended.code == 1);
    CHECK(ended.error.find("File name too long") != std::string::npos);
  }

  TEST_CASE("what an export wrote may be overwritten by the next one") {
    const OutputPlaces places;
    const std::string imported = read_all(places.tasks());
    places.rlmdb({"export", "-o", places.tasks().string()});
    CHECK(read_all(places.tasks().string() + ".bak") == imported);
    const std::string first = read_all(places.tasks());
    places.rlmdb({"task", "add", "--prompt", "more"});
    places.rlmdb({"export", "--format", "project", "-o", places.project().string()});
    CHECK(read_all(places.tasks().string() + ".bak") == first);
    CHECK_FALSE(fs::exists(places.tasks().string() + ".bak.1"));
    write_all(places.tasks(), first + " ");
    require_conflict(places, {"export", "-o", places.tasks().string()});
  }

  TEST_CASE("a .bak that rlmdb did not write is never overwritten, nor one that it does not know") {
    const OutputPlaces places;
    const fs::path bak = places.tasks().string() + ".bak";
    const std::string imported = read_all(places.tasks());
    write_all(bak, "precious");
    fs::create_directory(bak.string() + ".1");
    places.rlmdb({"export", "-o", places.tasks().string()});
    CHECK(read_all(bak.string() + ".2") == imported);
    write_all(places.tasks(), "not imported");
    places.rlmdb({"export", "--force", "-o", places.tasks().string()});
    places.rlmdb({"task", "add", "--prompt", "more"});
    places.rlmdb({"export", "-o", places.tasks().string()});
    places.rlmdb({"export", "-o", places.tasks().string()});
    CHECK(read_all(bak) == "precious");
    CHECK(read_all(bak.string() + ".2") == "not imported");
    CHECK(read_all(bak.string() + ".3").starts_with("{"));
    CHECK_FALSE(fs::exists(bak.string() + ".4"));
  }

  TEST_CASE("a live daemon's file is overwritten only by force") {
    const OutputPlaces places;
    write_all(places.project() / ".aiwg/daemon/.lock", std::to_string(::getpid()));
    for (const auto& writer : writers_of(places)) {
      CAPTURE(writer.first);
      require_conflict(places, writer.second.to(places.tasks()));
    }
    require_conflict(places, {"export", "--format", "project", "-o", "."});
    CHECK_FALSE(fs::exists(places.project() / ".aiwg/rlm"));
    places.rlmdb({"export", "--force", "-o", places.tasks().string()});
    CHECK(fs::exists(places.tasks().string() + ".bak"));
  }

  TEST_CASE("the source of a running import is refused, even by force") {
    const OutputPlaces places;
    // As src/sources/source_file.cpp holds it.
    const int source = ::open(places.tasks().c_str(), O_RDONLY | O_CLOEXEC);
    REQUIRE(::flock(source, LOCK_SH) == 0);
    require_conflict(places, {"export", "-o", places.tasks().string()});
    require_conflict(places, {"export", "--force", "-o", places.tasks().string()});
    ::close(source);
    places.rlmdb({"export", "-o", places.tasks().string()});
  }

  TEST_CASE("a project goes into its own directory, beside the database") {
    const OutputPlaces places;
    places.rlmdb({"export", "--format", "project", "-o", places.project().string()});
    CHECK(places.rlmdb({"verify"}).code == 0);
    CHECK(fs::exists(places.project() / ".aiwg/rlm/sessions/s1/state.json"));
    const fs::path state = places.project() / ".aiwg/rlm/sessions/s1/state.json";
    fs::remove(state);
    fs::create_hard_link(places.database(), state);
    require_conflict(places, {"export", "--format", "project", "-o", places.project().string()});
    fs::remove(state);
    fs::create_symlink("elsewhere", state);
    require_conflict(places, {"export", "--format", "project", "-o", places.project().string()});
    CHECK(fs::is_symlink(state));
    require_conflict(places, {"export", "--format", "project", "-o", places.database().string()});
  }

  TEST_CASE("a spilled value goes over no file of the database and through no link") {
    const OutputPlaces places;
    const fs::path folder = places.project() / ".aiwg/rlm/sessions/s1/variables";
    fs::create_directories(folder);
    const std::vector<std::string> set = {"var", "set", "y", "[1]", "--session", "s1", "--spill-to-file"};
    fs::create_hard_link(places.database(), folder / "y.json");
    require_conflict(places, set);
    fs::remove(folder / "y.json");
    fs::create_symlink(places.database(), folder / "y.json");
    require_conflict(places, set);
    fs::remove(folder / "y.json");
    places.rlmdb(set);
    CHECK(read_all(folder / "y.json") == "[\n  1\n]");
  }
}
