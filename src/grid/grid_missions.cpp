// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "grid/grid_load.hpp"
#include "grid/grid_words.hpp"
#include "json/json_number.hpp"
#include "json/object_text.hpp"
#include "rlmdb/grid.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace grid {

namespace {

/// A number or a text as it stands there; "": neither.
std::string word_of(std::string_view object, std::string_view member) {
  const std::string_view raw = json::find_member(object, member);
  if (raw.starts_with('"')) return json::text_member(object, member).value_or("");
  return raw == "null" ? std::string() : std::string(raw);
}

/// "wave 2/3"; "" where it has none.
void add_part(std::string& position, std::string_view object, const std::string& name) {
  const std::string at = word_of(object, name);
  if (at.empty()) return;
  const std::string total = word_of(object, name + "_total");
  position.append(position.empty() ? "" : ", ").append(name).append(" ").append(at);
  if (!total.empty()) position.append("/").append(total);
}

std::string position_of(std::string_view state) {
  const std::string_view position = json::find_member(state, "position");
  std::string text;
  for (const char* part : {"phase", "wave", "block", "thread"}) add_part(text, position, part);
  return text;
}

void read_state(rlmdb::GridMission& mission, const FileVersion& file) {
  mission.is_broken = file.document.empty();
  if (mission.is_broken) return;
  mission.status = word_of(file.document, "status");
  if (const auto status = mission_status_of(mission.status); !status.empty()) mission.status = status;
  mission.position = position_of(file.document);
  mission.progress_percent = json::exact_int64(json::find_member(file.document, "progress_percent"));
  mission.energy_remaining = json::exact_int64(json::find_member(file.document, "energy_remaining"));
  mission.updated_at = word_of(file.document, "updated_at");
}

std::string utc_of(std::int64_t ns) {
  return util::utc_text(std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::nanoseconds(ns))));
}

rlmdb::GridMission mission_of(db::Connection& connection, const GridHead& head) {
  GridRows rows(connection);
  rlmdb::GridMission mission;
  mission.place = head.place;
  mission.version = head.version;
  mission.directory = head.source_path.value_or("");
  mission.is_written_through = head.write_through;
  mission.is_broken = true;
  const std::vector<FileVersion> files = rows.newest(head.id);
  mission.cluster = cluster_of(files);
  for (const FileVersion& file : files) {
    if (!file.sha256) continue;
    ++mission.files;
    if (file.name == "STATE.md") read_state(mission, file);
  }
  const GridCounts counts = rows.counts(head.place);
  mission.blocks_done = counts.blocks_done;
  mission.blocks_planned = counts.blocks_planned;
  mission.commits = counts.commits;
  mission.decisions = counts.decisions;
  mission.open_blockers = counts.open_blockers;
  mission.warmth_items = counts.warmth_items;
  mission.checkpoints = counts.checkpoints;
  return mission;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lower_text(std::string_view text) {
  std::string lowered(text);
  std::transform(lowered.begin(), lowered.end(), lowered.begin(), lower);
  return lowered;
}

void search_file(const GridHead& head, const FileVersion& file, const std::string& wanted,
                 std::vector<rlmdb::GridFound>& found) {
  std::int64_t line = 1;
  for (std::size_t begin = 0; begin < file.text.size(); ++line) {
    const std::size_t end = std::min(file.text.find('\n', begin), file.text.size());
    const std::string_view text = std::string_view(file.text).substr(begin, end - begin);
    if (lower_text(text).find(wanted) != std::string::npos)
      found.push_back({head.place, file.name, line, std::string(text)});
    begin = end + 1;
  }
}

}  // namespace

}  // namespace grid

std::vector<rlmdb::GridMission> grid_missions(const Store& store) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  std::vector<rlmdb::GridMission> missions;
  for (const grid::GridHead& head : grid::GridRows(use.connection()).all())
    missions.push_back(grid::mission_of(use.connection(), head));
  return missions;
}

std::vector<GridFileText> grid_files(const Store& store, const GridName& name,
                                     std::optional<std::int64_t> at) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  const grid::GridHead head = grid::get_grid(use.connection(), name);
  grid::GridRows rows(use.connection());
  std::vector<GridFileText> files;
  for (grid::FileVersion& file : at ? grid::files_at(rows, head, *at) : rows.newest(head.id)) {
    if (!file.sha256) continue;
    files.push_back({std::move(file.name), std::move(file.kind), std::move(file.text),
                     std::move(file.document), grid::utc_of(file.modified_ns)});
  }
  return files;
}

std::vector<rlmdb::GridFound> search_grids(const Store& store, const std::string& text,
                                           const std::optional<GridName>& name) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  grid::GridRows rows(use.connection());
  const std::vector<grid::GridHead> grids =
      name ? std::vector{grid::get_grid(use.connection(), *name)} : rows.all();
  const std::string wanted = grid::lower_text(text);
  std::vector<rlmdb::GridFound> found;
  for (const grid::GridHead& head : grids)
    for (const grid::FileVersion& file : rows.newest(head.id))
      if (file.sha256) grid::search_file(head, file, wanted, found);
  return found;
}

}  // namespace rlmdb
