// SPDX-License-Identifier: MIT
// An agent goes on with the work of a legacy project. What it says and hears is in recover_project.txt, which
// RLMDB_UPDATE_GOLDEN=1 writes anew.
#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>
#include <utility>

#include "agent.hpp"
#include "database_ids.hpp"
#include "line_difference.hpp"
#include "project_files.hpp"

namespace rlmdb::test {
namespace {

const std::filesystem::path k_transcript =
    std::filesystem::path(RLMDB_SOURCE_DIR) / "tests/mcp/recover_project.txt";

/// Without what is another in each run.
std::string same_each_time(std::string text, const std::string& project) {
  for (std::size_t at = text.find(project); at != std::string::npos; at = text.find(project, at)) {
    text.replace(at, project.size(), "PROJECT");
  }
  static const std::vector<std::pair<std::regex, std::string>> k_changes = {
      {std::regex(R"(20(2[6-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z)"), "TIME"},
      {std::regex(R"("pid": \d+)"), "\"pid\": 0"},
      {std::regex(R"x("(elapsed_seconds|avg_duration_ms)": [\d.]+)x"), "\"$1\": 0"}};
  for (const auto& [pattern, instead] : k_changes) text = std::regex_replace(text, pattern, instead);
  return tokens_from_0(text, project);
}

class Conversation {
 public:
  Conversation(Agent& agent, std::filesystem::path project) : m_agent(agent), m_project(std::move(project)) {}

  Json tool(const std::string& name, const Json& arguments = Json::object()) {
    const Json result = m_agent.call(name, arguments);
    m_text << "> " << name << " " << arguments.dump() << "\n";
    if (result.at("isError") == true) {
      m_text << result.at("content").at(0).at("text").get<std::string>() << "\n";
      return {};
    }
    Json answer = result.at("structuredContent");
    m_text << answer.dump(1) << "\n\n";
    return answer.at("data");
  }
  void method(const std::string& name, const Json& params = Json::object()) {
    const Json result = m_agent.server().result(name, params.dump());
    m_text << "> " << name << " " << params.dump() << "\n";
    if (result.contains("messages")) {
      m_text << result.at("messages").at(0).at("content").at("text").get<std::string>() << "\n";
    } else {
      m_text << result.dump(1) << "\n\n";
    }
  }
  [[nodiscard]] std::string text() const { return same_each_time(m_text.str(), m_project.string()); }

 private:
  Agent& m_agent;
  std::filesystem::path m_project;
  std::ostringstream m_text;
};

}  // namespace

TEST_SUITE("mcp::recovery") {
  TEST_CASE("from a plan to the end of what was interrupted in a legacy project") {
    const ProjectPlace place;
    REQUIRE(run_rlmdb(place.root / ".aiwg/daemon/rlm.db", {"import", place.root.string()}).code == 0);
    Agent agent(place.root, {"--allow-apply"}, {});
    Conversation conversation(agent, place.root);
    const std::string tree = "tree-9f8e7d6c";
    conversation.method("resources/list");
    conversation.method("prompts/get", {{"name", "recover-this-project"}});
    conversation.tool("recover_plan");
    conversation.tool("recover_apply", {{"request_id", "recover-1"}});
    conversation.tool("recover_apply");
    conversation.tool("recover_apply", {{"request_id", "recover-1"}});
    while (true) {
      const Json claim = conversation.tool("claim", {{"tree", tree}}).at("claim");
      if (claim.is_null()) break;
      if (claim.at("resume_checkpoint_id").is_string()) {
        conversation.tool("checkpoint_show",
                          {{"task", claim.at("id")}, {"id", claim.at("resume_checkpoint_id")}});
      }
      conversation.tool(
          "task_complete",
          {{"id", {claim.at("id")}}, {"token", claim.at("token")}, {"result", "done by an agent"}});
    }
    conversation.tool("progress", {{"id", tree}});
    CHECK(agent.server().end() == 0);
    const std::string text = conversation.text();
    if (std::getenv("RLMDB_UPDATE_GOLDEN") != nullptr) std::ofstream(k_transcript) << text;
    CHECK(line_difference(read_all(k_transcript), text) == "");
  }
}

}  // namespace rlmdb::test
