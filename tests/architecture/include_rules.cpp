// SPDX-License-Identifier: MIT
// The rooms of docs/ARCHITECTURE.md and the kinds of files in them. A file may use the standard library, the
// operating system's headers, its own room and the rooms below it; the rows and rules of any room; and the
// libraries that its room names. Everything else is a breach.
#include <algorithm>
#include <string>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

enum class SystemHeaders { allowed, refused };

struct Room {
  std::string folder;
  std::vector<std::string> may_include;  ///< besides rooms: a folder ("fmt/"), or one header
  SystemHeaders system_headers = SystemHeaders::allowed;
};

/// The rooms of src/, ground first: each may use those before it.
const std::vector<Room>& rooms_of_library() {
  static const std::vector<Room> k_rooms = {
      {"util", {"rlmdb/error.hpp", "rlmdb/guard.hpp", "openssl/", "utf8proc.h", "xxhash.h"}},
      {"words", {}},
      {"db",
       {"rlmdb/access.hpp", "rlmdb/error.hpp", "rlmdb/event_kind.hpp", "rlmdb/log.hpp", "rlmdb/store.hpp",
        "rlmdb/version.hpp", "SQLiteCpp/", "sqlite3.h"}},
      {"json",
       {"rlmdb/error.hpp", "rlmdb/json_text.hpp", "rlmdb/words.hpp", "simdjson.h", "zlib.h", "lz4frame.h"}},
      {"yaml", {"rlmdb/error.hpp", "rlmdb/json_text.hpp", "yaml.h"}},
      {"records", {"rlmdb/error.hpp", "rlmdb/task.hpp", "rlmdb/words.hpp"}},
      {"schemas", {"rlmdb/words.hpp"}},
      {"events", {"rlmdb/"}},
      {"sources", {"rlmdb/", "fmt/"}},
      {"outputs", {"rlmdb/"}},
      {"writing", {"rlmdb/", "fmt/"}},
      {"variables", {"rlmdb/", "fmt/"}},
      {"trees", {"rlmdb/", "fmt/"}},
      {"tasks", {"rlmdb/", "fmt/"}},
      {"checkpoints", {"rlmdb/", "fmt/"}},
      {"tree_documents", {"rlmdb/"}},
      {"loops", {"rlmdb/", "fmt/"}},
      {"workflows", {"rlmdb/", "fmt/"}},
      {"grid", {"rlmdb/", "fmt/"}},
      {"recovery", {"rlmdb/", "fmt/"}},
      {"exports", {"rlmdb/"}},
      {"imports", {"rlmdb/"}},
      {"checks", {"rlmdb/"}},
      {"retention", {"rlmdb/"}},
      {"purging", {"rlmdb/"}},
      {"backups", {"rlmdb/"}},
      {"maintenance", {"rlmdb/"}},
      {"projects", {"rlmdb/"}},
  };
  return k_rooms;
}

/// A subject of the program: what commands about one thing share. `others` are subjects it builds on.
Room subject(const std::string& name, std::vector<std::string> others = {}) {
  for (const char* below : {"frame/", "format/", "terminal/", "rlmdb/", "fmt/"}) {
    others.emplace_back(below);
  }
  others.push_back(name + "/");
  return {"tools/rlmdb/" + name, others};
}

const std::vector<Room>& other_rooms() {
  static const std::vector<Room> k_rooms = {
      {"include/rlmdb", {"rlmdb/"}, SystemHeaders::refused},
      // What a terminal is to look like after the last words is the one thing it asks of the frame.
      {"tools/rlmdb/terminal", {"terminal/", "rlmdb/", "fmt/", "utf8proc.h", "frame/last_words.hpp"}},
      {"tools/rlmdb/format", {"format/", "terminal/", "rlmdb/", "nlohmann/", "fmt/"}},
      {"tools/rlmdb/frame", {"frame/", "format/", "terminal/", "rlmdb/", "CLI/", "spdlog/", "fmt/"}},
      subject("tasks", {"trees/print_trees.hpp", "utf8proc.h"}),
      subject("trees"),
      subject("work", {"tasks/", "trees/print_merge.hpp"}),
      subject("progress", {"trees/"}),
      subject("costs", {"trees/print_totals.hpp"}),
      subject("variables", {"tasks/"}),
      subject("checkpoints"),
      subject("loops", {"reports/report_html_parts.hpp"}),
      subject("grid"),
      subject("reports", {"trees/", "costs/", "progress/"}),
      subject("recovery", {"trees/"}),
      subject("events"),
      subject("database"),
      subject("cleanup", {"database/print_backup.hpp"}),
      subject("import"),
      subject("export", {"reports/print_report.hpp"}),
      subject("verify", {"reports/print_report.hpp"}),
      subject("projects",
              {"import/", "export/print_export.hpp", "reports/print_report.hpp", "verify/print_verify.hpp"}),
      subject("shadow"),
      subject("serve", {"events/"}),
      subject("mcp", {"serve/"}),
      subject("sql"),
      subject("help"),
      subject("completion", {"help/explanations.hpp"}),
      {"tools/rlmdb", {"frame/", "completion/", "help/", "terminal/", "rlmdb/"}},
      {"tools/pages", {"pages/", "frame/", "rlmdb/", "fmt/", "cmark.h"}},
  };
  return k_rooms;
}

bool is_standard(const std::string& target) {
  return target.find('/') == std::string::npos && target.find('.') == std::string::npos;
}

bool is_operating_system(const std::string& target) {
  static const std::vector<std::string> k_headers = {
      "dirent.h", "emmintrin.h", "errno.h", "fcntl.h", "poll.h",  "pthread.h", "pwd.h",
      "sched.h",  "signal.h",    "spawn.h", "time.h",  "stdio.h", "unistd.h",  "termios.h"};
  return target.starts_with("sys/") || target.starts_with("linux/") ||
         std::find(k_headers.begin(), k_headers.end(), target) != k_headers.end();
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// "task_rows" of "records/task_rows.sql.hpp"
std::string stem_of(const std::string& path) {
  const std::string name = file_name(path);
  return name.substr(0, name.find('.'));
}

bool is_rows(const std::string& path) {
  return stem_of(path).ends_with("_rows");
}

/// What a path says by itself: it looks at no file.
bool is_place(const std::string& path) {
  return stem_of(path).ends_with("_place");
}

bool is_rules(const std::string& path) {
  return stem_of(path).ends_with("_rules");
}

bool is_statements(const Include& include) {
  return include.target.ends_with(".sql.hpp");
}

/// The room of a header of src/; its place in the list, or the list's size.
std::size_t place_of_room(const std::string& folder) {
  const std::vector<Room>& rooms = rooms_of_library();
  return static_cast<std::size_t>(
      std::find_if(rooms.begin(), rooms.end(), [&](const Room& room) { return room.folder == folder; }) -
      rooms.begin());
}

bool names(const Room& room, const std::string& target) {
  return std::any_of(room.may_include.begin(), room.may_include.end(), [&](const std::string& allowed) {
    return allowed.ends_with("/") ? target.starts_with(allowed) : target == allowed;
  });
}

/// Statements are used by the rows that they stand beside. The migrations' list and verify, which looks at
/// everything, have some without being the rows of a table; the search for a task by its names too; and a
/// task's row is written by two files: as a record, and by its head, as verbs change it.
bool may_use_statements(const SourceFile& file, const std::string& statements) {
  if (is_under(file, "src/db") || is_under(file, "src/checks")) return true;
  const std::string own = stem_of(file.path);
  if (own == "task_head") return stem_of(statements) == "task_rows";
  return own == stem_of(statements) && (is_rows(own) || own == "task_lookup");
}

/// What the kind of a file, its suffix, forbids whatever its room may; "" for nothing.
std::string forbidden_to_kind(const SourceFile& file, const Include& include) {
  const std::string& target = include.target;
  if (is_rows(file.path) && (target.starts_with("json/") ||
                             (target.starts_with("sources/") && !is_rows(target) && !is_place(target))))
    return "rows know no JSON";
  if (is_rules(file.path) && (target.starts_with("db/") || is_rows(target) || is_operating_system(target) ||
                              target == "util/clock.hpp"))
    return "rules are about values: no database, no clock, no files";
  if (is_statements(include) && !may_use_statements(file, target))
    return "statements are used by the rows beside them";
  if (target.starts_with("CLI/") && file.path != "tools/rlmdb/frame/parse.cpp")
    return "CLI11 is known to tools/rlmdb/frame/parse.cpp alone";
  return {};
}

bool may_include(const Room& room, const Include& include) {
  const std::string& target = include.target;
  if (is_standard(target) || names(room, target)) return true;
  if (is_operating_system(target)) return room.system_headers == SystemHeaders::allowed;
  // "command.hpp" beside the file, or a statement text that the build embeds.
  if (include.quoted && target.find('/') == std::string::npos && target.ends_with(".hpp")) return true;
  const std::size_t theirs = place_of_room(target.substr(0, target.find('/')));
  if (theirs == rooms_of_library().size()) return false;
  const std::size_t ours = place_of_room(room.folder);
  if (ours == rooms_of_library().size()) return false;
  return theirs <= ours || is_rows(target) || is_rules(target);
}

const Room* room_of(const SourceFile& file) {
  for (const Room& room : rooms_of_library())
    if (is_under(file, "src/" + room.folder)) return &room;
  for (const Room& room : other_rooms())
    if (is_under(file, room.folder)) return &room;
  return nullptr;
}

}  // namespace

std::vector<Breach> check_includes(const SourceFile& file) {
  std::vector<Breach> breaches;
  if (!is_cpp(file)) return breaches;
  const Room* room = room_of(file);
  if (room == nullptr) {
    if (is_under(file, "src") || is_under(file, "include"))
      breaches.push_back({file.path, 0, "is in no room that the include table knows"});
    return breaches;
  }
  for (const Include& include : find_includes(file)) {
    std::string problem = forbidden_to_kind(file, include);
    if (problem.empty() && !may_include(*room, include)) problem = room->folder + " may not";
    if (!problem.empty())
      breaches.push_back({file.path, include.line, problem + ": #include " + include.target});
  }
  return breaches;
}

}  // namespace architecture
