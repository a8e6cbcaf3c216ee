// SPDX-License-Identifier: MIT
/// Grid missions: the `.grid` directories that the database holds, and how they change.
/// Where a mission goes on: rlmdb/grid_resume.hpp.
///
/// A directory goes by its place, ".grid", or by the cluster that its STATE.md names. What a file was before
/// is kept: each change writes new versions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rlmdb/dry_run.hpp"
#include "rlmdb/grid_step.hpp"
#include "rlmdb/store.hpp"

namespace rlmdb {

/// A place, or a cluster; "": the only one there is.
struct GridName {
  std::string text{};
};

struct GridMission {
  std::string place{};
  std::string cluster{};   ///< "": STATE.md does not say
  std::string status{};    ///< "": STATE.md does not say, or cannot be read
  bool is_broken = false;  ///< STATE.md is missing or cannot be read
  std::string position{};  ///< "phase 2/4, wave 2/3, block 1/3, thread 3/5"
  std::optional<std::int64_t> progress_percent{};
  std::optional<std::int64_t> energy_remaining{};
  std::string updated_at{};      ///< as STATE.md has it
  std::int64_t blocks_done = 0;  ///< with a summary that says complete
  std::int64_t blocks_planned = 0;
  std::int64_t commits = 0;  ///< that summaries claim
  std::int64_t decisions = 0;
  std::int64_t open_blockers = 0;
  std::int64_t warmth_items = 0;
  std::int64_t checkpoints = 0;  ///< that were ever written
  std::int64_t files = 0;
  std::int64_t version = 1;
  std::string directory{};  ///< where it came from, or is written back to; "": neither
  bool is_written_through = false;
};

/// By place. Errors: corrupt, busy, io.
[[nodiscard]] std::vector<GridMission> grid_missions(const Store& store);

struct GridFileText {
  std::string name{};         ///< "STATE.md"
  std::string kind{};         ///< "state", "plan", "other"…
  std::string text{};         ///< its bytes
  std::string document{};     ///< what it says, compact JSON; "": nothing that is read, or it cannot be
  std::string modified_at{};  ///< UTC, milliseconds
};

/// The files of a mission, by name, now or as the event `at` left them. Errors: not_found, invalid_input (a
/// name that several have).
[[nodiscard]] std::vector<GridFileText> grid_files(const Store& store, const GridName& grid,
                                                   std::optional<std::int64_t> at = {});

struct GridCondition {
  std::optional<std::int64_t> if_version{};  ///< the change is refused (conflict) where it is at another one
  std::optional<std::string> timestamp{};    ///< UTC; nullopt: now
  Run run = Run::apply;                      ///< dry_run: plan it, change nothing
};

struct GridChangedFile {
  std::string name{};
  std::string what{};  ///< one of k_grid_file_changes
};

struct GridChanged {
  std::string place{};
  std::int64_t version = 0;    ///< after it
  std::int64_t event_seq = 0;  ///< 0: everything was so already, or it was a dry run
  std::vector<GridChangedFile> files{};
  std::vector<std::string> taken_in{};      ///< names of files that others had changed in the directory
  std::vector<std::string> written_back{};  ///< paths of files, of a mission that is written through
};

/// One step of the update protocol: one transaction and one event, durable on return. Where the mission is
/// written through, what others have changed in its directory comes in first, as an import, and stays
/// whatever becomes of the step; a file that was changed both there and here is a conflict before anything is
/// changed. The files are written after the commit, each atomically. Where that fails, the change is made all
/// the same: Error io says so, and the next change writes them, as after a process that died between the two.
/// A step that was taken already changes nothing and says so by event_seq 0. Errors: what the step's struct
/// says; conflict, not_found, invalid_input, busy, io.
GridChanged change_grid(Store& store, const GridName& grid, const GridStep& step,
                        const GridCondition& condition = {});

struct NewGridPlace {
  std::string place = ".grid";        ///< from the project's root
  std::filesystem::path directory{};  ///< of its files; "": none yet
  bool is_written_through = false;    ///< needs `directory`
};

/// A new mission: STATE.md by NewGrid. Conflict: the place is taken, the directory a link, or has a STATE.md.
GridChanged init_grid(Store& store, const NewGridPlace& place, const NewGrid& mission,
                      const GridCondition& condition = {});

/// Whether every change is written back at once from here on; what others have changed in the directory comes
/// in now, and what it lacks is written, all of it where none of the mission's files is there any more.
/// Errors: invalid_input (it has no directory), conflict (a file was changed both there and here), io.
GridChanged set_grid_write_through(Store& store, const GridName& grid, bool is_written_through);

/// Something that happened to a mission.
struct GridMoment {
  std::int64_t event_seq = 0;
  std::string at{};    ///< UTC, milliseconds
  std::string kind{};  ///< of the event, "grid:checkpoint", "import:finished"; "": it is gone
  std::string by{};
  std::int64_t files = 0;  ///< that it wrote
};

/// Oldest first.
[[nodiscard]] std::vector<GridMoment> grid_moments(const Store& store, const GridName& grid);

/// A moment as somebody gives it: an event's number, or a time ("2026-01-23T15:45:00Z"), of which the newest
/// event that is not after it counts. Errors: not_found, invalid_input.
[[nodiscard]] std::int64_t find_grid_moment(const Store& store, const GridName& grid,
                                            const std::string& text);

struct GridDifference {
  std::string name{};     ///< of the file
  std::string what{};     ///< one of k_grid_file_changes
  std::string pointer{};  ///< of the member, RFC 6901; "": the file as a whole
  std::string before{};   ///< raw JSON; "": absent, or a text that is no document
  std::string after{};
};

/// What lies between two moments; nullopt: now.
[[nodiscard]] std::vector<GridDifference> grid_differences(const Store& store, const GridName& grid,
                                                           std::int64_t from,
                                                           std::optional<std::int64_t> to = {});

/// All files as that moment left them, or only those named: a change like any other, so what is replaced
/// stays as an earlier version. not_found: the moment had no such file.
GridChanged restore_grid(Store& store, const GridName& grid, std::int64_t moment,
                         const std::vector<std::string>& names, const GridCondition& condition = {});

struct GridFound {
  std::string place{};
  std::string name{};
  std::int64_t line = 0;  ///< from 1
  std::string text{};     ///< of the line
};

/// Lines of files that hold the text, letter case of ASCII aside; of one mission, or (nullopt) of all.
[[nodiscard]] std::vector<GridFound> search_grids(const Store& store, const std::string& text,
                                                  const std::optional<GridName>& grid = {});

}  // namespace rlmdb
