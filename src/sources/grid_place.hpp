// SPDX-License-Identifier: MIT
/// Where the files of the Grid lie. Nothing here looks at a file.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace rlmdb::sources {

struct GridPlace {
  std::filesystem::path directory;  ///< the `.grid/`
  std::string name;                 ///< of the file in there: "phases/01-foundation/01-SUMMARY.md"
};

/// nullopt: it lies in no `.grid/`, or in an `.aiwg/`.
[[nodiscard]] std::optional<GridPlace> grid_place_of(const std::filesystem::path& file);

/// The path from the project's root on, ".aiwg/…" or ".grid/…"; nullopt: it lies in neither.
[[nodiscard]] std::optional<std::string> place_in_project(const std::filesystem::path& file);

}  // namespace rlmdb::sources
