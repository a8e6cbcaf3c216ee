// SPDX-License-Identifier: MIT
/// All files of a mission as values: what validation, the resume point and the plans look at.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_snapshot.hpp"
#include "grid/grid_words.hpp"
#include "rlmdb/grid_resume.hpp"

namespace rlmdb::grid {

struct GridThread {
  std::string id;
  std::string name;
};

struct MissionState {
  const GridFile* file = nullptr;
  std::string cluster;
  std::string status;
  std::optional<std::int64_t> updated_ms;  ///< since 1970, as all times here
  /// Where it names no zone and that of its file is another: what it is in UTC.
  std::optional<std::int64_t> updated_as_utc_ms{};
  std::optional<std::int64_t> created_ms;
  GridPosition position;
  std::vector<GridCompletedThread> completed_threads{};  ///< of blocks that are not complete
  std::vector<GridThread> open_threads{};  ///< left for another one before anything said that they ended
};

struct GridSummary {
  const GridFile* file = nullptr;
  std::string block;
  std::string status;
  std::string completed_at;
  std::optional<std::int64_t> completed_ms;
  std::vector<GridCompletedThread> commits{};

  [[nodiscard]] bool is_complete() const { return is_block_done(status) == Done::yes; }
};

struct GridPlanFile {
  const GridFile* file = nullptr;
  std::string block;
  std::optional<std::int64_t> wave;
  std::vector<GridThread> threads;
};

struct GridScratch {
  std::string at;
  std::optional<std::int64_t> ms;
  std::string block;
  std::string thread;     ///< "02.3"
  std::string last_note;  ///< ""
};

/// What a checkpoint says beyond what a context shows of it.
struct GridCheckpointFile {
  GridCheckpoint shown;
  std::string cluster;
  std::optional<std::int64_t> wave;
  std::optional<std::int64_t> threads_total;
  std::optional<std::int64_t> taken_ms;    ///< its timestamp
  std::optional<std::int64_t> written_ms;  ///< when it was answered, else its timestamp
  std::optional<std::int64_t> expires_ms;
  std::string asked_thread;  ///< the one of its member `thread`: what the user was asked about
  std::string asked_name;
  std::vector<GridThread> pending_threads;
  std::vector<GridCompletedThread> completed_threads;

  /// Whether it waits for the user, or did.
  [[nodiscard]] bool asks() const;
  /// Whether it asked for a look at `asked_thread`, and that was approved.
  [[nodiscard]] bool is_approved() const;
};

/// A word that nobody knows.
struct GridUnknownWord {
  std::string file;
  std::string member;
  std::string text;
};

/// Holds no file: its pointers point into the snapshot.
struct GridMission {
  const GridSnapshot* snapshot = nullptr;
  std::optional<MissionState> state;            ///< nullopt: missing, unreadable, or without a status
  std::vector<GridCheckpointFile> checkpoints;  ///< those that can be read, the newest first
  std::vector<GridSummary> summaries;           ///< those that can be read, by block
  std::vector<const GridFile*> lost_summaries;  ///< those that cannot
  std::vector<GridPlanFile> plans;              ///< one a block, in the order their blocks come up
  std::vector<std::string> planned_blocks;      ///< as the plans' summary names them, in its order
  std::optional<GridScratch> last_scratch;      ///< the last entry that says where it was
  bool is_scratchpad_unread = false;            ///< it has text, and no entry of it can be read
  std::optional<std::int64_t> scratchpad_ms;    ///< when the scratchpad was last written
  std::vector<GridDecision> decisions;          ///< of DECISIONS.md
  std::vector<GridUnknownWord> unknown_words;   ///< that something hangs on
  std::string cluster;  ///< of STATE.md, else of any other file; "" where none says it

  [[nodiscard]] const GridSummary* complete_summary(std::string_view block) const;
  [[nodiscard]] const GridPlanFile* plan(std::string_view block) const;
  /// Whether STATE.md or a checkpoint says that the thread is complete.
  [[nodiscard]] bool is_done(std::string_view block, std::string_view thread) const;
  /// "02.3": the one thread of the block that has that name, whatever its capitals; "": none has, or several
  /// do.
  [[nodiscard]] std::string thread_named(std::string_view block, std::string_view name) const;
};

[[nodiscard]] GridMission read_mission(const GridSnapshot& snapshot);

}  // namespace rlmdb::grid
