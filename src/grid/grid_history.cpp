// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "grid/grid_load.hpp"
#include "json/json_difference.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid.hpp"
#include "util/clock.hpp"

namespace rlmdb {

namespace grid {

namespace {

using Files = std::map<std::string, FileVersion>;

/// Without those that were removed.
Files files_of(std::vector<FileVersion> versions) {
  Files files;
  for (FileVersion& version : versions)
    if (version.sha256) files.emplace(version.name, std::move(version));
  return files;
}

void add_differences(std::vector<GridDifference>& found, const FileVersion& before,
                     const FileVersion& after) {
  if (before.document.empty() || after.document.empty() || before.document == after.document)
    return found.push_back({after.name, "changed", {}, {}, {}});
  for (const json::JsonDifference& difference : json::differences(before.document, after.document))
    found.push_back({after.name, "changed", difference.pointer, std::string(difference.old_raw),
                     std::string(difference.new_raw)});
}

std::optional<std::int64_t> to_number(std::string_view text) {
  std::int64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc{} && read.ptr == text.data() + text.size() ? std::optional(number)
                                                                         : std::nullopt;
}

Error no_moment(const GridHead& grid, const std::string& text) {
  return Error(ErrorCode::not_found, "nothing happened to the mission " + grid.place + " by then", text,
               "`rlmdb grid history` lists what did");
}

}  // namespace

}  // namespace grid

std::vector<GridMoment> grid_moments(const Store& store, const GridName& name) {
  const auto use = db::connections_of(store).use();
  const db::ReadTransaction snapshot(use.connection());
  std::vector<GridMoment> moments;
  const grid::GridHead head = grid::get_grid(use.connection(), name);
  for (const grid::MomentRow& row : grid::GridRows(use.connection()).moments(head.id))
    moments.push_back({row.event_seq, row.at, row.kind, row.by, row.files});
  return moments;
}

std::int64_t find_grid_moment(const Store& store, const GridName& name, const std::string& text) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  const grid::GridHead head = grid::get_grid(connection, name);
  grid::GridRows rows(connection);
  if (const auto number = grid::to_number(text)) {
    for (const grid::MomentRow& row : rows.moments(head.id))
      if (row.event_seq == *number) return *number;
    throw grid::no_moment(head, text);
  }
  const auto time = util::parse_utc(text);
  if (!time)
    throw Error(ErrorCode::invalid_input, "it is neither an event's number nor a UTC time", text,
                "\"2026-01-23T15:45:00Z\", or a number of `rlmdb grid history`");
  std::optional<std::int64_t> last;
  for (const grid::MomentRow& row : rows.moments(head.id))
    if (row.at <= util::utc_text(*time)) last = row.event_seq;
  if (!last) throw grid::no_moment(head, text);
  return *last;
}

std::vector<GridDifference> grid_differences(const Store& store, const GridName& name, std::int64_t from,
                                             std::optional<std::int64_t> to) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  const db::ReadTransaction snapshot(connection);
  grid::GridRows rows(connection);
  const grid::GridHead head = grid::get_grid(connection, name);
  const grid::Files before = grid::files_of(grid::files_at(rows, head, from));
  const grid::Files after = grid::files_of(to ? grid::files_at(rows, head, *to) : rows.newest(head.id));
  std::vector<GridDifference> found;
  for (const auto& [file, version] : before) {
    const auto now = after.find(file);
    if (now == after.end()) {
      found.push_back({file, "removed", {}, {}, {}});
    } else if (now->second.sha256 != version.sha256) {
      grid::add_differences(found, version, now->second);
    }
  }
  for (const auto& [file, version] : after)
    if (!before.contains(file)) found.push_back({file, "new", {}, {}, {}});
  return found;
}

GridChanged restore_grid(Store& store, const GridName& name, std::int64_t moment,
                         const std::vector<std::string>& names, const GridCondition& condition) {
  GridFiles files{{}, EventKind::grid_restored};
  {
    const auto use = db::connections_of(store).use();
    db::Connection& connection = use.connection();
    const db::ReadTransaction snapshot(connection);
    grid::GridRows rows(connection);
    const grid::GridHead head = grid::get_grid(connection, name);
    grid::Files then = grid::files_of(grid::files_at(rows, head, moment));
    for (const std::string& wanted : names) {
      if (!then.contains(wanted))
        throw Error(ErrorCode::not_found, "there was no such file at that moment", head.place + "/" + wanted,
                    "`rlmdb grid show --at` lists those there were");
    }
    const auto is_wanted = [&](const std::string& file) {
      return names.empty() || std::find(names.begin(), names.end(), file) != names.end();
    };
    for (const auto& [file, version] : then)
      if (is_wanted(file)) files.files.push_back({file, version.text, false});
    for (const auto& [file, version] : grid::files_of(rows.newest(head.id)))
      if (names.empty() && !then.contains(file)) files.files.push_back({file, {}, true});
  }
  return change_grid(store, name, files, condition);
}

}  // namespace rlmdb
