// SPDX-License-Identifier: MIT
// 1. What is in the directory, hashed, beside what is here and what both last agreed on.
// 2. Nothing is taken in while anything is in conflict.
// 3. A file that is there comes in as an import, with its proof; one that is gone is removed here.
#include "grid/mission_directory.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "events/event_rows.hpp"
#include "grid/grid_import.hpp"
#include "sources/beside_files.hpp"
#include "sources/document_source.hpp"
#include "sources/source_file.hpp"
#include "util/beneath.hpp"
#include "util/clock.hpp"
#include "util/sha256.hpp"

namespace rlmdb::grid {

namespace {

namespace fs = std::filesystem;

/// One that is written while it is read is read again.
util::BeneathFile read_there(const fs::path& directory, const std::string& name) {
  constexpr int k_most_readings = 5;
  util::BeneathFile file = util::read_beneath(directory, name, sources::k_most_document_bytes);
  for (int readings = 1; readings < k_most_readings && file.fault == util::BeneathFault::changed; ++readings)
    file = util::read_beneath(directory, name, sources::k_most_document_bytes);
  return file;
}

bool is_directory_there(const fs::path& place) {
  std::error_code ignored;
  return fs::symlink_status(place, ignored).type() == fs::file_type::directory;
}

FileThere look_at_file(const fs::path& directory, FileVersion here) {
  FileThere file{.here = std::move(here)};
  const util::BeneathFile there = read_there(directory, file.here.name);
  const bool is_gone =
      there.fault == util::BeneathFault::absent ||
      (there.fault == util::BeneathFault::not_regular && is_directory_there(directory / file.here.name));
  if (there.fault == util::BeneathFault::none) {
    file.sha256 = util::sha256_hex(there.bytes);
  } else if (!is_gone) {
    file.is_plain = false;
  }
  if (file.is_plain) file.changed_by = changed_by(file.here, file.sha256);
  return file;
}

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(util::now().time_since_epoch()).count();
}

void import_file(db::Connection& connection, const fs::path& file) {
  const sources::SourceFile source = sources::open_to_look(file);
  const ImportOptions options;
  GridImport import(connection, source, options);
  import.write();
  import.prove();
  for (const Finding& warning : import.report().warnings)
    connection.log(LogLevel::warning, warning.where + ": " + warning.message);
}

/// One event for all of them.
void remove_here(db::Connection& connection, const GridHead& grid, const std::vector<FileVersion>& files) {
  const std::string now = util::utc_now_text();
  events::NewEvent event{.at = now, .kind = EventKind::grid_removed_there};
  event.reason = grid.place;
  NewVersion removed{.event_seq = events::EventRows(connection).insert(event)};
  removed.at = now;
  removed.modified_ns = now_ns();
  GridRows rows(connection);
  for (const FileVersion& file : files) {
    rows.put(grid.id, file.name, file.kind, removed);
    rows.agree(grid.id, file.name, std::nullopt);
  }
  GridHead head = *rows.find_at(grid.place);
  ++head.version;
  rows.update(head);
}

}  // namespace

ChangedBy changed_by(const FileVersion& here, const std::optional<std::string>& sha256) {
  if (sha256 == here.sha256) return ChangedBy::nobody;
  if (here.sha256 == here.agreed_sha256) return ChangedBy::others;
  return sha256 == here.agreed_sha256 || !sha256 ? ChangedBy::us : ChangedBy::both;
}

std::vector<FileThere> look_at_directory(db::Connection& connection, const GridHead& grid) {
  const fs::path directory = *grid.source_path;
  std::error_code ignored;
  const bool is_there = fs::is_directory(directory, ignored);
  std::vector<FileThere> files;
  std::set<std::string> known;
  for (FileVersion& here : GridRows(connection).newest(grid.id)) {
    known.insert(here.name);
    files.push_back(is_there ? look_at_file(directory, std::move(here)) : FileThere{.here = std::move(here)});
    if (!is_there) files.back().changed_by = changed_by(files.back().here, std::nullopt);
  }
  if (!is_there) return files;
  for (std::string& name : sources::grid_files_in(directory, connection.path())) {
    if (known.contains(name)) continue;
    FileVersion here;
    here.name = std::move(name);
    files.push_back(look_at_file(directory, std::move(here)));
  }
  return files;
}

bool is_emptied(const std::vector<FileThere>& files) {
  const auto was_there = [](const FileThere& file) { return file.here.agreed_sha256.has_value(); };
  const auto is_gone = [&](const FileThere& file) {
    return !was_there(file) || (!file.sha256 && file.is_plain);
  };
  return std::any_of(files.begin(), files.end(), was_there) &&
         std::all_of(files.begin(), files.end(), is_gone);
}

Error emptied(const GridHead& grid) {
  return Error(
      ErrorCode::conflict, "none of the mission's files is in its directory any more", *grid.source_path,
      "nothing was changed; `rlmdb grid write-through on` writes them again, off goes on without them");
}

Error not_to_be_settled(const GridHead& grid, const FileThere& file) {
  const std::string path = (fs::path(*grid.source_path) / file.here.name).string();
  if (!file.is_plain)
    return Error(
        ErrorCode::conflict,
        "the file cannot be taken for one of the mission: it is no plain file, or it is written all the time",
        path, "its file is as it was; look at it, and try again");
  return Error(ErrorCode::conflict,
               "the file was changed in its directory, and " +
                   std::string(file.here.sha256 ? "changed" : "removed") + " here (event " +
                   std::to_string(file.here.event_seq) + "), since both agreed",
               path,
               "`rlmdb import` of it takes the file's text with --on-conflict replace, and stays with the "
               "database's with --on-conflict skip; the other one is kept in `rlmdb grid history`");
}

std::vector<Finding> remarks_on(const GridHead& grid, const std::vector<FileThere>& files) {
  std::vector<Finding> remarks;
  if (is_emptied(files)) {
    // A database whose project is elsewhere is no fault.
    if (!grid.write_through) return {};
    const Error error = emptied(grid);
    return {{error.where(), "directory_emptied", std::string(error.what()) + "; " + error.hint()}};
  }
  for (const FileThere& file : files) {
    const std::string where = (fs::path(*grid.source_path) / file.here.name).string();
    if (!file.is_plain || file.changed_by == ChangedBy::both) {
      if (!grid.write_through && !file.is_plain) continue;
      const Error error = not_to_be_settled(grid, file);
      remarks.push_back({where, file.is_plain ? "changed_on_both_sides" : "no_plain_file",
                         std::string(error.what()) + "; " + error.hint()});
    } else if (file.changed_by == ChangedBy::others) {
      const std::string what = !file.sha256        ? "the file is gone from the mission's directory"
                               : !file.here.sha256 ? "the file is new in the mission's directory"
                                                   : "the file is newer in the mission's directory";
      remarks.push_back({where, file.sha256 ? "newer_there" : "removed_there",
                         what + "; `rlmdb import`" +
                             (grid.write_through ? ", or the next change of the mission," : "") +
                             " takes that in"});
    } else if (file.changed_by == ChangedBy::us && grid.write_through) {
      remarks.push_back({where, "not_written",
                         "what the mission says here is not written to the file yet; the next change of the "
                         "mission, or `rlmdb grid write-through on`, writes it"});
    }
  }
  return remarks;
}

void note_agreement(db::Connection& connection, const GridHead& grid, const FileThere& file) {
  if (file.changed_by == ChangedBy::nobody && file.is_plain && file.sha256 != file.here.agreed_sha256)
    GridRows(connection).agree(grid.id, file.here.name, file.sha256);
}

std::vector<std::string> take_in(db::Connection& connection, const GridHead& grid) {
  const std::vector<FileThere> files = look_at_directory(connection, grid);
  if (is_emptied(files)) throw emptied(grid);
  std::vector<std::string> taken;
  std::vector<FileVersion> removed;
  for (const FileThere& file : files)
    if (!file.is_plain || file.changed_by == ChangedBy::both) throw not_to_be_settled(grid, file);
  for (const FileThere& file : files) {
    note_agreement(connection, grid, file);
    if (file.changed_by != ChangedBy::others) continue;
    taken.push_back(file.here.name);
    if (file.sha256) {
      import_file(connection, fs::path(*grid.source_path) / file.here.name);
    } else {
      removed.push_back(file.here);
    }
  }
  if (!removed.empty()) remove_here(connection, grid, removed);
  std::sort(taken.begin(), taken.end());
  return taken;
}

}  // namespace rlmdb::grid
