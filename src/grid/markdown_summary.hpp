// SPDX-License-Identifier: MIT
/// What a block's summary says in its Markdown, as agents write it: labels, a list of commits, a table of
/// threads, sections of decisions and deviations. Pure, linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace rlmdb::grid {

/// `front`, the object of its YAML block ("": it has none), with the members that it lacks: `block`,
/// `status`, `completed_at` by their labels where there is no YAML, `commits` [{hash, message}], `threads`
/// [{id, name, commit, status, files}], `decisions_made` and `deviations` [text]. A summary without YAML has
/// `form` ("markdown"). "": a text that is no summary.
[[nodiscard]] std::string read_markdown_summary(std::string_view text, std::string_view front);

}  // namespace rlmdb::grid
