// SPDX-License-Identifier: MIT
#include "legacy_seeds.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <tuple>
#include <utility>

#include "test_dir.hpp"

namespace rlmdb::tests {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_most_bytes = 40'000;

/// Where a file of that kind lies in a project; a directory keeps what is beneath it as it is.
constexpr std::pair<std::string_view, std::string_view> k_places[] = {
    {"daemon-tasks.json", ".aiwg/daemon/tasks.json"},
    {"tasks-small.json", ".aiwg/daemon/tasks.json"},
    {"seed-trees/", ".aiwg/daemon/tasks.json"},
    {"quirks/", ".aiwg/daemon/tasks.json"},
    {"canonical/", ".aiwg/daemon/tasks.json"},
    {"trees/", ".aiwg/rlm/trees/"},
    {"rlm/", ".aiwg/rlm/"},
    {"loops/", ".aiwg/ralph/current-loop.json"},
    {"ralph/", ".aiwg/ralph/"},
    {"ralph-external/", ".aiwg/ralph-external/"},
    {"checkpoints/", ".aiwg/checkpoints/"}};

/// "" for what is no file of a project.
std::string place_of(const std::string& path) {
  if (path.ends_with(".expected.json") || path.ends_with("INDEX.json")) return "";
  for (const auto& [kind, place] : k_places) {
    if (!path.starts_with(kind)) continue;
    return place.ends_with('/') ? std::string(place) + path.substr(kind.size()) : std::string(place);
  }
  return "";
}

}  // namespace

std::vector<SeedFile> legacy_seeds() {
  std::vector<SeedFile> files;
  const fs::path root = fs::path(RLMDB_SOURCE_DIR) / "data/legacy";
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.file_size() > k_most_bytes) continue;
    const std::string place = place_of(entry.path().lexically_relative(root).generic_string());
    if (!place.empty()) files.push_back({place, test::read_all(entry.path())});
  }
  std::sort(files.begin(), files.end(), [](const SeedFile& a, const SeedFile& b) {
    return std::tie(a.name, a.text) < std::tie(b.name, b.text);
  });
  return files;
}

}  // namespace rlmdb::tests
