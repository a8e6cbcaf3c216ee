// SPDX-License-Identifier: MIT
/// Files that are made beside the place they will take and stay invisible until they are complete.
#pragma once

#include <filesystem>
#include <string_view>

#include "util/file_descriptor.hpp"

namespace rlmdb::util {

/// A file of this process alone: mode 0600, made with O_EXCL|O_NOFOLLOW, with a name in making
/// (util/own_names.hpp), and flock()ed through `descriptor` for as long as that stays open.
struct PrivateFile {
  std::filesystem::path path;
  FileDescriptor descriptor;  ///< O_RDWR|O_CLOEXEC
};

/// Makes one in the directory of `final_path`, which messages call `shown` where that is not empty. Throws
/// Error io.
[[nodiscard]] PrivateFile create_private_file(const std::filesystem::path& final_path, std::string_view kind,
                                              const std::filesystem::path& shown = {});

/// A name of that pattern for this process, which nothing has yet.
[[nodiscard]] std::filesystem::path private_path(const std::filesystem::path& final_path,
                                                 std::string_view kind);

/// Removes what crashed processes left in making for this final name (and the companions beside it), as
/// remove_leftovers() does.
int remove_leftover_private_files(const std::filesystem::path& final_path, std::string_view kind);

/// Removes from `directory` what crashed processes left there, whatever its final name was to be: files in
/// making with their companions, copies of directories that are not complete, each where its maker is dead
/// (the pid gone, or given out again since) and nobody holds the flock; and empty files of sorts, which
/// SQLite unlinks right after it has made them. Returns how many went. A directory that cannot be read or
/// written is left as it is.
int remove_leftovers(const std::filesystem::path& directory);

/// Gives `from` the name `to` without ever replacing anything, removes the old name and syncs the
/// directory. Error conflict if `to` exists; then `from` is untouched. Messages call `to` `shown`, unless
/// empty.
void publish_new_file(const std::filesystem::path& from, const std::filesystem::path& to,
                      const std::filesystem::path& shown = {});

/// fsync. A failure is never retried: Error io naming `path`.
void sync_file(int descriptor, const std::filesystem::path& path);

/// fsync of the directory that holds `path`, so that its name survives a power loss. Throws Error io.
void sync_parent_directory(const std::filesystem::path& path);

/// The directory part of `path`, "." when it has none.
[[nodiscard]] std::filesystem::path parent_directory(const std::filesystem::path& path);

/// Throws Error io: "cannot <doing>: <text of errno_value>".
[[noreturn]] void throw_io(std::string_view doing, const std::filesystem::path& path, int errno_value);

}  // namespace rlmdb::util
