// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/json_writer.hpp"
#include "frame/method_params.hpp"
#include "mcp/tool_table.hpp"

namespace rlmdb::cli {

/// What whoever starts the server allows an agent.
struct McpRights {
  bool may_apply = false;      ///< plans of a recovery
  bool may_use_files = false;  ///< those beneath the project
  bool only_reads = false;
  std::optional<std::string> tree = {};  ///< this one alone
};

/// Arguments that every tool takes besides those of its command.
inline constexpr std::string_view k_cursor_argument = "cursor";
inline constexpr std::string_view k_timeout_argument = "timeout_ms";

struct Tool {
  const ToolRow* row = nullptr;
  std::string name;
  std::string about;
  bool changes = false;
  std::vector<MethodParam> params;  ///< those of its command that it offers
  Shape answer;                     ///< of {data, warnings, exit}
  std::string output_schema;        ///< JSON, of the same with what is said of a cut answer

  /// As `tools/list` has it.
  void add_to(JsonObject& object) const;
  /// The names of all that it takes.
  [[nodiscard]] std::vector<std::string> argument_names() const;
};

/// The name of a tool.
[[nodiscard]] std::string name_of(const ToolRow& row);

/// Why the tool of that row is not offered, "without --allow-files"; "": nothing in the row says that it is not.
[[nodiscard]] std::string_view reason_against(const ToolRow& row, const McpRights& rights) noexcept;

/// Those that are offered, in the order of the table.
[[nodiscard]] std::vector<Tool> make_tools(const McpRights& rights);

}  // namespace rlmdb::cli
