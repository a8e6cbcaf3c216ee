// SPDX-License-Identifier: MIT
/// What a checkpoint holds, as a model knows it and as it is told.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rlmdb/checkpoint.hpp"

namespace rlmdb::test {

/// Names and values in the order of the state.
using State = std::vector<std::pair<std::string, std::string>>;

[[nodiscard]] inline std::vector<std::string> names_of(const State& state) {
  std::vector<std::string> names;
  for (const auto& [name, json] : state) names.emplace_back(name).append("=").append(json);
  return names;
}
/// Names and values, cut out of the text: no JSON library keeps 1e400.
[[nodiscard]] inline std::vector<std::string> names_of(const CheckpointContent& content) {
  std::vector<std::string> names;
  if (content.states.empty()) return names;
  const std::string& text = content.states.front().state.text;
  const std::string name = R"("name":")";
  const std::string value = R"("value":)";
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
    at += name.size();
    const std::size_t end = text.find('"', at);
    const std::size_t from = text.find(value, end) + value.size();
    names.push_back(text.substr(at, end - at) + "=" +
                    text.substr(from, text.find(",\"type\":", from) - from));
  }
  return names;
}

}  // namespace rlmdb::test
