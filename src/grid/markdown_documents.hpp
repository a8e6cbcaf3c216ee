// SPDX-License-Identifier: MIT
/// What a mission's files say in their Markdown, as people and agents write it instead of YAML. Pure, linear in
/// the text.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::grid {

/// Of a STATE.md: a heading with the cluster, lines with labels ("Block: 04 of 09", "**Status:** Block
/// complete", "- Progress: [##--] 44%", two cells of a table), a list of blocks with check marks, a table of
/// completed threads. What it says, in the members that the YAML form has, and beside them `form` ("markdown"), `status_text`
/// (the status as it stands there) and `blocks` [{block, name, is_complete}]. "": it has no labels of a
/// state.
[[nodiscard]] std::string read_markdown_state(std::string_view text);

/// `text` with the members of `patch_json` on the lines of their labels; of those without a line a new one
/// behind the last, in the same style. Completed threads are rows of a table. Error invalid_input, `where` a
/// pointer of the patch, for what no line can say.
[[nodiscard]] std::string with_markdown_state(std::string_view text, std::string_view patch_json);

/// Of a block's summary: labels, a list of commits, a table of threads, sections of decisions and deviations.
/// `front`, the object of its YAML block ("": it has none), with the members that it lacks: `block`,
/// `status`, `completed_at` by their labels where there is no YAML, `commits` [{hash, message}], `threads`
/// [{id, name, commit, status, files}], `decisions_made` and `deviations` [text]. A summary without YAML has
/// `form` ("markdown"). "": a text that is no summary.
[[nodiscard]] std::string read_markdown_summary(std::string_view text, std::string_view front);

}  // namespace rlmdb::grid
