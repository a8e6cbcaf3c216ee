// SPDX-License-Identifier: MIT
#include "sources/grid_place.hpp"

#include "sources/rlm_place.hpp"

namespace rlmdb::sources {

std::optional<GridPlace> grid_place_of(const std::filesystem::path& file) {
  constexpr std::string_view k_folder = "/.grid/";
  const std::string text = file.string();
  const std::size_t at = ("/" + text).find(k_folder);
  if (at == std::string::npos || path_in_project(file)) return std::nullopt;
  const std::size_t end = at + k_folder.size() - 1;
  return GridPlace{text.substr(0, end - 1), text.substr(end)};
}

std::optional<std::string> place_in_project(const std::filesystem::path& file) {
  if (auto place = path_in_project(file)) return place;
  const auto grid = grid_place_of(file);
  return grid ? std::optional(".grid/" + grid->name) : std::nullopt;
}

}  // namespace rlmdb::sources
