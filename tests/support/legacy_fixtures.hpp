// SPDX-License-Identifier: MIT
/// Where the legacy fixture pairs are: NAME.json and, beside it, what the legacy store writes back.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ios>
#include <string>
#include <vector>

namespace rlmdb::tests {

inline std::string read_whole_file(const std::filesystem::path& path) {
  std::string text(std::filesystem::file_size(path), '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

/// The collection that the repository's copies were taken from, where it lies beside the checkout; else the
/// copies.
inline std::filesystem::path fixtures_directory() {
  const std::filesystem::path source(RLMDB_SOURCE_DIR);
  const std::filesystem::path collection = source / "../shared/fixtures";
  return std::filesystem::exists(collection / "quirks") ? collection : source / "data/legacy";
}

/// The directory of the pairs.
inline std::filesystem::path quirks_directory() {
  return fixtures_directory() / "quirks";
}

/// Files that the legacy store itself wrote: what they export must be the file, byte for byte.
inline std::vector<std::filesystem::path> legacy_written_files() {
  const std::filesystem::path root = fixtures_directory();
  std::vector<std::filesystem::path> files{root / "tasks-small.json", root / "tasks-1k.json"};
  for (const auto& entry : std::filesystem::directory_iterator(root / "seed-trees")) {
    files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  files.push_back(std::filesystem::path(RLMDB_SOURCE_DIR) / "data/legacy/daemon-tasks.json");
  return files;
}

/// The names of all pairs, sorted.
inline std::vector<std::string> quirk_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(quirks_directory())) {
    const std::string file = entry.path().filename();
    if (file == "INDEX.json" || file.ends_with(".expected.json") || !file.ends_with(".json")) continue;
    names.push_back(file.substr(0, file.size() - 5));
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline std::string quirk_text(const std::string& name) {
  return read_whole_file(quirks_directory() / (name + ".json"));
}

inline std::string quirk_expected(const std::string& name) {
  return read_whole_file(quirks_directory() / (name + ".expected.json"));
}

}  // namespace rlmdb::tests
