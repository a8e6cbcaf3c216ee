// SPDX-License-Identifier: MIT
// Who may open a file or a directory by himself, and why no stranger's link can lead him.
#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "rules.hpp"

namespace architecture {
namespace {

struct Place {
  std::string_view path;
  std::string_view why;
};

constexpr std::string_view k_walked = "the path was walked before";
constexpr std::string_view k_own = "a name of ours, in a directory that was walked";
constexpr std::string_view k_found = "found in a directory that was walked";

constexpr std::array k_places = {
    Place{"src/util/path_walk.cpp", "walks, name by name"},
    Place{"src/util/beneath.cpp", "walks first, then follows no link"},
    Place{"src/util/foreign_file.cpp", "open_named() is this rule"},
    Place{"src/util/private_file.cpp", k_own},
    Place{"src/util/directory_copy.cpp", k_found},
    Place{"src/util/new_directories.cpp", "a directory that it made, O_NOFOLLOW"},
    Place{"src/backups/staged_copy.cpp", k_own},
    Place{"src/purging/purge_copies.cpp", k_found},
    Place{"src/projects/adopt.cpp", k_found},
    Place{"src/projects/project_backup.cpp", k_own},
    Place{"src/retention/project_files.cpp", k_found},
    Place{"src/imports/project_sources.cpp", k_walked},
    Place{"src/sources/beside_files.cpp", k_found},
    Place{"src/sources/legacy_daemon.cpp", k_found},
    Place{"src/sources/live_copies.cpp", "a file without a name, beside a source that was walked"},
    Place{"src/util/file_mark.cpp", k_found},
    Place{"src/util/output_file.cpp", k_walked},
    Place{"src/outputs/output_file.cpp", k_walked},
    Place{"src/outputs/output_check.cpp", k_walked},
    Place{"src/outputs/output_backup.cpp", k_walked},
    Place{"src/workflows/put_back.cpp", k_walked},
    Place{"src/db/connection.cpp", k_walked},
    Place{"src/db/publish.cpp", k_walked},
    Place{"src/db/gate_file.cpp", "beside a database that was walked, O_NOFOLLOW"},
    Place{"src/db/attach_turn.cpp", "beside a database that was walked, O_NOFOLLOW"},
    Place{"tools/rlmdb/frame/input_file.cpp", "enters what open_directory() opened"},
    Place{"tools/rlmdb/completion/whole_ids.cpp", "goes back to where the process was"},
    Place{"tools/rlmdb/serve/listening_socket.cpp",
          "in a directory that nobody else may write to, O_NOFOLLOW"},
    Place{"tools/rlmdb/serve/handshake.cpp", "what the kernel tells"},
    Place{"tools/rlmdb/work/cgroup.cpp", "what the kernel tells"},
};

/// From `at` to the end of the statement.
std::string statement_at(const std::string& text, std::size_t at) {
  return text.substr(at, std::min(text.find(';', at), text.size()) - at);
}

std::vector<std::size_t> lines_that_open(const std::string& text) {
  static const std::regex k_system(R"("/(proc|etc)[/"]|"/dev/null")");
  static const std::regex k_open(
      R"((^|[^\w:])::(open|openat|creat|fopen|freopen|opendir|chdir|fchdir)\()"
      R"(|\bstd::[io]?fstream \w+[({]|\b(fopen|freopen)\(|\b(fs|filesystem)::copy(_file)?\()"
      R"(|\bopen_foreign\(|\bcurrent_path\([^)]|directory_iterator[ >]?\w*\(\w|\bsqlite3_open)"
      R"(|\bSQLite::Database( \w+\(|>\(\w))");
  std::vector<std::size_t> lines;
  for (std::sregex_iterator found(text.begin(), text.end(), k_open), end; found != end; ++found) {
    if (std::regex_search(statement_at(text, static_cast<std::size_t>(found->position())), k_system))
      continue;
    lines.push_back(
        static_cast<std::size_t>(std::count(text.begin(), text.begin() + found->position(), '\n')) + 1);
  }
  return lines;
}

}  // namespace

std::vector<Breach> check_openings(const SourceFile& file) {
  if (!file.path.ends_with(".cpp") || !(is_under(file, "src") || is_under(file, "tools/rlmdb"))) return {};
  const bool is_listed = std::any_of(k_places.begin(), k_places.end(),
                                     [&](const Place& place) { return place.path == file.path; });
  const std::vector<std::size_t> lines = lines_that_open(file.text);
  if (is_listed && lines.empty())
    return {{file.path, 0, "opens nothing any more; take it out of opening_rules.cpp"}};
  std::vector<Breach> breaches;
  if (is_listed) return breaches;
  for (const std::size_t line : lines)
    breaches.push_back({file.path, line, "opens by itself; util::open_named follows no link of others"});
  return breaches;
}

}  // namespace architecture
