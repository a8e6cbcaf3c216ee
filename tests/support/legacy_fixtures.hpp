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

/// The directory of the pairs; empty when this checkout has none.
inline std::filesystem::path quirks_directory() {
  const std::filesystem::path source(RLMDB_SOURCE_DIR);
  for (const auto& candidate : {source / "data/legacy/quirks", source / "../shared/fixtures/quirks"}) {
    if (std::filesystem::exists(candidate)) return candidate;
  }
  return {};
}

/// The names of all pairs, sorted.
inline std::vector<std::string> quirk_names() {
  std::vector<std::string> names;
  if (quirks_directory().empty()) return names;
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
