// SPDX-License-Identifier: MIT
#include "imports/project_sources.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "imports/source_kinds.hpp"
#include "rlmdb/error.hpp"
#include "sources/beside_files.hpp"
#include "sources/grid_place.hpp"
#include "sources/home_rows.hpp"
#include "sources/ralph_kind.hpp"
#include "sources/ralph_place.hpp"
#include "sources/rlm_place.hpp"
#include "sources/source_kind.hpp"
#include "util/database_files.hpp"
#include "util/path_walk.hpp"

namespace rlmdb::imports {

namespace {

namespace fs = std::filesystem;

/// The directories of `.aiwg/` that are read whole, and the files in `.aiwg/` itself.
constexpr std::array<std::string_view, 7> k_folders = {
    "daemon", "rlm", "ralph", "ralph-external", "checkpoints", "heartbeats", "overseer"};
constexpr std::array<std::string_view, 3> k_files = {"daemon.json", "daemon.pid", "launcher-registry.json"};

template <class Names>
bool is_among(const Names& names, const fs::path& path) {
  return std::find(names.begin(), names.end(), path.filename()) != names.end();
}

/// The daemon's lock says who ran it, as its pid file does; any other is of a program that wrote beside it.
bool is_leftover(const fs::path& file) {
  const std::string name = file.filename().string();
  return (name == ".lock" && file.parent_path().filename() != "daemon") || name.ends_with(".tmp") ||
         name.ends_with("-tmp");
}

/// Beneath the directories of loops a backup is data.
bool is_ralph_leftover(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".lock") || name.ends_with(".tmp");
}

bool is_tasks_json(const fs::path& file) {
  return file.filename() == "tasks.json" && file.parent_path().filename() == "daemon";
}

Error linked(const fs::path& path) {
  return Error(ErrorCode::conflict,
               "a symbolic link stands where the project's own has to be, and none is followed",
               path.string(),
               "nothing was changed; put what it leads to in its place, or import that by its own name");
}

/// Sorted.
std::vector<fs::path> entries_of(const fs::path& directory) {
  std::vector<fs::path> entries;
  std::error_code failure;
  for (fs::directory_iterator entry(directory, failure), end; !failure && entry != end;
       entry.increment(failure))
    entries.push_back(entry->path());
  if (failure)
    throw Error(ErrorCode::io, "cannot list the directory: " + failure.message(), directory.string());
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// What to do where the store, or a whole folder, is a link.
enum class Links { refuse, tell };

/// The directory's legacy files and all others.
class Walk {
 public:
  Walk(ProjectSources& sources, const fs::path& database, Links links)
      : m_sources(sources), m_database(database), m_links(links) {}

  /// What a whole project has.
  void take_project(const fs::path& aiwg) {
    for (const fs::path& entry : entries_of(aiwg)) {
      const bool is_directory = fs::is_directory(fs::symlink_status(entry));
      if (is_among(k_folders, entry) || (!is_directory && is_among(k_files, entry))) {
        take(entry);
      } else if (!util::is_database_file(m_database, entry)) {
        leave(entry, "other_files", "other legacy files, which import does not read");
      }
    }
  }

  void take(const fs::path& path) {
    const fs::file_status status = fs::symlink_status(path);
    if (fs::is_symlink(status)) return leave_link(path);
    if (!fs::is_directory(status)) return take_file(path);
    if (path.extension() == ".json" || path.extension() == ".jsonl")
      leave(path, "is_directory", "a directory has the name of a document: nothing is read by that name");
    for (const fs::path& entry : entries_of(path)) take(entry);
  }

  void finish() {
    const auto place = [](const FoundSource& found) {
      return std::tuple(sources::order_of(*found.kind), std::cref(found.path));
    };
    std::sort(m_found.begin(), m_found.end(),
              [&](const FoundSource& left, const FoundSource& right) { return place(left) < place(right); });
    std::move(m_found.begin(), m_found.end(), std::back_inserter(m_sources.files));
  }

  [[nodiscard]] bool has_found() const noexcept { return !m_found.empty(); }

 private:
  static bool exists_here(const fs::path& file) { return fs::is_regular_file(fs::symlink_status(file)); }

  void take_file(const fs::path& file) {
    if (!exists_here(file)) return leave(file, "no_file", "no regular file");
    if (util::is_database_file(m_database, file)) return;
    if (sources::may_be_database(file)) return leave(file, "database", "a database, or a file of one");
    if (sources::is_own(file)) return leave_own(file);
    std::error_code ignored;
    const fs::path real = fs::canonical(file, ignored);
    if (sources::grid_place_of(real)) return take_grid_file(file);
    if (sources::ralph_place_of(real)) return take_ralph_file(file);
    if (is_leftover(file) || sources::has_name_of_copy(file)) return leave_leftover(file);
    found(kind_of(sources::open_to_look(file)), file);
  }

  /// A tasks.json is one in its own place alone, and so is a state document: any other is kept whole.
  static sources::SourceKind kind_of(const sources::SourceFile& source) {
    using sources::SourceKind;
    if (is_tasks_json(source.real_path)) return SourceKind::tasks;
    const fs::path extension = source.real_path.extension();
    if (extension != ".json" && extension != ".jsonl") return sources::kind_of_kept(source);
    const SourceKind kind = find_source_kind(source);
    const auto place = sources::place_of(source.real_path);
    const bool is_elsewhere =
        kind == SourceKind::tasks || (kind == SourceKind::state && !(place && place->owner));
    return is_elsewhere ? sources::kind_of_kept(source) : kind;
  }

  /// All of them are kept, but what a program needed while it wrote.
  void take_ralph_file(const fs::path& file) {
    if (is_ralph_leftover(file)) return leave_leftover(file);
    if (sources::is_own_copy(file)) return leave_own(file);
    found(find_source_kind(sources::open_to_look(file)), file);
  }

  void take_grid_file(const fs::path& file) {
    if (sources::is_grid_leftover(file)) return leave_leftover(file);
    if (sources::is_own_copy(file)) return leave_own(file);
    found(sources::SourceKind::grid, file);
  }

  void found(sources::SourceKind kind, const fs::path& file) { m_found.push_back({file, kind}); }

  /// The store itself, or a whole folder of the project: without it nothing could be said of the project.
  void leave_link(const fs::path& path) {
    const bool is_folder = is_among(k_folders, path) && path.parent_path().filename() == ".aiwg";
    if (m_links == Links::refuse && (is_folder || is_tasks_json(path))) throw linked(path);
    if (leads_outside(path))
      return leave(path, "link_outside",
                   "a symbolic link is not followed: what it leads to is not in the database");
    leave(path, "symbolic_link", "a symbolic link is not followed");
  }

  /// Of the project's folders. What lies in them comes in by its own name; one that leads nowhere has
  /// nothing.
  static bool leads_outside(const fs::path& link) {
    std::error_code failure;
    const fs::path target = fs::canonical(link, failure);
    if (failure) return false;
    const fs::path here = fs::canonical(link.parent_path(), failure) / link.filename();
    const auto root = sources::root_of_project(here);
    return failure || !root || root != sources::root_of_project(target);
  }

  void leave_leftover(const fs::path& file) {
    leave(file, "leftover", "a leftover of a program that wrote beside it");
  }

  void leave_own(const fs::path& file) { leave(file, "leftover", "a file that rlmdb made itself"); }

  void leave(const fs::path& path, std::string code, std::string message) {
    m_sources.left_aside.push_back({path.string(), std::move(code), std::move(message)});
  }

  ProjectSources& m_sources;
  const fs::path& m_database;
  Links m_links;
  std::vector<FoundSource> m_found;
};

Error no_project(const fs::path& directory) {
  return Error(ErrorCode::invalid_input,
               "the directory is no legacy project: there is no .aiwg/ and no .grid/ in it",
               directory.string(), "name a project's directory, its .aiwg/ or .grid/, or a file");
}

/// False: there is no legacy file in it.
bool take_directory(const fs::path& directory, const fs::path& database, Links links,
                    ProjectSources& sources) {
  util::require_no_link_of_others(directory);
  Walk walk(sources, database, links);
  const fs::path real = fs::canonical(directory);
  const fs::path named = (directory / "").parent_path();
  const bool is_folder = named.filename() == ".aiwg" || named.filename() == ".grid";
  if (links == Links::refuse && is_folder) {
    require_no_link(named);
  } else if (links == Links::refuse) {
    for (const char* folder : {".aiwg", ".grid"}) require_no_link(directory / folder);
  }
  const bool has_aiwg = fs::is_directory(directory / ".aiwg");
  const bool has_grid = fs::is_directory(directory / ".grid");
  if (real.filename() == ".aiwg") {
    walk.take_project(directory.lexically_normal());
  } else if (has_aiwg || has_grid) {
    if (has_aiwg) walk.take_project((directory / ".aiwg").lexically_normal());
    if (has_grid) walk.take((directory / ".grid").lexically_normal());
  } else if (sources::place_in_project(real / "")) {
    for (const fs::path& entry : entries_of(directory)) walk.take(entry);
  } else {
    throw no_project(directory);
  }
  const bool has_found = walk.has_found();
  walk.finish();
  return has_found;
}

void sort_left_aside(ProjectSources& sources) {
  std::sort(sources.left_aside.begin(), sources.left_aside.end(),
            [](const Finding& left, const Finding& right) { return left.where < right.where; });
}

}  // namespace

void require_no_link(const fs::path& folder) {
  if (fs::is_symlink(fs::symlink_status(folder))) throw linked(folder);
}

ProjectSources find_sources(const std::vector<fs::path>& paths, const fs::path& database) {
  ProjectSources sources;
  for (const fs::path& path : paths) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) {
      sources.files.push_back({path, std::nullopt});
    } else if (!take_directory(path, database, Links::refuse, sources)) {
      throw Error(ErrorCode::invalid_input, "there is no legacy file in the directory", path.string(),
                  "import reads what is beneath .grid/, .aiwg/daemon/, .aiwg/rlm/, .aiwg/ralph/, "
                  ".aiwg/ralph-external/ and .aiwg/checkpoints/");
    }
  }
  sort_left_aside(sources);
  return sources;
}

ProjectSources sources_beneath(const fs::path& directory, const fs::path& database) {
  ProjectSources sources;
  (void)take_directory(directory, database, Links::tell, sources);
  sort_left_aside(sources);
  return sources;
}

DirectoryOfProject find_in_project(const fs::path& directory) {
  util::require_no_link_of_others(directory);
  std::error_code failure;
  const fs::path real = fs::canonical(directory, failure);
  if (failure) throw Error(ErrorCode::not_found, "no such directory", directory.string(), "check the path");
  DirectoryOfProject found{real, {}};
  if (real.filename() != ".aiwg" && (fs::is_directory(real / ".aiwg") || fs::is_directory(real / ".grid")))
    return found;
  auto place = sources::place_in_project(real / "");
  if (!place) throw no_project(directory);
  found.root = *sources::root_of_project(real / "");
  place->pop_back();
  found.place = *std::move(place);
  return found;
}

}  // namespace rlmdb::imports
