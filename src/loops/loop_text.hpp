// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "db/connection.hpp"
#include "loops/loop_document.hpp"
#include "loops/loop_rows.hpp"

namespace rlmdb::loops {

/// The loop that goes by that id: of several the one that is not archived, Ralph's own before an external
/// one. With a `/` in it, it is the place of the document. Error not_found where there is none.
[[nodiscard]] LoopHead get_loop(db::Connection& connection, std::string_view loop_id);

/// The state document of a loop as it is now: outline and lists. Error corrupt where one of its texts is
/// broken.
[[nodiscard]] LoopDocument loop_document(db::Connection& connection, const LoopHead& head);

/// How many entries its lists have.
[[nodiscard]] std::uint64_t count_entries(const LoopDocument& document);

/// Its rows become the document's: outline and lists. REQUIRES: a write transaction; the row is there.
void store_loop(db::Connection& connection, LoopHead& head, const LoopDocument& document);

/// Where Ralph keeps the state of a loop, from the project's root: ".aiwg/ralph/loops/ID/state.json".
[[nodiscard]] std::string place_of_loop(std::string_view loop_id);

}  // namespace rlmdb::loops
