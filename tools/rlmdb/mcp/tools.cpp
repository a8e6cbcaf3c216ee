// SPDX-License-Identifier: MIT
#include "mcp/tools.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "mcp/tool_schemas.hpp"

namespace rlmdb::cli {
namespace {

std::string tool_name(const ToolRow& row) {
  std::string name(row.name.empty() ? row.method : row.name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

bool is_offered(const ToolRow& row, const McpRights& rights) {
  switch (row.when) {
    case ToolRow::When::always:
      return true;
    case ToolRow::When::with_apply:
      return rights.may_apply;
    case ToolRow::When::with_files:
      break;
  }
  return false;
}

/// "Add tasks. Several IDs …": what the command or its verb does, then all that the help says of the command.
std::string about_of(const Command& command, const Method& method) {
  const CommandText& text = command.text();
  std::string about(method.verb == nullptr ? text.summary : method.verb->summary);
  about.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(about.front())));
  if (!about.ends_with('.')) about += '.';
  about.append("\n").append(text.details);
  return about;
}

Tool make_tool(const ToolRow& row, const DescribedMethod& described, const Command& command) {
  Tool tool;
  tool.row = &row;
  tool.name = tool_name(row);
  tool.about = about_of(command, described.method);
  const bool only_plans = row.fixed == "dry_run";
  tool.changes = !only_plans && described.method.changes;
  for (const MethodParam& param : described.params) {
    const bool is_for_changes = param.name == "request_id" || param.name == "dry_run";
    if (names_a_file(param.type) || param.name == "owner" || (only_plans && is_for_changes)) continue;
    tool.params.push_back(param);
  }
  tool.answer = answer_shape(command.answers(), described.method);
  tool.output_schema = output_schema(tool.name, tool.answer);
  return tool;
}

}  // namespace

std::vector<std::string> Tool::argument_names() const {
  std::vector<std::string> names;
  for (const MethodParam& param : params) names.push_back(param.name);
  names.emplace_back(k_timeout_argument);
  names.emplace_back(k_cursor_argument);
  return names;
}

void Tool::add_to(JsonObject& object) const {
  const std::string input = input_schema(params);
  object.add("name", name)
      .add("description", about)
      .add("inputSchema", JsonView{input})
      .add("outputSchema", JsonView{output_schema})
      .add_object("annotations", *this, [](JsonObject& hints, const Tool& tool) {
        hints.add("readOnlyHint", !tool.changes)
            .add("destructiveHint", tool.changes && tool.row->does == ToolRow::Does::takes_away)
            .add("idempotentHint", !tool.changes || tool.row->does == ToolRow::Does::settles)
            .add("openWorldHint", false);
      });
}

std::vector<Tool> make_tools(const McpRights& rights) {
  const CommandLine described;
  const std::vector<DescribedMethod> methods = described_methods(described);
  std::vector<Tool> tools;
  for (const ToolRow& row : tool_table()) {
    if (!is_offered(row, rights)) continue;
    const auto method = std::find_if(methods.begin(), methods.end(), [&](const DescribedMethod& one) {
      return one.method.name == row.method;
    });
    if (method == methods.end()) {
      throw Error(ErrorCode::internal, fmt::format("a tool is made of {}, which is no method", row.method));
    }
    tools.push_back(make_tool(row, *method, *described.commands()[method->method.command]));
  }
  return tools;
}

}  // namespace rlmdb::cli
