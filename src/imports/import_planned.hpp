// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "imports/planned_source.hpp"

namespace rlmdb::imports {

/// Imports sources that are open, as import_files() says, and leaves them open.
void import_planned(const std::filesystem::path& database, std::vector<PlannedSource>& planned,
                    const ImportOptions& options, ImportReport& report);

}  // namespace rlmdb::imports
