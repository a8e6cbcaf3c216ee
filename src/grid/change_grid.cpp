// SPDX-License-Identifier: MIT
// 1. What others have changed in the directory of a mission that is written through comes in, as a commit of
// its
//    own: it stays whatever becomes of the step.
// 2. The mission as it is, in the write transaction. What the step makes of its files: a plan, which only
// says what changes.
// 3. One event, a new version of each file that changes, commit.
// 4. The files of a mission that is written through.

#include <algorithm>
#include <chrono>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "db/connections.hpp"
#include "db/transaction.hpp"
#include "db/wal_checkpoint.hpp"
#include "events/event_rows.hpp"
#include "grid/grid_changes.hpp"
#include "grid/grid_document.hpp"
#include "grid/grid_load.hpp"
#include "grid/mission_directory.hpp"
#include "grid/write_back.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/grid.hpp"
#include "util/beneath.hpp"
#include "util/clock.hpp"
#include "util/new_directories.hpp"
#include "util/path_walk.hpp"
#include "util/sha256.hpp"

namespace rlmdb {

namespace grid {

namespace {

namespace fs = std::filesystem;

/// What a step makes of the files, and its event.
struct PlannedStep {
  GridEdits edits;
  EventKind event;
};

class StepPlanner {
 public:
  StepPlanner(const GridSnapshot& grid, std::string_view now) : m_grid(grid), m_now(now) {}

  PlannedStep operator()(const GridStatePatch& step) const {
    return {state_edits(m_grid, step.patch_json, m_now), EventKind::grid_state};
  }
  PlannedStep operator()(const GridWaveStart& step) const {
    return {wave_start(m_grid, step.wave, m_now), EventKind::grid_wave_started};
  }
  PlannedStep operator()(const GridWaveComplete& step) const {
    return {wave_complete(m_grid, step.progress_percent, m_now), EventKind::grid_wave_completed};
  }
  PlannedStep operator()(const GridBlockResult& step) const {
    return {block_complete(m_grid, step.block, step, m_now),
            step.status == "partial" ? EventKind::grid_block_partial : EventKind::grid_block_completed};
  }
  PlannedStep operator()(const GridThreadChange& step) const {
    return {thread_edits(m_grid, step, m_now), EventKind::grid_thread};
  }
  PlannedStep operator()(const NewGridCheckpoint& step) const {
    return {checkpoint_edits(m_grid, step, m_now), EventKind::grid_checkpoint};
  }
  PlannedStep operator()(const GridAnswer& step) const {
    return {answer_edits(m_grid, step.user_response, m_now), EventKind::grid_answered};
  }
  PlannedStep operator()(const GridPause& step) const {
    return {pause_edits(m_grid, step.reason, m_now), EventKind::grid_paused};
  }
  PlannedStep operator()(const GridResume& /*step*/) const {
    return {resume_edits(m_grid, m_now), EventKind::grid_resumed};
  }
  PlannedStep operator()(const GridComplete& /*step*/) const {
    return {complete_edits(m_grid, m_now), EventKind::grid_completed};
  }
  PlannedStep operator()(const GridFailure& step) const {
    return {fail_edits(m_grid, step, m_now), EventKind::grid_failed};
  }
  PlannedStep operator()(const NewGridDecision& step) const {
    return {decide_edits(m_grid, step, m_now), EventKind::grid_decided};
  }
  PlannedStep operator()(const NewGridBlocker& step) const {
    return {blocker_edits(m_grid, step, m_now), EventKind::grid_blocked};
  }
  PlannedStep operator()(const GridBlockerResolved& step) const {
    return {resolve_blocker_edits(m_grid, step.number, step.resolution, m_now), EventKind::grid_unblocked};
  }
  PlannedStep operator()(const GridWarmth& step) const {
    return {warmth_edits(m_grid, step.lessons.category, step.lessons.items, step.from, m_now),
            EventKind::grid_warmth};
  }
  PlannedStep operator()(const GridAggregate& step) const {
    return {aggregate_edits(m_grid, step.summary, step.from, m_now), EventKind::grid_warmth};
  }
  PlannedStep operator()(const NewScratchEntry& step) const {
    return {scratch_edits(m_grid, step, m_now), EventKind::grid_scratch};
  }
  PlannedStep operator()(const GridScratchArchive& /*step*/) const {
    return {scratch_archive_edits(m_grid), EventKind::grid_scratch_archived};
  }
  PlannedStep operator()(const GridFiles& step) const {
    if (!to_text(step.event).starts_with("grid:"))
      throw Error(ErrorCode::usage, std::string(to_text(step.event)) + " is no event of a mission");
    return {step.files, step.event};
  }

 private:
  const GridSnapshot& m_grid;
  std::string_view m_now;
};

void require_place_of_file(const std::string& name) {
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = name.find('/', begin);
    const std::size_t length = end == std::string::npos ? end : end - begin;
    if (!util::is_file_name(std::string_view(name).substr(begin, length)))
      throw Error(ErrorCode::invalid_input, "no file of a mission can have that name", name,
                  "give its path in the directory, \"STATE.md\"");
  }
}

/// Without those that are so already.
GridEdits changes_in(GridEdits edits, const GridSnapshot& snapshot) {
  std::erase_if(edits, [&](const GridFileEdit& edit) {
    const GridFile* here = snapshot.find(edit.name);
    return edit.is_removed ? here == nullptr : here != nullptr && here->text == edit.text;
  });
  return edits;
}

std::string what_of(const GridFileEdit& edit, const GridSnapshot& snapshot) {
  if (edit.is_removed) return "removed";
  return snapshot.find(edit.name) == nullptr ? "new" : "changed";
}

std::int64_t ns_of(std::chrono::system_clock::time_point time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

std::chrono::system_clock::time_point time_of_change(const GridCondition& condition) {
  if (!condition.timestamp) return util::now();
  if (const auto time = util::parse_utc(*condition.timestamp)) return *time;
  throw Error(ErrorCode::invalid_input, "the timestamp is no UTC time", *condition.timestamp,
              "give it as \"2026-01-23T15:45:00Z\"");
}

Error made_but_not_written(const GridHead& head, const std::string& where, const std::string& reason) {
  return Error(
      ErrorCode::io, "the change is made in the database, but not in all files of the mission: " + reason,
      where.empty() ? *head.source_path : where,
      "do not make it again: the next change of the mission, or `rlmdb grid write-through on`, writes what "
      "is missing");
}

/// After the commit of a change: whatever fails here, the change is made.
std::vector<std::string> write_back_in_turn(db::Connection& connection, const GridHead& head) {
  // A part of a greater transaction is taken back with it.
  const bool is_made = !connection.is_joining();
  try {
    db::WriteTransaction turn(connection);
    WrittenBack written = write_files_back(connection, head);
    turn.commit();
    if (written.failure) throw *written.failure;
    return std::move(written.files);
  } catch (const Error& error) {
    if (!is_made) throw;
    throw made_but_not_written(head, error.where(), error.what());
  }
}

/// A file and a directory of one name: the directory could never have both.
void require_one_kind(const GridEdits& edits, const GridSnapshot& snapshot) {
  std::set<std::string> names;
  for (const GridFile& file : snapshot.files) names.insert(file.name);
  for (const GridFileEdit& edit : edits)
    edit.is_removed ? (void)names.erase(edit.name) : (void)names.insert(edit.name);
  for (const std::string& name : names) {
    for (std::size_t at = name.find('/'); at != std::string::npos; at = name.find('/', at + 1))
      if (names.contains(name.substr(0, at)))
        throw Error(ErrorCode::invalid_input, "the mission has a file " + name.substr(0, at), name,
                    "nothing was changed; a file cannot lie in another file: give another name");
  }
}

/// One change of one mission. REQUIRES: a write transaction until write().
class GridChange {
 public:
  GridChange(db::Connection& connection, GridHead head, const GridCondition& condition)
      : m_connection(connection),
        m_rows(connection),
        m_head(std::move(head)),
        m_condition(condition),
        m_at(time_of_change(condition)),
        m_now(util::utc_text(m_at)) {
    m_changed.place = m_head.place;
    m_changed.version = m_head.version;
    if (condition.if_version && *condition.if_version != m_head.version)
      throw Error(ErrorCode::conflict,
                  "the mission " + m_head.place + " is at version " + std::to_string(m_head.version) +
                      ", not " + std::to_string(*condition.if_version),
                  m_head.place, "nothing was changed; read it again and decide anew");
  }

  [[nodiscard]] GridSnapshot snapshot() { return snapshot_of(m_head, m_rows.newest(m_head.id)); }
  [[nodiscard]] const std::string& now() const noexcept { return m_now; }

  void write(const GridSnapshot& snapshot, PlannedStep planned) {
    for (const GridFileEdit& edit : planned.edits) require_place_of_file(edit.name);
    const GridEdits edits = changes_in(std::move(planned.edits), snapshot);
    require_one_kind(edits, snapshot);
    for (const GridFileEdit& edit : edits) m_changed.files.push_back({edit.name, what_of(edit, snapshot)});
    if (edits.empty() || m_condition.run == Run::dry_run) return;
    write_event(planned.event);
    for (const GridFileEdit& edit : edits) put(edit, snapshot.find(edit.name));
    m_changed.version = ++m_head.version;
    m_rows.update(m_head);
  }

  /// After the commit. `taken_in`: of files that others had changed.
  [[nodiscard]] GridChanged finish(std::vector<std::string> taken_in = {}) {
    m_changed.taken_in = std::move(taken_in);
    db::checkpoint_committed(m_connection);
    if (m_head.write_through && m_condition.run == Run::apply)
      m_changed.written_back = write_back_in_turn(m_connection, m_head);
    return std::move(m_changed);
  }

 private:
  void write_event(EventKind kind) {
    // The clock's time, whatever time the change is given: events are kept by their age.
    const std::string at = util::utc_now_text();
    events::NewEvent event{.at = at, .kind = kind};
    event.reason = m_head.place;
    m_changed.event_seq = events::EventRows(m_connection).insert(event);
  }

  /// `before`: the file as it is; nullptr: there is none. Its times without a zone stay in its zone.
  void put(const GridFileEdit& edit, const GridFile* before) {
    const GridFileKind kind = kind_of_name(edit.name);
    const std::string sha256 = edit.is_removed ? std::string() : util::sha256_hex(edit.text);
    const std::string document = edit.is_removed ? std::string() : read_document(kind, edit.text).json;
    NewVersion version;
    version.event_seq = m_changed.event_seq;
    version.at = m_now;
    if (!edit.is_removed) version.text = edit.text;
    version.sha256 = sha256;
    version.document = document;
    version.modified_ns = ns_of(m_at);
    if (!edit.is_removed && before != nullptr) version.utc_offset_minutes = before->utc_offset_minutes;
    if (!edit.is_removed && before == nullptr) version.utc_offset_minutes = util::utc_offset_minutes(m_at);
    m_rows.put(m_head.id, edit.name, to_text(kind), version);
  }

  db::Connection& m_connection;
  GridRows m_rows;
  GridHead m_head;
  const GridCondition& m_condition;
  std::chrono::system_clock::time_point m_at;
  std::string m_now;
  GridChanged m_changed;
};

/// "" stays so.
std::string real_directory(const fs::path& directory) {
  if (directory.empty()) return {};
  util::require_no_link_of_others(directory);
  std::error_code failure;
  fs::path real = fs::weakly_canonical(fs::absolute(directory), failure);
  if (failure)
    throw Error(ErrorCode::io, "cannot look at the directory: " + failure.message(), directory.string());
  return real.string();
}

/// Nothing here may take the place of a mission that is there already, and its files need one.
void require_no_mission(const NewGridPlace& place) {
  if (place.directory.empty()) return;
  std::error_code ignored;
  if (fs::is_symlink(fs::symlink_status((place.directory / "").parent_path(), ignored)))
    throw Error(ErrorCode::conflict, "the directory of the mission is a symbolic link, which is not followed",
                place.directory.string(),
                "nothing was changed; name the directory that it leads to, or move the link away");
  const fs::path parent = fs::absolute(place.directory).lexically_normal().parent_path();
  if (place.is_written_through && !fs::is_directory(parent, ignored))
    throw Error(ErrorCode::not_found, "there is no directory for the files of the mission to be in",
                parent.string(), "nothing was changed; make it first");
  if (!fs::exists(place.directory / "STATE.md", ignored)) return;
  throw Error(ErrorCode::conflict, "there is a mission in the directory already",
              (place.directory / "STATE.md").string(), "`rlmdb import` takes it");
}

GridHead insert_grid(GridRows& rows, const NewGridPlace& place) {
  if (rows.find_at(place.place))
    throw Error(ErrorCode::conflict, "there is a Grid mission at " + place.place + " already", place.place,
                "nothing was changed; `rlmdb grid show` tells of it, --grid "
                "PLACE names another place");
  GridHead head;
  head.place = place.place;
  const std::string directory = real_directory(place.directory);
  if (!directory.empty()) {
    if (const auto other = rows.find_of_source(directory))
      throw Error(ErrorCode::conflict, "the directory is that of the mission " + other->place, directory,
                  "nothing was changed; name another directory, or go on with that mission");
    head.source_path = directory;
  }
  head.write_through = place.is_written_through;
  head.id = rows.insert(head);
  head.version = 0;
  return head;
}

/// Its files are written again as those of a new one are.
void forget_directory(db::Connection& connection, const GridHead& head) {
  GridRows rows(connection);
  for (const FileVersion& file : rows.newest(head.id)) rows.agree(head.id, file.name, std::nullopt);
}

std::vector<std::string> take_in_newer(db::Connection& connection, const GridHead& head) {
  return head.write_through ? take_in(connection, head) : std::vector<std::string>();
}

void require_place(const NewGridPlace& place) {
  require_place_of_file(place.place);
  if (("/" + place.place).ends_with("/.grid")) return;
  throw Error(ErrorCode::invalid_input, "the place of a mission ends with .grid", place.place,
              "\".grid\", or \"services/blog/.grid\"");
}

}  // namespace

}  // namespace grid

GridChanged change_grid(Store& store, const GridName& name, const GridStep& step,
                        const GridCondition& condition) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  std::optional<grid::GridChange> change;
  std::vector<std::string> taken_in;
  while (!change) {
    db::WriteTransaction transaction(connection);
    std::vector<std::string> taken = grid::take_in_newer(connection, grid::get_grid(connection, name));
    const bool is_own_commit = !taken.empty() && condition.run == Run::apply;
    std::move(taken.begin(), taken.end(), std::back_inserter(taken_in));
    if (!is_own_commit) {
      change.emplace(connection, grid::get_grid(connection, name), condition);
      const grid::GridSnapshot snapshot = change->snapshot();
      change->write(snapshot, std::visit(grid::StepPlanner(snapshot, change->now()), step));
    }
    if (condition.run == Run::apply) transaction.commit();
  }
  return change->finish(std::move(taken_in));
}

GridChanged init_grid(Store& store, const NewGridPlace& given, const NewGrid& mission,
                      const GridCondition& condition) {
  if (given.is_written_through && given.directory.empty())
    throw Error(ErrorCode::invalid_input, "a mission that is written through needs a directory", given.place,
                "name the directory that its files are written to");
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  NewGridPlace place = given;
  if (place.place.empty() && !place.directory.empty())
    place.place = grid::place_beneath(connection.path(), grid::real_directory(place.directory));
  if (place.place.empty()) place.place = ".grid";
  grid::require_place(place);
  grid::require_no_mission(place);
  if (place.is_written_through && condition.run == Run::apply)
    (void)util::make_private_directory(place.directory, place.directory);
  std::optional<grid::GridChange> change;
  {
    db::WriteTransaction transaction(connection);
    grid::GridRows rows(connection);
    change.emplace(connection, grid::insert_grid(rows, place), condition);
    const grid::GridSnapshot snapshot = change->snapshot();
    change->write(snapshot, {grid::init_edits(snapshot, mission, change->now()), EventKind::grid_created});
    if (condition.run == Run::apply) transaction.commit();
  }
  return change->finish();
}

GridChanged set_grid_write_through(Store& store, const GridName& name, bool is_written_through) {
  const auto use = db::connections_of(store).use();
  db::Connection& connection = use.connection();
  grid::GridHead head;
  GridChanged changed;
  {
    db::WriteTransaction transaction(connection);
    head = grid::get_grid(connection, name);
    if (!head.source_path)
      throw Error(ErrorCode::invalid_input, "the mission " + head.place + " has no directory", head.place,
                  "begin it with `rlmdb grid init DIR`, or import its directory");
    if (is_written_through) {
      if (is_emptied(grid::look_at_directory(connection, head))) grid::forget_directory(connection, head);
      changed.taken_in = grid::take_in(connection, head);
      head = grid::get_grid(connection, name);
    }
    head.write_through = is_written_through;
    grid::GridRows(connection).update(head);
    transaction.commit();
  }
  changed.place = head.place;
  changed.version = head.version;
  if (is_written_through) changed.written_back = grid::write_back_in_turn(connection, head);
  return changed;
}

}  // namespace rlmdb
