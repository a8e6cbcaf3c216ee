// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "test_dir.hpp"

namespace rlmdb::test {

/// The control: a store that does what the legacy one does. It reads the file once, counts ids in memory, and
/// every change writes the whole file anew, without a lock.
class LegacyStore {
 public:
  explicit LegacyStore(std::filesystem::path file) : m_file(std::move(file)) {
    if (!std::filesystem::exists(m_file)) return;
    for (const auto& task : nlohmann::ordered_json::parse(read_all(m_file)).at("tasks")) {
      const std::string id = task.at("id");
      m_counter = std::stoi(id.substr(id.find('-') + 1)) + 1;
      m_tasks.push_back(task);
    }
  }

  /// In memory alone.
  std::string create(const std::string& prompt) {
    std::array<char, 24> id{};
    std::snprintf(id.data(), id.size(), "task-%04d", m_counter++);
    m_tasks.push_back({{"id", id.data()}, {"prompt", prompt}, {"state", "queued"}});
    return id.data();
  }

  void persist() const {
    const nlohmann::ordered_json document = {{"version", 1}, {"updatedAt", ""}, {"tasks", m_tasks}};
    write_all(m_file, document.dump(2));
  }

 private:
  std::filesystem::path m_file;
  int m_counter = 0;
  nlohmann::ordered_json m_tasks = nlohmann::ordered_json::array();
};

/// The prompts in such a file, in its order.
inline std::vector<std::string> legacy_prompts(const std::filesystem::path& file) {
  std::vector<std::string> prompts;
  const auto document = nlohmann::ordered_json::parse(read_all(file));
  for (const auto& task : document.at("tasks")) prompts.push_back(task.at("prompt"));
  return prompts;
}

}  // namespace rlmdb::test
