// SPDX-License-Identifier: MIT
#include "projects/legacy_writers.hpp"

#include "rlmdb/error.hpp"
#include "sources/legacy_daemon.hpp"

namespace rlmdb::projects {

namespace fs = std::filesystem;

fs::path require_project(const fs::path& root) {
  fs::path aiwg = root / ".aiwg";
  std::error_code ignored;
  if (!fs::is_directory(aiwg, ignored))
    throw Error(ErrorCode::not_found, "there is no .aiwg/ in the directory", root.string(),
                "name the directory of a legacy project");
  return aiwg;
}

void require_no_legacy_writer(const fs::path& aiwg) {
  const auto process = sources::find_live_program(aiwg);
  if (!process) return;
  throw Error(ErrorCode::conflict,
              "a legacy program is at work: process " + std::to_string(process->pid) + ", says " +
                  process->named_in.string(),
              aiwg.string(),
              "nothing was changed; stop it first, or, if that process is another program, give --force");
}

}  // namespace rlmdb::projects
