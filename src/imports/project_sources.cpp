// SPDX-License-Identifier: MIT
#include "imports/project_sources.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "imports/find_source_kind.hpp"
#include "rlmdb/error.hpp"
#include "sources/ralph_place.hpp"
#include "sources/rlm_place.hpp"
#include "sources/source_kind.hpp"

namespace rlmdb::imports {

namespace {

namespace fs = std::filesystem;

/// The directories of `.aiwg/` that are read whole.
constexpr std::array<std::string_view, 4> k_folders = {"rlm", "ralph", "ralph-external", "checkpoints"};

struct FoundFile {
  std::size_t rank;
  fs::path path;

  friend bool operator<(const FoundFile& left, const FoundFile& right) {
    return std::tie(left.rank, left.path) < std::tie(right.rank, right.path);
  }
};

bool is_leftover(const fs::path& file) {
  const std::string name = file.filename().string();
  return name == ".lock" || name.ends_with(".tmp") || name.ends_with(".bak") || name.ends_with("-tmp");
}

/// Beneath the directories of loops a backup is data.
bool is_ralph_leftover(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.ends_with(".lock") || name.ends_with(".tmp");
}

bool is_tasks_json(const fs::path& file) {
  return file.filename() == "tasks.json" && file.parent_path().filename() == "daemon";
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

/// The directory's legacy files and all others.
class Walk {
 public:
  explicit Walk(ProjectSources& sources) : m_sources(sources) {}

  /// What a whole project has.
  void take_project(const fs::path& aiwg) {
    if (exists_here(aiwg / "daemon/tasks.json")) take_file(aiwg / "daemon/tasks.json");
    for (const fs::path& entry : entries_of(aiwg)) {
      const bool is_directory = fs::is_directory(fs::symlink_status(entry));
      if (std::find(k_folders.begin(), k_folders.end(), entry.filename()) != k_folders.end()) {
        take(entry);
      } else if (is_directory && entry.filename() != "daemon") {
        leave(entry, "other_files", "other legacy files, which import does not read");
      }
    }
  }

  void take(const fs::path& path) {
    const fs::file_status status = fs::symlink_status(path);
    if (fs::is_symlink(status)) return leave(path, "symbolic_link", "a symbolic link is not followed");
    if (!fs::is_directory(status)) return take_file(path);
    for (const fs::path& entry : entries_of(path)) take(entry);
  }

  void finish() {
    std::sort(m_found.begin(), m_found.end());
    for (FoundFile& found : m_found) m_sources.files.push_back(std::move(found.path));
  }

  [[nodiscard]] bool has_found() const noexcept { return !m_found.empty(); }

 private:
  static bool exists_here(const fs::path& file) { return fs::is_regular_file(fs::symlink_status(file)); }

  void take_file(const fs::path& file) {
    if (!exists_here(file)) return leave(file, "no_file", "no regular file");
    std::error_code ignored;
    if (sources::ralph_place_of(fs::canonical(file, ignored))) return take_ralph_file(file);
    if (is_leftover(file)) return leave_leftover(file);
    if (file.extension() != ".json" && file.extension() != ".jsonl")
      return leave(file, "no_json", "no JSON file");
    const sources::SourceFile source = sources::open_to_look(file);
    const sources::SourceKind kind =
        is_tasks_json(source.real_path) ? sources::SourceKind::tasks : find_source_kind(source);
    if (kind == sources::SourceKind::tasks && !is_tasks_json(source.real_path))
      return leave(file, "unknown_document", "no document that import knows");
    const auto place = sources::place_of(source.real_path);
    if (kind == sources::SourceKind::state && !(place && place->owner))
      return leave(file, "other_place",
                   "a state document that does not lie where states do; import it by itself");
    found(kind, file);
  }

  /// All of them are kept, but what a program needed while it wrote.
  void take_ralph_file(const fs::path& file) {
    if (is_ralph_leftover(file)) return leave_leftover(file);
    found(find_source_kind(sources::open_to_look(file)), file);
  }

  void found(sources::SourceKind kind, const fs::path& file) {
    m_found.push_back({sources::order_of(kind), file});
  }

  void leave_leftover(const fs::path& file) {
    leave(file, "leftover", "a leftover of a program that wrote beside it");
  }

  void leave(const fs::path& path, std::string code, std::string message) {
    m_sources.left_aside.push_back({path.string(), std::move(code), std::move(message)});
  }

  ProjectSources& m_sources;
  std::vector<FoundFile> m_found;
};

void take_directory(const fs::path& directory, ProjectSources& sources) {
  Walk walk(sources);
  const fs::path real = fs::canonical(directory);
  if (real.filename() == ".aiwg") {
    walk.take_project(directory.lexically_normal());
  } else if (fs::is_directory(directory / ".aiwg")) {
    walk.take_project((directory / ".aiwg").lexically_normal());
  } else if (sources::path_in_project(real)) {
    for (const fs::path& entry : entries_of(directory)) walk.take(entry);
  } else {
    throw Error(ErrorCode::invalid_input, "the directory is no legacy project: there is no .aiwg/ in it",
                directory.string(), "name a project's directory, its .aiwg/, or a file");
  }
  if (!walk.has_found())
    throw Error(ErrorCode::invalid_input, "there is no legacy file in the directory", directory.string(),
                "import reads .aiwg/daemon/tasks.json and what is beneath .aiwg/rlm/, .aiwg/ralph/, "
                ".aiwg/ralph-external/ and .aiwg/checkpoints/");
  walk.finish();
}

}  // namespace

ProjectSources find_sources(const std::vector<fs::path>& paths) {
  ProjectSources sources;
  for (const fs::path& path : paths) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
      take_directory(path, sources);
    } else {
      sources.files.push_back(path);
    }
  }
  std::sort(sources.left_aside.begin(), sources.left_aside.end(),
            [](const Finding& left, const Finding& right) { return left.where < right.where; });
  return sources;
}

}  // namespace rlmdb::imports
