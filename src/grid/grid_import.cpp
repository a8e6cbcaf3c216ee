// SPDX-License-Identifier: MIT
// 1. Which directory it is of: by its path, else by its place in the database's project.
// 2. A text that is new is a new version; one that changed here as well is a conflict. The one that is not
//    taken then stands in the history, so neither is lost.
// 3. Files that an import brought and that are gone from the directory are removed; what they said is kept.
#include "grid/grid_import.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include "grid/grid_document.hpp"
#include "grid/grid_load.hpp"
#include "grid/mission_directory.hpp"
#include "sources/home_rows.hpp"
#include "sources/source_guess.hpp"
#include "util/clock.hpp"
#include "util/file_time.hpp"

namespace rlmdb::grid {

namespace {

namespace fs = std::filesystem;

/// That of a directory of another project: ".grid" where no other one has that place, else the project's name
/// stands before it.
std::string free_place(GridRows& rows, const fs::path& directory) {
  const std::string project = directory.parent_path().filename().string();
  std::string place = ".grid";
  for (int number = 1; rows.find_at(place); ++number)
    place = (project.empty() ? "project" : project) + (number == 1 ? "" : "-" + std::to_string(number)) +
            "/.grid";
  return place;
}

/// By its directory; one that was begun here and has none by its place.
std::optional<GridHead> find_known(db::Connection& connection, const fs::path& directory) {
  GridRows rows(connection);
  if (auto known = rows.find_of_source(directory.string())) return known;
  const std::string place = place_beneath(connection.path(), directory);
  return place.empty() ? std::nullopt : rows.find_at(place);
}

std::chrono::system_clock::time_point time_of_ns(std::int64_t ns) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(std::chrono::nanoseconds(ns)));
}

/// A directory with the name of a file is none.
bool is_there(const fs::path& file) {
  std::error_code failure;
  const fs::file_type type = fs::symlink_status(file, failure).type();
  return type != fs::file_type::not_found && type != fs::file_type::directory;
}

/// Whether the directory had it as it is here.
bool is_agreed(const FileVersion& version) {
  return version.sha256.has_value() && version.sha256 == version.agreed_sha256;
}

/// Those that the directory had and has no more, and that were not changed here since. Asked for once a
/// directory: by the first file that is both here and there.
std::vector<FileVersion> absent_files(GridRows& rows, const GridHead& grid, const fs::path& directory,
                                      const std::string& name) {
  std::vector<FileVersion> files = rows.newest(grid.id);
  std::erase_if(files, [](const FileVersion& file) { return !is_agreed(file); });
  const auto first = std::find_if(files.begin(), files.end(),
                                  [&](const FileVersion& file) { return is_there(directory / file.name); });
  if (first == files.end() || first->name != name) return {};
  std::erase_if(files, [&](const FileVersion& file) { return is_there(directory / file.name); });
  return files;
}

}  // namespace

GridImport::GridImport(db::Connection& connection, const sources::SourceFile& source,
                       const ImportOptions& options)
    : sources::DocumentImport(connection, source, options, sources::SourceKind::grid),
      m_rows(connection),
      m_place(*sources::grid_place_of(source.real_path)),
      m_modified_ns(util::nanoseconds_of(source.identity.st_mtim)) {}

void GridImport::write() {
  sources::DocumentSource read =
      sources::read_document_of_kind(m_source, sources::SourceKind::grid, m_options.max_depth);
  const std::string sha256 = read.sha256;
  begin(read);
  find_grid();
  write_event({.reason = m_grid.place});
  take(m_rows.newest(m_grid.id, m_place.name), read.compact, sha256);
  m_rows.agree(m_grid.id, m_place.name, sha256);
  remove_absent();
  finish(m_is_held);
}

void GridImport::find_grid() {
  const std::string directory = m_place.directory.string();
  if (auto known = find_known(m_connection, m_place.directory)) {
    m_grid = *std::move(known);
    if (m_grid.source_path == directory) return;
    m_grid.source_path = directory;
    return m_rows.update(m_grid);
  }
  m_grid.place = place_beneath(m_connection.path(), m_place.directory);
  if (m_grid.place.empty()) m_grid.place = free_place(m_rows, m_place.directory);
  m_grid.source_path = directory;
  m_grid.id = m_rows.insert(m_grid);
  m_grid.version = 0;
  m_report.tables["grids"] = 1;
}

void GridImport::take(const std::optional<FileVersion>& here, const std::string& text,
                      const std::string& sha256) {
  if (!here) {
    ++m_report.records.added;
    return put(text, sha256);
  }
  const ChangedBy changed = changed_by(*here, sha256);
  if (changed == ChangedBy::nobody) {
    ++m_report.records.unchanged;
    return m_rows.touch(here->id, m_modified_ns);
  }
  if (is_taken(*here, changed)) {
    ++m_report.records.changed;
    return put(text, sha256);
  }
  ++m_report.records.kept;
  m_is_held = false;
  if (changed == ChangedBy::both) keep_both(*here, text, sha256);
}

/// A file that was changed here stays so while the source is as it came in last.
bool GridImport::is_taken(const FileVersion& here, ChangedBy changed) {
  if (changed == ChangedBy::others) return true;
  if (changed == ChangedBy::us) return m_options.on_conflict == OnConflict::replace;
  return wins_conflict(
      m_grid.place + "/" + m_place.name + " changed both here and in the source since the last import",
      m_modified_ns > here.modified_ns);
}

/// What is here stays the file; the source's text is the version before it.
void GridImport::keep_both(const FileVersion& here, const std::string& text, const std::string& sha256) {
  put(text, sha256);
  events::NewEvent event{.at = m_now, .kind = EventKind::grid_kept};
  event.reason = m_grid.place;
  NewVersion kept{.event_seq = m_events.insert(event)};
  kept.at = m_now;
  if (here.sha256) {
    kept.text = here.text;
    kept.sha256 = *here.sha256;
  }
  kept.document = here.document;
  kept.modified_ns = here.modified_ns;
  kept.utc_offset_minutes = here.utc_offset_minutes;
  m_rows.put(m_grid.id, m_place.name, here.kind, kept);
  m_findings.warn(m_source.given_path, "kept_here",
                  "what was changed here stays; what the file says is the version before it (`rlmdb grid "
                  "history`)");
}

void GridImport::put(const std::string& text, const std::string& sha256) {
  const GridFileKind kind = kind_of_name(m_place.name);
  const GridDocument document = read_document(kind, text);
  if (!document.fault.empty())
    m_findings.warn(sources::place_of_damage(m_source, text, document.fault_offset, ""), "unreadable",
                    "the file is kept byte for byte, but what it says cannot be read: " + document.fault);
  for (const std::string& pointer : repeated_members(kind, text))
    m_findings.warn(m_source.given_path + " " + pointer, "duplicate_member",
                    "the member stands there more than once; the last one counts");
  m_rows.put(m_grid.id, m_place.name, to_text(kind),
             {m_event_seq, m_import_id, m_now, text, sha256, document.json, m_modified_ns,
              util::utc_offset_minutes(time_of_ns(m_modified_ns))});
  ++m_grid.version;
  m_rows.update(m_grid);
  m_report.tables["grid_versions"] = 1;
}

void GridImport::remove_absent() {
  for (const FileVersion& file : absent_files(m_rows, m_grid, m_place.directory, m_place.name)) {
    m_rows.put(m_grid.id, file.name, file.kind,
               {m_event_seq, m_import_id, m_now, std::nullopt, {}, {}, m_modified_ns, {}});
    m_rows.agree(m_grid.id, file.name, std::nullopt);
    m_findings.warn(
        (m_place.directory / file.name).string(), "removed_there",
        "the file is gone from the directory since the last import, so it is gone here too; what it "
        "said is kept (`rlmdb grid diff`)");
    ++m_grid.version;
    m_rows.update(m_grid);
  }
}

std::string GridImport::bytes_of_rows() {
  const auto here = m_rows.newest(m_grid.id, m_place.name);
  return here ? here->text : std::string();
}

std::optional<bool> has_grid_file(db::Connection& connection, const std::string& known_as) {
  const std::string path = sources::path_of_known(connection, known_as).string();
  const auto place = sources::grid_place_of(path);
  const auto grid = place ? find_known(connection, place->directory) : std::nullopt;
  if (!grid) return std::nullopt;
  GridRows rows(connection);
  const auto here = rows.newest(grid->id, place->name);
  if (!here) return std::nullopt;
  const auto import = sources::ImportRows(connection).latest_of(known_as);
  struct stat status {};
  const bool is_same_time = ::lstat(path.c_str(), &status) == 0 &&
                            (!here->import_id || util::nanoseconds_of(status.st_mtim) == here->modified_ns);
  return import && here->agreed_sha256 == import->sha256 && is_same_time &&
         grid->source_path == place->directory.string() &&
         absent_files(rows, *grid, place->directory, place->name).empty();
}

}  // namespace rlmdb::grid
