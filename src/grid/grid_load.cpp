// SPDX-License-Identifier: MIT
#include "grid/grid_load.hpp"

#include <utility>

#include "grid/grid_document.hpp"
#include "json/object_text.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/project.hpp"

namespace rlmdb::grid {

namespace {

std::string places_of(const std::vector<GridHead>& grids) {
  std::string places;
  for (const GridHead& grid : grids) places.append(places.empty() ? "" : ", ").append(grid.place);
  return places;
}

Error no_grid(const std::string& name, const std::vector<GridHead>& all) {
  if (all.empty())
    return Error(ErrorCode::not_found, "the database has no Grid mission", name,
                 "import a .grid/ directory, or begin with `rlmdb grid init`");
  return Error(ErrorCode::not_found, "there is no Grid mission " + name, name,
               "there are: " + places_of(all));
}

Error several_grids(const std::string& name, const std::vector<GridHead>& found) {
  return Error(ErrorCode::invalid_input,
               name.empty() ? "the database has several Grid missions" : "several Grid missions are " + name,
               name, "name one by its place: " + places_of(found));
}

}  // namespace

std::string place_beneath(const std::filesystem::path& database, const std::filesystem::path& directory) {
  std::error_code ignored;
  const auto root = project_of_database(std::filesystem::weakly_canonical(database, ignored));
  if (!root) return {};
  const std::filesystem::path place = directory.lexically_relative(*root);
  return place.empty() || *place.begin() == ".." ? std::string() : place.string();
}

GridHead get_grid(db::Connection& connection, const GridName& name) {
  GridRows rows(connection);
  if (!name.text.empty()) {
    if (auto grid = rows.find_at(name.text)) return *std::move(grid);
  }
  const std::vector<GridHead> all = rows.all();
  std::vector<GridHead> found;
  for (const GridHead& grid : all)
    if (name.text.empty() || cluster_of(rows.newest(grid.id)) == name.text) found.push_back(grid);
  if (found.empty()) throw no_grid(name.text, all);
  if (found.size() > 1) throw several_grids(name.text, found);
  return found.front();
}

std::vector<FileVersion> files_at(GridRows& rows, const GridHead& grid, std::int64_t event_seq) {
  const std::int64_t first = rows.first_whole_moment(grid.id);
  if (event_seq < first)
    throw Error(ErrorCode::not_found, "what the mission " + grid.place + " was then is not kept any more",
                std::to_string(event_seq),
                "the first moment that is still known is " + std::to_string(first));
  return rows.at(grid.id, event_seq);
}

std::string cluster_of(const std::vector<FileVersion>& files) {
  for (const char* name : {"STATE.md", "CHECKPOINT.md", "WARMTH.md"}) {
    for (const FileVersion& file : files) {
      if (file.name != name || file.document.empty()) continue;
      if (auto cluster = json::text_member(file.document, "cluster")) return *std::move(cluster);
    }
  }
  return {};
}

GridSnapshot snapshot_of(const GridHead& grid, const std::vector<FileVersion>& files) {
  GridSnapshot snapshot;
  snapshot.place = grid.place;
  for (const FileVersion& version : files) {
    if (!version.sha256) continue;
    GridFile file;
    file.name = version.name;
    file.kind = kind_of_name(version.name);
    file.text = version.text;
    file.document = version.document;
    if (version.document.empty()) file.fault = read_document(file.kind, version.text).fault;
    file.modified_ns = version.modified_ns;
    file.utc_offset_minutes = version.utc_offset_minutes;
    snapshot.files.push_back(std::move(file));
  }
  return snapshot;
}

}  // namespace rlmdb::grid
