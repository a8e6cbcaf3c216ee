// SPDX-License-Identifier: MIT
/// What every output of rlmdb does at the name it is given; docs/cli.md, "Files that are written".
#pragma once

#include <filesystem>
#include <string_view>

namespace rlmdb {

class Store;

/// Whether a legacy file may be overwritten that was changed since its newest import, or whose daemon lives.
enum class Overwrite { if_unchanged, always };

/// Gives `file` the content `bytes`: written beside it under a temporary name (mode 0600), fsynced, renamed
/// over it, directory fsynced. The old file stays until the new one is complete and durable. A symbolic link
/// is followed and stays; a device or FIFO is written into, opening a FIFO waits for its reader. A tasks.json
/// or session-state.json of a legacy program is kept beside as `.bak`, and so is what only Overwrite::always
/// let go. Error conflict, whatever `overwrite` says, for the database and its companions (under any name),
/// any other SQLite database, a directory, the source of a running import, and a link or file of others in a
/// sticky directory that others may write to (decision 044); unless it is `always`, for a
/// legacy file with changes that were not imported, and where its daemon lives. Error io: the file is as it
/// was, and nothing stays beside it.
void replace_file(const Store& store, const std::filesystem::path& file, std::string_view bytes,
                  Overwrite overwrite = Overwrite::if_unchanged);

/// Opens a file to read it, as ::open with O_RDONLY and O_CLOEXEC: the descriptor is the caller's, -1 with errno
/// where that fails. Error conflict for a file of a database that is open in this process, by whatever path: a process
/// that closes one drops the locks by which SQLite keeps the database; and for a symbolic link of others on the way
/// or at its end, in a sticky directory that others may write to (decision 044).
[[nodiscard]] int open_to_read(const std::filesystem::path& file);

/// The same for a directory, as ::open with O_PATH and O_DIRECTORY: for ::fchdir, ::fstat and names in it.
[[nodiscard]] int open_directory(const std::filesystem::path& directory);

/// Makes one directory, as rlmdb makes all of its own: mode 0700 whatever the umask, its name durable on
/// return. False where there is a directory already. Error conflict for anything else that has the name, a
/// symbolic link too, and for links of others on the way (decision 044); not_found where its parent is no
/// directory; io.
bool make_directory(const std::filesystem::path& directory);

}  // namespace rlmdb
