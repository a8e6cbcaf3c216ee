// SPDX-License-Identifier: MIT
/// The life of CHECKPOINT.md, by one rule: it is made when a session stops, and says where; whatever begins
/// anew (a start, another stop) ends it. What it knew goes to STATE.md, its text beneath archive/. In between
/// STATE.md alone says where the mission stands and which threads of blocks that are not complete are done.
/// Internal to this room.
#pragma once

#include <string>
#include <string_view>

#include "grid/grid_changes.hpp"
#include "grid/grid_snapshot.hpp"
#include "grid/state_patch.hpp"

namespace rlmdb::grid {

/// The checkpoint that asks the user something, or tells of a failure, and has no answer; nullptr: none.
[[nodiscard]] const GridFile* waiting_checkpoint(const GridSnapshot& grid);

/// Ends the checkpoint that is there, if any: STATE.md gets the position that it leads to in its block, as
/// far as STATE.md was not written after it, and its completed threads; its text goes to archive/.
[[nodiscard]] GridEdits end_checkpoint(const GridSnapshot& grid, std::string_view now);

/// The files as they are after the edits.
[[nodiscard]] GridSnapshot applied(const GridSnapshot& grid, const GridEdits& edits);
/// Both, one after the other; of a file that both change what the later makes of it.
[[nodiscard]] GridEdits joined_edits(GridEdits earlier, GridEdits later);

/// `threads`, a JSON array, with `thread` in it: behind the others, or joined with what is said there of the
/// same thread. Error conflict: that is complete, and of another commit or only partial now.
[[nodiscard]] std::string with_thread(std::string_view threads, std::string_view thread,
                                      const std::string& file);

/// The object of `threads` with that id; "": none.
[[nodiscard]] std::string_view find_thread(std::string_view threads, std::string_view id);

/// The name that some file gives the thread; "": none.
[[nodiscard]] std::string known_name(const GridSnapshot& grid, std::string_view id);

}  // namespace rlmdb::grid
