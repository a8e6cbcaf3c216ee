// SPDX-License-Identifier: MIT
/// Small legacy documents in canonical bytes, so that an export can be compared with its source as it is.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace rlmdb::test {

/// A record: names and JSON texts, `id` first.
inline std::string record(const std::string& id,
                          std::initializer_list<std::pair<std::string, std::string>> members = {}) {
  std::string text = "{\n      \"id\": \"" + id + "\"";
  for (const auto& [name, json] : members) text += ",\n      \"" + name + "\": " + json;
  return text + "\n    }";
}

/// A store of these records.
inline std::string document(const std::vector<std::string>& records) {
  std::string text = "{\n  \"version\": 1,\n  \"updatedAt\": \"2026-02-28T00:00:00.000Z\",\n  \"tasks\": [";
  for (const std::string& each : records) text += (&each == &records.front() ? "\n    " : ",\n    ") + each;
  return text + (records.empty() ? "]\n}" : "\n  ]\n}");
}

}  // namespace rlmdb::test
