// SPDX-License-Identifier: MIT
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "rlmdb/import.hpp"
#include "util/file_descriptor.hpp"

namespace rlmdb::sources {

/// An opened legacy file.
struct SourceFile {
  std::string given_path;
  std::filesystem::path real_path;  ///< symbolic links resolved: the identity of a source
  util::FileDescriptor descriptor;  ///< of the file, of a private, unlinked copy of a live one, or of a text
  bool is_text = false;             ///< what it says was given, and need not lie at its path
  std::uint64_t bytes = 0;
  struct stat identity {};

  void close() { descriptor = util::FileDescriptor(); }
  /// Opens it again where it was closed. Error conflict when the file is another one by now.
  void reopen();
  /// Opens what has its path now, whatever it is by now. Error not_found.
  void renew();
  /// Puts the descriptor back to the first byte.
  void rewind() const;
  /// `bytes` of the file from `offset` on. Error conflict when the file has become shorter.
  [[nodiscard]] std::string read_at(std::uint64_t offset, std::uint64_t count) const;
  /// Error conflict when the file has been written since it was opened.
  void check_unchanged() const;
};

/// Opens a legacy file for import. Errors: not_found; invalid_input (a directory or device); conflict (a
/// legacy daemon that writes the file is alive and `live` is refuse); io. With LiveSource::snapshot a live
/// file is copied until the copy is one complete document, and the copy is what is read.
[[nodiscard]] SourceFile open_source(const std::filesystem::path& path, LiveSource live);

/// What a file at `path` would be that says `text`, last written now. Nothing needs to be there. Error io.
[[nodiscard]] SourceFile source_of_text(const std::filesystem::path& path, std::string_view text);

/// When the file was last written, UTC text with milliseconds.
[[nodiscard]] std::string modified_at(const SourceFile& source);

/// A regular file, with a shared lock where nobody has another. Errors: not_found, invalid_input, io.
[[nodiscard]] util::FileDescriptor open_regular(const std::filesystem::path& path);
[[nodiscard]] struct stat status_of(int descriptor, const std::string& path);
/// False once the file was written, or another took its place.
[[nodiscard]] bool same_file_state(const struct stat& left, const struct stat& right);

/// Opens it without looking for a daemon: to find out what it is.
[[nodiscard]] SourceFile open_to_look(const std::filesystem::path& path);

}  // namespace rlmdb::sources
