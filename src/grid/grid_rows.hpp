// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/connection.hpp"

namespace rlmdb::grid {

/// A `grids` row.
struct GridHead {
  std::int64_t id = 0;
  std::string place;
  std::optional<std::string> source_path;
  bool write_through = false;
  std::int64_t version = 1;
};

/// A `grid_versions` row with what its file is.
struct FileVersion {
  std::int64_t file_id = 0;
  std::string name;
  std::string kind;
  std::int64_t id = 0;
  std::int64_t event_seq = 0;
  std::optional<std::int64_t> import_id;
  std::string at;
  std::optional<std::string> sha256;  ///< nullopt: the file was removed
  std::int64_t modified_ns = 0;
  std::string document;
  std::string text;
  /// Of the file in the mission's directory when that and the database last agreed; nullopt: there was none.
  std::optional<std::string> agreed_sha256;
  std::optional<std::int64_t> utc_offset_minutes;  ///< of its times that name no zone; nullopt: UTC
};

/// Texts belong to the caller.
struct NewVersion {
  std::int64_t event_seq = 0;
  std::optional<std::int64_t> import_id{};
  std::string_view at{};
  std::optional<std::string_view> text{};  ///< nullopt: the file is removed
  std::string_view sha256{};
  std::string_view document{};  ///< "": NULL
  std::int64_t modified_ns = 0;
  std::optional<std::int64_t> utc_offset_minutes{};
};

/// Something that happened to a `.grid` directory.
struct MomentRow {
  std::int64_t event_seq = 0;
  std::string at;
  std::string kind;  ///< of the event; "": it is gone
  std::string reason;
  std::string by;
  std::int64_t files = 0;  ///< that it wrote
};

/// What a mission has, by the views of the schema.
struct GridCounts {
  std::int64_t blocks_done = 0;
  std::int64_t blocks_planned = 0;
  std::int64_t commits = 0;
  std::int64_t decisions = 0;
  std::int64_t open_blockers = 0;
  std::int64_t warmth_items = 0;
  std::int64_t checkpoints = 0;
};

/// The writer of `grids`, `grid_files` and `grid_versions`.
class GridRows {
 public:
  explicit GridRows(db::Connection& connection) : m_connection(connection) {}

  [[nodiscard]] std::optional<GridHead> find_at(std::string_view place);
  [[nodiscard]] std::optional<GridHead> find_of_source(std::string_view directory);
  /// By place.
  [[nodiscard]] std::vector<GridHead> all();
  /// Returns its id; that in `grid` and its version do not count.
  std::int64_t insert(const GridHead& grid);
  /// Its place stays.
  void update(const GridHead& grid);

  [[nodiscard]] GridCounts counts(std::string_view place);
  /// The newest version of every file, by name, those that were removed among them.
  [[nodiscard]] std::vector<FileVersion> newest(std::int64_t grid_id);
  /// The same as the event with that number left it.
  [[nodiscard]] std::vector<FileVersion> at(std::int64_t grid_id, std::int64_t event_seq);
  [[nodiscard]] std::optional<FileVersion> newest(std::int64_t grid_id, std::string_view name);
  /// The directory's file is known as it is: it was read, or written, with that digest; nullopt: it is gone.
  /// REQUIRES: put() has made the file.
  void agree(std::int64_t grid_id, std::string_view name, const std::optional<std::string>& sha256);
  /// All there are, oldest first, each with the place of its directory.
  void for_each_version(const std::function<void(const std::string& place, const FileVersion&)>& use);
  /// Writes it, and the file where it is new.
  void put(std::int64_t grid_id, std::string_view name, std::string_view kind, const NewVersion& version);

  /// The file was written again, with the same text.
  void touch(std::int64_t version_id, std::int64_t modified_ns);

  /// Those that at() gives whole, oldest first.
  [[nodiscard]] std::vector<MomentRow> moments(std::int64_t grid_id);
  /// events.seq of the first that at() gives whole: the last one of those whose events are gone. 0: none is
  /// gone.
  [[nodiscard]] std::int64_t first_whole_moment(std::int64_t grid_id);
  /// Versions that were replaced before that event: each mission is then still known as it was at that
  /// event, and at every later one.
  void remove_before(std::int64_t event_seq);

 private:
  db::Connection& m_connection;
};

}  // namespace rlmdb::grid
