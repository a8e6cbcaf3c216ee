// SPDX-License-Identifier: MIT
#include "grid/write_back.hpp"

#include <unistd.h>

#include <cerrno>

#include "grid/mission_directory.hpp"
#include "outputs/output_file.hpp"
#include "sources/document_source.hpp"
#include "util/beneath.hpp"
#include "util/output_place.hpp"
#include "util/private_file.hpp"
#include "util/sha256.hpp"

namespace rlmdb::grid {

namespace {

namespace fs = std::filesystem;

util::OutputPlace place_in(const fs::path& directory, const fs::path& name) {
  return util::output_place_in(util::make_directory_beneath(directory, name.parent_path()),
                               name.filename().string(), directory / name);
}

/// Looked at again as late as can be: others may write at any moment.
void require_still(const std::optional<std::string>& expected, const std::optional<std::string>& there,
                   const fs::path& file) {
  if (expected != there)
    throw Error(ErrorCode::conflict, "somebody else has just changed the file", file.string(),
                "its file is as it is now; the next change of the mission takes it in");
}

void remove_file(const fs::path& directory, const std::string& name,
                 const std::optional<std::string>& expected) {
  const util::OutputPlace place = place_in(directory, name);
  const util::BeneathFile there = util::read_beneath(directory, name, sources::k_most_document_bytes);
  if (there.fault != util::BeneathFault::absent)
    require_still(expected, util::sha256_hex(there.bytes), directory / name);
  if (::unlinkat(place.directory.get(), place.name.c_str(), 0) != 0 && errno != ENOENT)
    util::throw_io("remove", directory / name, errno);
  util::sync_parent_directory(place.path());
}

/// The directory's file, which has the digest `expected`, becomes the one here.
void write_file(db::Connection& connection, const GridHead& grid, const FileVersion& file,
                const std::optional<std::string>& expected) {
  const fs::path directory = *grid.source_path;
  if (file.sha256) {
    // An import that reads the file meanwhile looks at it again once it may write (SourceFile::renew).
    outputs::Output output(connection, place_in(directory, file.name), Overwrite::always,
                           expected ? util::Existing::replace : util::Existing::refuse,
                           outputs::Before::held);
    const std::string& there = output.there().sha256;
    require_still(expected, there.empty() ? std::nullopt : std::optional(there), directory / file.name);
    output.write(file.text);
    output.set_modified(file.modified_ns);
    output.commit(*file.sha256);
  } else {
    remove_file(directory, file.name, expected);
  }
  GridRows(connection).agree(grid.id, file.name, file.sha256);
}

}  // namespace

WrittenBack write_files_back(db::Connection& connection, const GridHead& grid) {
  WrittenBack written;
  const auto keep_first = [&](const Error& error) {
    if (!written.failure) written.failure = error;
  };
  for (const FileThere& file : look_at_directory(connection, grid)) {
    const FileVersion& here = file.here;
    if (!file.is_plain || file.changed_by == ChangedBy::both) keep_first(not_to_be_settled(grid, file));
    if (!file.is_plain) continue;
    note_agreement(connection, grid, file);
    if (file.changed_by != ChangedBy::us) continue;
    try {
      write_file(connection, grid, here, file.sha256);
      written.files.push_back((fs::path(*grid.source_path) / here.name).string());
    } catch (const Error& error) {
      keep_first(error);
    }
  }
  return written;
}

std::vector<OwnFile> own_files(db::Connection& connection) {
  std::vector<OwnFile> own;
  for (const GridHead& grid : GridRows(connection).all()) {
    if (!grid.write_through || !grid.source_path) continue;
    for (const FileThere& file : look_at_directory(connection, grid))
      if (file.sha256 && (file.changed_by == ChangedBy::nobody || file.sha256 == file.here.agreed_sha256))
        own.push_back({grid, file.here.name, *file.sha256});
  }
  return own;
}

void write_again(db::Connection& connection, const std::vector<OwnFile>& files) noexcept {
  for (const OwnFile& own : files) {
    try {
      const auto file = GridRows(connection).newest(own.grid.id, own.name);
      if (file && file->sha256 != file->agreed_sha256) write_file(connection, own.grid, *file, own.sha256);
    } catch (const std::exception& error) {
      connection.log(LogLevel::warning, error.what());
    }
  }
}

}  // namespace rlmdb::grid
