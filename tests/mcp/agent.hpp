// SPDX-License-Identifier: MIT
/// A real `rlmdb mcp`, as the client of an agent has it.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "json_schema.hpp"
#include "serving.hpp"

namespace rlmdb::test {

class Agent {
 public:
  explicit Agent(const std::filesystem::path& directory, std::vector<std::string> options = {},
                 std::vector<std::string> before = {"--db", "x.db"})
      : m_server(directory, words(std::move(before), std::move(options))) {
    m_hello = m_server.result(
        "initialize",
        R"({"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"agent","version":"1"}})");
    m_server.send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
                  "\n");
    const Json listed = m_server.result("tools/list");
    for (const Json& tool : listed.at("tools")) m_tools[tool.at("name")] = tool;
  }

  [[nodiscard]] Serving& server() noexcept { return m_server; }
  [[nodiscard]] const Json& hello() const noexcept { return m_hello; }
  [[nodiscard]] const std::map<std::string, Json>& tools() const noexcept { return m_tools; }

  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& [name, tool] : m_tools) names.insert(name);
    return names;
  }

  /// The result of `tools/call`. What a tool answers is held against the schema that it has given.
  Json call(const std::string& tool, const Json& arguments = Json::object()) {
    Json result = m_server.result("tools/call", Json{{"name", tool}, {"arguments", arguments}}.dump());
    if (result.value("isError", false)) return result;
    const Json& answer = result.at("structuredContent");
    const std::string mistakes =
        check_against_text(answer.dump(), m_tools.at(tool).at("outputSchema").dump());
    if (!mistakes.empty()) throw std::runtime_error(tool + ": " + mistakes + answer.dump());
    if (Json::parse(result.at("content").at(0).at("text").get<std::string>()) != answer.at("data")) {
      throw std::runtime_error(tool + ": its text is not its data");
    }
    return result;
  }
  /// `data` of that; throws for a tool that has failed.
  Json data(const std::string& tool, const Json& arguments = Json::object()) {
    Json result = call(tool, arguments);
    if (result.at("isError") == true) throw std::runtime_error(result.dump());
    return result.at("structuredContent").at("data");
  }
  /// The text of a tool that has failed; throws for one that has not.
  std::string failure(const std::string& tool, const Json& arguments = Json::object()) {
    const Json result = call(tool, arguments);
    if (result.at("isError") != true) throw std::runtime_error(result.dump());
    return result.at("content").at(0).at("text");
  }

 private:
  static std::vector<std::string> words(std::vector<std::string> before, std::vector<std::string> options) {
    before.emplace_back("mcp");
    before.insert(before.end(), options.begin(), options.end());
    return before;
  }

  Serving m_server;
  Json m_hello;
  std::map<std::string, Json> m_tools;
};

}  // namespace rlmdb::test
