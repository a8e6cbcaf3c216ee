// SPDX-License-Identifier: MIT
#include "projects/legacy_writers.hpp"

#include "imports/project_sources.hpp"
#include "rlmdb/error.hpp"
#include "sources/legacy_daemon.hpp"
#include "util/path_walk.hpp"

namespace rlmdb::projects {

namespace fs = std::filesystem;

std::vector<fs::path> require_project(const fs::path& root) {
  util::require_no_link_of_others(root / "");
  std::vector<fs::path> folders;
  for (const char* name : {".aiwg", ".grid"}) {
    imports::require_no_link(root / name);
    std::error_code ignored;
    if (fs::is_directory(root / name, ignored)) folders.push_back(root / name);
  }
  if (folders.empty())
    throw Error(ErrorCode::not_found, "there is no .aiwg/ and no .grid/ in the directory", root.string(),
                "name the directory of a legacy project");
  return folders;
}

void require_no_legacy_writer(const std::vector<fs::path>& folders) {
  const fs::path& aiwg = folders.front();
  if (aiwg.filename() != ".aiwg") return;
  const auto process = sources::find_live_program(aiwg);
  if (!process) return;
  throw Error(ErrorCode::conflict,
              "a legacy program is at work: process " + std::to_string(process->pid) + ", says " +
                  process->named_in.string(),
              aiwg.string(),
              "nothing was changed; stop it first, or, if that process is another program, give --force");
}

}  // namespace rlmdb::projects
