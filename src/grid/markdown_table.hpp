// SPDX-License-Identifier: MIT
/// Tables of threads in Markdown files of a mission.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::grid {

/// The rows of the first table that has a column of threads, as a JSON list of {id, name, commit, status,
/// files}, each member where its cell says anything; "": there is no such table.
[[nodiscard]] std::string thread_table_json(std::string_view text);

/// `text` with the threads of the JSON list `threads` in its table of completed threads, which is made at the
/// end where there is none; none of them: the table's rows go. What a cell cannot say is left out.
[[nodiscard]] std::string with_thread_table(std::string_view text, std::string_view threads);

}  // namespace rlmdb::grid
