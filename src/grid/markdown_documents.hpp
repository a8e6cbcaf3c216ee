// SPDX-License-Identifier: MIT
/// A STATE.md in Markdown, as people and agents write it instead of YAML: a heading with the cluster, lines
/// with labels ("Block: 04 of 09", "**Status:** Block complete", "- Progress: [##--] 44%", two cells of a
/// table), a list of blocks with check marks, a table of completed threads. Pure, linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::grid {

/// What it says, in the members that the YAML form has, and beside them `form` ("markdown"), `status_text`
/// (the status as it stands there) and `blocks` [{block, name, is_complete}]. "": it has no labels of a
/// state.
[[nodiscard]] std::string read_markdown_state(std::string_view text);

/// `text` with the members of `patch_json` on the lines of their labels; of those without a line a new one
/// behind the last, in the same style. Completed threads are rows of a table. Error invalid_input, `where` a
/// pointer of the patch, for what no line can say.
[[nodiscard]] std::string with_markdown_state(std::string_view text, std::string_view patch_json);

}  // namespace rlmdb::grid
