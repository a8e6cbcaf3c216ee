// SPDX-License-Identifier: MIT
// The include table of docs/ARCHITECTURE.md. A room may use the standard library, the operating system's
// headers, itself, and what its line names; everything else is a breach.
#include <algorithm>
#include <string>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

enum class SystemHeaders { allowed, refused };

struct Room {
  std::string folder;
  std::vector<std::string> may_include;  ///< a folder ("db/"), or one header
  SystemHeaders system_headers = SystemHeaders::allowed;
};

const std::vector<std::string> k_vocabulary = {
    "rlmdb/error.hpp",   "rlmdb/log.hpp",           "rlmdb/task.hpp",          "rlmdb/change.hpp",
    "rlmdb/claim.hpp",   "rlmdb/event.hpp",         "rlmdb/version.hpp",       "rlmdb/tree.hpp",
    "rlmdb/recover.hpp", "rlmdb/progress.hpp",      "rlmdb/record_counts.hpp", "rlmdb/merge.hpp",
    "rlmdb/finding.hpp", "rlmdb/tree_settings.hpp", "rlmdb/estimate.hpp"};

std::vector<std::string> operator+(std::vector<std::string> left, const std::vector<std::string>& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

const std::vector<Room>& rooms() {
  static const std::vector<Room> k_rooms = {
      {"include/rlmdb", {"rlmdb/"}, SystemHeaders::refused},
      {"src/util", {"util/", "rlmdb/error.hpp", "openssl/", "utf8proc.h", "xxhash.h"}},
      {"src/model", k_vocabulary + std::vector<std::string>{"model/", "util/"}, SystemHeaders::refused},
      {"src/db",
       {"db/", "util/", "rlmdb/error.hpp", "rlmdb/log.hpp", "rlmdb/version.hpp", "SQLiteCpp/", "sqlite3.h"}},
      {"src/store", k_vocabulary + std::vector<std::string>{"rlmdb/store.hpp", "rlmdb/loop.hpp", "store/",
                                                            "db/", "model/", "util/"}},
      {"src/legacy", k_vocabulary + std::vector<std::string>{"legacy/", "model/", "util/", "simdjson.h",
                                                             "nlohmann/", "fmt/", "zlib.h", "lz4frame.h"}},
      {"src/jobs", {"rlmdb/", "jobs/", "legacy/", "store/", "db/", "model/", "util/", "simdjson.h", "fmt/"}},
      {"src/tasks", {"rlmdb/", "tasks/", "jobs/", "legacy/", "store/", "db/", "model/", "util/", "fmt/"}},
      {"tools/rlmdb", {"rlmdb/", "CLI/", "nlohmann/", "spdlog/", "fmt/", "utf8proc.h"}},
  };
  return k_rooms;
}

bool is_standard(const std::string& target) {
  return target.find('/') == std::string::npos && target.find('.') == std::string::npos;
}

bool is_operating_system(const std::string& target) {
  static const std::vector<std::string> k_headers = {"dirent.h", "emmintrin.h", "errno.h",  "fcntl.h",
                                                     "poll.h",   "pthread.h",   "signal.h", "time.h",
                                                     "stdio.h",  "unistd.h",    "termios.h"};
  return target.starts_with("sys/") || target.starts_with("linux/") ||
         std::find(k_headers.begin(), k_headers.end(), target) != k_headers.end();
}

// "command.hpp" beside the file, or a statement text that the build embeds from the room's own .sql files.
bool is_own(const Include& include) {
  return include.quoted && include.target.find('/') == std::string::npos && include.target.ends_with(".hpp");
}

bool may_include(const Room& room, const Include& include) {
  if (is_standard(include.target)) return true;
  if (is_operating_system(include.target)) return room.system_headers == SystemHeaders::allowed;
  if (is_own(include)) return true;
  return std::any_of(room.may_include.begin(), room.may_include.end(), [&](const std::string& allowed) {
    return allowed.ends_with("/") ? include.target.starts_with(allowed) : include.target == allowed;
  });
}

}  // namespace

std::vector<Breach> check_includes(const SourceFile& file) {
  std::vector<Breach> breaches;
  if (!is_cpp(file)) return breaches;
  const auto room =
      std::find_if(rooms().begin(), rooms().end(), [&](const Room& r) { return is_under(file, r.folder); });
  if (room == rooms().end()) {
    if (is_under(file, "src") || is_under(file, "include")) {
      breaches.push_back({file.path, 0, "is in no room that the include table knows"});
    }
    return breaches;
  }
  for (const Include& include : find_includes(file)) {
    if (!may_include(*room, include)) {
      breaches.push_back({file.path, include.line, room->folder + " may not include " + include.target});
    }
  }
  return breaches;
}

}  // namespace architecture
