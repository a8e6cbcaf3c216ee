// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "grid/grid_document.hpp"
#include "grid/grid_snapshot.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {

/// A file of a `.grid` directory, read as an import reads it.
inline grid::GridFile grid_file(std::string name, std::string text) {
  grid::GridFile file;
  file.kind = grid::kind_of_name(name);
  file.name = std::move(name);
  file.text = std::move(text);
  grid::GridDocument document = grid::read_document(file.kind, file.text);
  file.document = std::move(document.json);
  file.fault = std::move(document.fault);
  return file;
}

/// The fixture data/grid/NAME/.grid.
inline grid::GridSnapshot grid_fixture(const std::string& name) {
  const std::filesystem::path root = std::filesystem::path(RLMDB_SOURCE_DIR) / "data/grid" / name / ".grid";
  grid::GridSnapshot grid;
  grid.place = ".grid";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    grid.files.push_back(
        grid_file(entry.path().lexically_relative(root).generic_string(), read_all(entry.path())));
  }
  std::sort(grid.files.begin(), grid.files.end(),
            [](const grid::GridFile& left, const grid::GridFile& right) { return left.name < right.name; });
  return grid;
}

/// The file as the fixture has it.
inline const grid::GridFile& file_of(const grid::GridSnapshot& grid, const std::string& name) {
  const grid::GridFile* const file = grid.find(name);
  if (file == nullptr) throw std::runtime_error("the fixture has no " + name);
  return *file;
}

/// `grid` with the file as `text`, or with one more.
inline grid::GridSnapshot with_file(grid::GridSnapshot grid, const std::string& name, std::string text) {
  std::erase_if(grid.files, [&](const grid::GridFile& file) { return file.name == name; });
  grid.files.push_back(grid_file(name, std::move(text)));
  return grid;
}

/// `grid` after the edits.
inline grid::GridSnapshot after(grid::GridSnapshot grid, const std::vector<GridFileEdit>& edits) {
  for (const GridFileEdit& edit : edits) {
    if (edit.is_removed)
      std::erase_if(grid.files, [&](const grid::GridFile& file) { return file.name == edit.name; });
    else
      grid = with_file(std::move(grid), edit.name, edit.text);
  }
  return grid;
}

}  // namespace rlmdb::test
