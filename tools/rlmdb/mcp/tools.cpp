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

bool is_offered(const ToolRow& row, const MethodParam& param, const McpRights& rights) {
  if (has_word(row.never, param.name) || param.name == row.fixed || param.name == "owner") return false;
  if (rights.tree.has_value()) {
    return !param.is_file &&
           (has_word(row.of_tree.arguments, param.name) || has_word(row.of_tree.tasks, param.name));
  }
  if (rights.only_reads && param.name == "count") return false;
  return rights.may_use_files || (!param.is_file && !has_word(row.with_files, param.name));
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

Tool make_tool(const ToolRow& row, const DescribedMethod& described, const Command& command,
               const McpRights& rights) {
  Tool tool;
  tool.row = &row;
  tool.name = name_of(row);
  tool.about = about_of(command, described.method);
  tool.changes = row.fixed != "dry_run" && described.method.changes;
  for (const MethodParam& param : described.params) {
    if (is_offered(row, param, rights)) tool.params.push_back(param);
  }
  tool.answer = answer_shape(command.answers(), described.method);
  tool.output_schema = output_schema(tool.name, tool.answer);
  return tool;
}

}  // namespace

std::string name_of(const ToolRow& row) {
  std::string name(row.name.empty() ? row.method : row.name);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

std::string_view reason_against(const ToolRow& row, const McpRights& rights) noexcept {
  if (rights.tree.has_value() && !row.of_tree.is_offered) return "with --tree";
  if (row.when == ToolRow::When::with_apply && !rights.may_apply) return "without --allow-apply";
  if (row.when == ToolRow::When::with_files && !rights.may_use_files) return "without --allow-files";
  return {};
}

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
    if (!reason_against(row, rights).empty()) continue;
    const auto method = std::find_if(methods.begin(), methods.end(), [&](const DescribedMethod& one) {
      return one.method.name == row.method;
    });
    if (method == methods.end()) {
      throw Error(ErrorCode::internal, fmt::format("a tool is made of {}, which is no method", row.method));
    }
    Tool tool = make_tool(row, *method, *described.commands()[method->method.command], rights);
    if (!tool.changes || !rights.only_reads) tools.push_back(std::move(tool));
  }
  return tools;
}

}  // namespace rlmdb::cli
