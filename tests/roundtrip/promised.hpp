// SPDX-License-Identifier: MIT
/// A project of which everything is looked at before it goes in and after it came out.
#pragma once

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "program_run.hpp"
#include "rlmdb/adopt.hpp"
#include "store_files.hpp"
#include "test_dir.hpp"
#include "unprivileged.hpp"

namespace rlmdb::test {

/// What a path is, but for the times of directories.
struct PathState {
  std::filesystem::file_type type = std::filesystem::file_type::none;
  std::string bytes;  ///< of a link its target
  mode_t mode = 0;
  uid_t owner = 0;
  gid_t group = 0;
  std::int64_t modified_ns = 0;
  bool operator==(const PathState&) const = default;
};

inline PathState state_of(const std::filesystem::path& path) {
  struct stat status {};
  REQUIRE(::lstat(path.c_str(), &status) == 0);
  PathState state;
  state.type = std::filesystem::symlink_status(path).type();
  state.mode = status.st_mode;
  state.owner = status.st_uid;
  state.group = status.st_gid;
  if (state.type == std::filesystem::file_type::directory) return state;
  state.modified_ns = status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec;
  state.bytes = state.type == std::filesystem::file_type::symlink
                    ? std::filesystem::read_symlink(path).string()
                    : read_all(path);
  return state;
}

inline bool is_of_rlmdb(const std::string& place) {
  return place.find("rlm.db") != std::string::npos || place.find(".before-adopt-") != std::string::npos;
}

/// A project that is written by hand.
class Promised {
 public:
  void write(const std::string& place, const std::string& text) const {
    std::filesystem::create_directories((root() / place).parent_path());
    write_all(root() / place, text);
  }
  [[nodiscard]] std::map<std::string, PathState> paths() const {
    std::map<std::string, PathState> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root())) {
      const std::string place = entry.path().lexically_relative(root()).string();
      if (!is_of_rlmdb(place)) paths.emplace(place, state_of(entry.path()));
    }
    return paths;
  }
  [[nodiscard]] AdoptReport adopt_it() const {
    AdoptOptions options;
    options.store.durability = Durability::normal;
    return adopt(root(), database(), options);
  }
  [[nodiscard]] UndoAdoptReport undo() const {
    UndoAdoptOptions options;
    options.store.durability = Durability::normal;
    return undo_adopt(root(), database(), options);
  }
  [[nodiscard]] std::filesystem::path root() const { return m_dir.path() / m_name; }
  [[nodiscard]] std::filesystem::path database() const { return root() / ".aiwg/rlm.db"; }

  void give_to(uid_t user) const {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(m_dir.path()))
      REQUIRE(::lchown(entry.path().c_str(), user, user) == 0);
    REQUIRE(::chmod(m_dir.path().c_str(), 0755) == 0);
  }
  /// The directory gets another name.
  void rename(const std::string& name) {
    std::filesystem::rename(root(), m_dir.path() / name);
    m_name = name;
  }
  void edit_loop() const {
    edit_in_shell(database(),
                  "UPDATE loops SET outline = json_set(outline, '$.maxIterations', "
                  "json_extract(outline, '$.maxIterations') + 1)");
  }
  [[nodiscard]] Ended run_as_nobody(std::vector<std::string> words) const {
    Launch launch;
    launch.words = {program_path()};
    launch.words.insert(launch.words.end(), words.begin(), words.end());
    launch.directory = root();
    launch.in_child = become_unprivileged;
    return run(launch);
  }
  [[nodiscard]] std::filesystem::path elsewhere() const { return m_dir.path() / "elsewhere"; }

  [[nodiscard]] std::filesystem::path fresh_database() const { return m_dir.path() / "fresh.db"; }

  enum class Named { all, some };

  /// `damaged`: the places of files that are not what those, or their names, promise: `named` of them are said to be so
  /// each time, and nothing else is.
  void check_kept(const std::set<std::string>& damaged = {}, Named named = Named::all) const {
    const auto before = paths();
    for (int round = 0; round < 2; ++round) {
      std::set<std::string> said;
      const AdoptReport adopted = adopt_it();
      for (const Finding& finding : adopted.verified->findings) {
        CHECK_MESSAGE(finding.code.starts_with("damaged_"), finding.where, " ", finding.message);
        said.insert(damaged_place(finding));
      }
      for (const std::string& place : said) CHECK_MESSAGE(damaged.contains(place), place);
      if (named == Named::all) CHECK(said == damaged);
      CHECK(undo().written.left_out.empty());
      const auto after = paths();
      for (const auto& known : before) {
        CAPTURE(known.first);
        const auto& [place, state] = known;
        REQUIRE(after.contains(place));
        CHECK(after.at(place).bytes == state.bytes);
        CHECK((after.at(place) == state));
      }
      CHECK(after.size() == before.size());
    }
  }

 private:
  [[nodiscard]] std::string damaged_place(const Finding& finding) const {
    const std::string path = finding.where.substr(0, finding.where.find(": byte "));
    return std::filesystem::path(path).lexically_relative(root()).string();
  }

  TestDir m_dir;
  std::string m_name = "project";
};

}  // namespace rlmdb::test
