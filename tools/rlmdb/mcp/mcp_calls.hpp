// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frame/call.hpp"
#include "mcp/cut_answer.hpp"
#include "mcp/tools.hpp"
#include "serve/connection.hpp"

namespace rlmdb::cli {

struct McpOptions {
  McpRights rights;
  std::size_t most_bytes = 80'000;  ///< of one message with an answer
};

/// The Model Context Protocol as calls of the program: what a client of an agent asks for.
class McpCalls final : public Calls {
 public:
  McpCalls(GlobalOptions options, McpOptions how);

  [[nodiscard]] RpcRequest read(std::string_view line) const override;
  [[nodiscard]] std::optional<std::string> call_taken_back(const RpcRequest& request) const override;
  [[nodiscard]] std::optional<std::string> answer_at_once(const RpcRequest& request) const override;
  void begin(Outbox& outbox) override { m_outbox = &outbox; }
  [[nodiscard]] std::string answer(const RpcRequest& request,
                                   std::optional<std::chrono::milliseconds> longest) override;
  [[nodiscard]] std::string refuse(const RpcRequest& request, const Error& error, Refusal why) const override;

 private:
  using Longest = std::optional<std::chrono::milliseconds>;

  [[nodiscard]] std::string initialize(std::string_view params);
  [[nodiscard]] std::string list_tools() const;
  [[nodiscard]] std::string list_resources(std::string_view params);
  /// Error not_found for one that is not there, as the whole answer.
  [[nodiscard]] std::string read_resource(std::string_view id, std::string_view params, Longest longest);
  [[nodiscard]] std::string get_prompt(std::string_view params);
  [[nodiscard]] std::string call_tool(std::string_view params, Longest longest);
  /// `given`: its arguments, an object or "".
  [[nodiscard]] CutAnswer answer_of(const Tool& tool, const std::string& given, Longest longest);
  [[nodiscard]] const Tool& tool_named(std::string_view params) const;
  [[nodiscard]] const Tool* find_tool(std::string_view name) const;
  /// A hint for the command line.
  [[nodiscard]] std::string in_names_of_tools(std::string hint) const;
  [[nodiscard]] std::string text_of_failure(const RpcRequest& request, const Error& error) const;

  Session m_session;
  Outbox* m_outbox = nullptr;
  const McpRights m_rights;
  const std::vector<Tool> m_tools;
  CutAnswers m_answers;
};

}  // namespace rlmdb::cli
