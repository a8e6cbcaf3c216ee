// SPDX-License-Identifier: MIT
/// rlmdb-format(5): what a database is, with the tables and views that docs/FORMAT.md describes.
#pragma once

#include <string>

#include "pages/hand_written.hpp"

namespace rlmdb::pages {

/// `format` is docs/FORMAT.md: of each table and view the first sentence below its heading. Throws
/// std::runtime_error where one has none.
[[nodiscard]] std::string man_page_of_format(const HandWritten& own, const std::string& format);

}  // namespace rlmdb::pages
