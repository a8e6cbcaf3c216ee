// SPDX-License-Identifier: MIT
#include "grid/write_back.hpp"

#include <unistd.h>

#include <cerrno>
#include <optional>

#include "outputs/output.hpp"
#include "rlmdb/error.hpp"
#include "sources/document_source.hpp"
#include "util/beneath.hpp"
#include "util/output_place.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::grid {

namespace {

namespace fs = std::filesystem;

/// Of the file beneath the directory; nullopt: there is none.
std::optional<std::string> sha256_there(const fs::path& directory, const std::string& name) {
  std::error_code failure;
  if (fs::status(directory, failure).type() == fs::file_type::not_found) return std::nullopt;
  const util::BeneathFile file = util::read_beneath(directory, name, sources::k_most_document_bytes);
  if (file.fault == util::BeneathFault::absent) return std::nullopt;
  if (file.fault == util::BeneathFault::none) return util::sha256_hex(file.bytes);
  throw Error(
      ErrorCode::conflict,
      "the file cannot be taken for one of the mission: it is no plain file, or it is written all the time",
      (directory / name).string(), "its file is as it was; look at it, and try again");
}

Error not_ours(const fs::path& file, const char* why) {
  return Error(
      ErrorCode::conflict, why, file.string(),
      "nothing was changed; `rlmdb import` takes what stands there, and then the change can be made");
}

Error changed_meanwhile(const fs::path& file) {
  return Error(ErrorCode::conflict, "somebody else has changed the file while the mission was changed",
               file.string(),
               "the change is in the database, the file is as it was; `rlmdb import` says what to decide");
}

util::OutputPlace place_in(const fs::path& directory, const fs::path& name) {
  return util::output_place_in(util::make_directory_beneath(directory, name.parent_path()),
                               name.filename().string(), directory / name);
}

void write_file(db::Connection& connection, const fs::path& directory, const FileVersion& file) {
  outputs::Output output(connection, place_in(directory, file.name), Overwrite::always);
  output.write(file.text);
  output.set_modified(file.modified_ns);
  output.commit(*file.sha256);
}

void remove_file(const fs::path& directory, const std::string& name) {
  const util::OutputPlace place = place_in(directory, name);
  if (::unlinkat(place.directory.get(), place.name.c_str(), 0) != 0 && errno != ENOENT)
    util::throw_io("remove", directory / name, errno);
  util::sync_parent_directory(place.path());
}

bool says_what_was_here(GridRows& rows, const fs::path& directory, const FileVersion& file) {
  try {
    const auto there = sha256_there(directory, file.name);
    return there && rows.had_text(file.file_id, *there);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::conflict) throw;
    return false;
  }
}

}  // namespace

void require_files_are_ours(db::Connection& connection, const GridHead& grid) {
  GridRows rows(connection);
  const fs::path directory = *grid.source_path;
  for (const FileVersion& file : rows.newest(grid.id)) {
    const auto there = sha256_there(directory, file.name);
    if (there == file.sha256) continue;
    if (there && !rows.had_text(file.file_id, *there))
      throw not_ours(directory / file.name,
                     "somebody else has changed the file since it was read or written here");
    if (!there && rows.was_there(file.file_id))
      throw not_ours(directory / file.name,
                     "somebody else has removed the file since it was read or written here");
  }
}

void require_place_is_free(db::Connection& connection, const GridHead& grid, const GridFileEdit& file) {
  if (file.is_removed || GridRows(connection).newest(grid.id, file.name)) return;
  const fs::path directory = *grid.source_path;
  const auto there = sha256_there(directory, file.name);
  if (there && *there != util::sha256_hex(file.text))
    throw not_ours(directory / file.name, "somebody else has written the file that the change would make");
}

std::vector<std::string> write_files_back(db::Connection& connection, const GridHead& grid) {
  std::vector<std::string> written;
  const fs::path directory = *grid.source_path;
  GridRows rows(connection);
  for (const FileVersion& file : rows.newest(grid.id)) {
    const auto there = sha256_there(directory, file.name);
    if (there == file.sha256) continue;
    if (there && !rows.had_text(file.file_id, *there)) throw changed_meanwhile(directory / file.name);
    file.sha256 ? write_file(connection, directory, file) : remove_file(directory, file.name);
    written.push_back((directory / file.name).string());
  }
  return written;
}

std::vector<OwnFile> own_files(db::Connection& connection) {
  std::vector<OwnFile> own;
  GridRows rows(connection);
  for (const GridHead& grid : rows.all()) {
    if (!grid.write_through || !grid.source_path) continue;
    for (const FileVersion& file : rows.newest(grid.id))
      if (says_what_was_here(rows, *grid.source_path, file)) own.push_back({grid, file.name});
  }
  return own;
}

void write_again(db::Connection& connection, const std::vector<OwnFile>& files) noexcept {
  for (const OwnFile& own : files) {
    try {
      const fs::path directory = *own.grid.source_path;
      const auto file = GridRows(connection).newest(own.grid.id, own.name);
      if (!file || sha256_there(directory, own.name) == file->sha256) continue;
      file->sha256 ? write_file(connection, directory, *file) : remove_file(directory, own.name);
    } catch (const std::exception& error) {
      connection.log(LogLevel::warning, error.what());
    }
  }
}

}  // namespace rlmdb::grid
