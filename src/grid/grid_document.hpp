// SPDX-License-Identifier: MIT
/// What a file of a `.grid` directory says, as JSON; and the parts of its text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "grid/grid_file_rules.hpp"

namespace rlmdb::grid {

/// A Markdown text and the YAML block that it begins with. The three together are the whole text.
struct TextParts {
  std::string_view
      before;  ///< up to and with the line "---"; "": the file has none, and is all YAML or all Markdown
  std::string_view yaml;  ///< "": there is none
  std::string_view body;  ///< from the closing line "---" on, with it
};

/// A text without "---" is all YAML where `kind` asks for YAML and it reads as a mapping, else all body.
[[nodiscard]] TextParts split(GridFileKind kind, std::string_view text);

struct GridDocument {
  std::string json;              ///< a compact object; "": the file is of kind `other`, or cannot be read
  std::string fault;             ///< why it cannot be read; "": it can
  std::size_t fault_offset = 0;  ///< in the whole text
};

/// Whether a document was read by labels, since its file is Markdown where YAML is usual.
[[nodiscard]] bool is_markdown(std::string_view document);

/// JSON pointers of the members that the text has more than once, of which the last one counts. Never throws
/// for what the text says.
[[nodiscard]] std::vector<std::string> repeated_members(GridFileKind kind, std::string_view text);

/// Never throws for what the text says. The shapes: docs/FORMAT.md, "Documents of the Grid".
[[nodiscard]] GridDocument read_document(GridFileKind kind, std::string_view text);

}  // namespace rlmdb::grid
