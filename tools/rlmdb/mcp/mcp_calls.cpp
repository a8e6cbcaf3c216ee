// SPDX-License-Identifier: MIT
#include "mcp/mcp_calls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include "frame/nearest_word.hpp"
#include "mcp/progress_notices.hpp"
#include "mcp/prompts.hpp"
#include "mcp/resources.hpp"
#include "mcp/tool_rules.hpp"
#include "rlmdb/json_text.hpp"
#include "rlmdb/version.hpp"
#include "serve/json_rpc.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_call = "tools/call";
/// Newest first.
constexpr std::array<std::string_view, 3> k_versions = {"2025-06-18", "2025-03-26", "2024-11-05"};

constexpr std::string_view k_capabilities =
    R"({"tools":{"listChanged":false},"resources":{"subscribe":false,"listChanged":false},"prompts":{"listChanged":false}})";

constexpr std::string_view k_how =
    "What descriptions call --name is the argument `name`; - for standard input is not there. A long answer "
    "is\n"
    "cut: call again with its `next_cursor` as `cursor`.";

std::string instructions(const McpRights& rights) {
  std::string text =
      "Tasks of this project, in one SQLite database. Call `ready` to see what can be worked on; where a run "
      "was\n"
      "interrupted, `recover_plan` first.\n";
  if (rights.tree.has_value()) text += fmt::format("Only the tree {} is there.\n", *rights.tree);
  if (rights.only_reads) return text + "Nothing can be changed here.\n" + std::string(k_how);
  return text +
         "Take a task with `claim`: its answer has the token that `heartbeat`, `task_complete`, `task_fail` "
         "and\n"
         "`release` need. Extend the lease with `heartbeat` before it ends, and end what you have taken "
         "with\n"
         "`task_complete` or `task_fail`. Calls are answered one after the other, so do not let `claim` wait "
         "for\n"
         "long. Give changing calls a `request_id` of your own: the same call with the same id is done "
         "once,\n"
         "however often it is made.\n" +
         std::string(k_how);
}

/// A text that is not empty.
std::optional<std::string> text_param_of(std::string_view params, std::string_view name) {
  const auto value = find_json_member(params, name);
  std::optional<std::string> text = value.has_value() ? json_string_text(*value) : std::nullopt;
  return text.has_value() && !text->empty() ? text : std::nullopt;
}

/// An object, or "".
std::string_view object_param(std::string_view params, std::string_view name) {
  const auto value = find_json_member(params, name);
  if (!value.has_value() || *value == "null") return {};
  if (json_kind(*value) != JsonKind::object) {
    throw Error(ErrorCode::usage, fmt::format("{} is no object", name), fmt::format("params/{}", name),
                "give each argument by its name");
  }
  return *value;
}

struct Arguments {
  std::string given;  ///< an object, without `cursor` and `timeout_ms`; "": none
  std::optional<std::string> cursor;
};

Arguments arguments_of(const Tool& tool, std::string_view params) {
  const std::string_view object = object_param(params, "arguments");
  const std::vector<std::string> names = tool.argument_names();
  Arguments arguments;
  if (object.empty()) return arguments;
  for (const JsonMember& member : split_json_object(object)) {
    if (std::find(names.begin(), names.end(), member.name) == names.end()) {
      const auto nearest = nearest_word(member.name, names);
      throw Error(ErrorCode::usage, fmt::format("{} has no argument '{}'", tool.name, member.name),
                  member.name,
                  fmt::format("{}it takes {}",
                              nearest.has_value() ? fmt::format("did you mean '{}'? ", *nearest) : "",
                              fmt::join(names, ", ")));
    }
    if (member.name == k_timeout_argument) continue;
    if (member.name == k_cursor_argument && member.value != "null") {
      arguments.cursor = json_string_text(member.value);
      if (!arguments.cursor.has_value()) {
        throw Error(ErrorCode::usage, "cursor takes a string", "cursor", "give it as the answer has it");
      }
      continue;
    }
    arguments.given += arguments.given.empty() ? '{' : ',';
    append_json(arguments.given, member.name);
    arguments.given.append(":").append(member.value);
  }
  if (!arguments.given.empty()) arguments.given += '}';
  return arguments;
}

void add_text(JsonObject& content, std::string_view text) {
  content.add("type", "text").add("text", text);
}

std::string failed_result(std::string_view text) {
  const std::array<std::string_view, 1> texts = {text};
  return JsonObject().add_array("content", texts, add_text).add("isError", true).text();
}

std::string done_result(const CutAnswer& answer) {
  std::vector<std::string_view> texts = {answer.data};
  if (!answer.remarks.empty()) texts.push_back(answer.remarks);
  return JsonObject()
      .add_array("content", texts, add_text)
      .add("structuredContent", JsonView{answer.json})
      .add("isError", false)
      .text();
}

std::size_t message_bytes(const CutAnswer& answer) {
  constexpr std::size_t k_around_result = 100;
  return done_result(answer).size() + k_around_result;
}

/// What a cursor has to be given to again: the tool and its arguments.
std::string name_of_call(const Tool& tool, const std::string& given) {
  return given.empty() ? tool.name : tool.name + "\n" + given;
}

Error no_resource(const std::string& uri) {
  return Error(ErrorCode::not_found, fmt::format("there is no resource '{}'", uri), uri,
               "resources/list has the trees; others are rlmdb://tree/ID and rlmdb://task/ID");
}

/// What the tool that shows it takes: of a tree all levels.
std::string arguments_for(const Resource& resource, const McpRights& rights) {
  const std::string id = to_json(std::string_view(resource.id));
  if (resource.kind == Resource::Kind::task) return fmt::format(R"({{"id":[{}]}})", id);
  constexpr int k_every_level = 1'000'000;
  return rights.tree.has_value() ? fmt::format(R"({{"depth":{}}})", k_every_level)
                                 : fmt::format(R"({{"id":{},"depth":{}}})", id, k_every_level);
}

/// nullopt: the client wants to hear nothing before the answer.
std::optional<std::string_view> progress_token_of(std::string_view params) {
  const auto meta = find_json_member(params, "_meta");
  if (!meta.has_value() || json_kind(*meta) != JsonKind::object) return std::nullopt;
  const auto token = find_json_member(*meta, "progressToken");
  const bool is_one =
      token.has_value() && (json_kind(*token) == JsonKind::string || json_kind(*token) == JsonKind::number);
  return is_one ? token : std::nullopt;
}

Error not_offered(std::string_view name, std::string_view reason) {
  return Error(ErrorCode::usage,
               fmt::format("there is no tool '{}' {}", name, reason.empty() ? "with --read-only" : reason),
               "params/name", "whoever starts the server decides what it offers");
}

GlobalOptions with_rights(GlobalOptions options, const McpRights& rights) {
  options.only_reads = rights.only_reads;
  options.only_database = !rights.may_use_files || rights.tree.has_value();
  return options;
}

}  // namespace

McpCalls::McpCalls(GlobalOptions options, McpOptions how)
    : m_session(with_rights(std::move(options), how.rights)),
      m_rights(std::move(how.rights)),
      m_tools(make_tools(m_rights)),
      m_answers(how.most_bytes, message_bytes) {}

RpcRequest McpCalls::read(std::string_view line) const {
  RpcRequest request = read_request(line);
  if (request.method != k_call) return request;
  const auto arguments = find_json_member(request.params, "arguments");
  const auto timeout =
      arguments.has_value() ? find_json_member(*arguments, k_timeout_argument) : std::nullopt;
  if (timeout.has_value() && *timeout != "null")
    request.timeout = read_timeout(*timeout, request.id.value_or("null"));
  return request;
}

std::optional<std::string> McpCalls::call_taken_back(const RpcRequest& request) const {
  if (request.method != "notifications/cancelled") return std::nullopt;
  return std::string(find_json_member(request.params, "requestId").value_or(""));
}

std::optional<std::string> McpCalls::answer_at_once(const RpcRequest& request) const {
  if (request.method == "ping") return rpc_result(request.id.value_or("null"), "{}");
  if (request.method.starts_with("notifications/")) return std::string();
  return std::nullopt;
}

std::string McpCalls::answer(const RpcRequest& request, std::optional<std::chrono::milliseconds> longest) {
  const std::string id = request.id.value_or("null");
  if (request.method == "initialize") return rpc_result(id, initialize(request.params));
  if (request.method == "tools/list") return rpc_result(id, list_tools());
  if (request.method == k_call) return rpc_result(id, call_tool(request.params, longest));
  if (request.method == "resources/list") return rpc_result(id, list_resources(request.params));
  if (request.method == "resources/templates/list") return rpc_result(id, list_resource_templates());
  if (request.method == "resources/read") return read_resource(id, request.params, longest);
  if (request.method == "prompts/list") return rpc_result(id, list_prompts());
  if (request.method == "prompts/get") return rpc_result(id, get_prompt(request.params));
  throw UnknownMethod(ErrorCode::usage, fmt::format("there is no method '{}'", request.method), {},
                      "what there is stands in the capabilities that initialize answers");
}

std::string McpCalls::refuse(const RpcRequest& request, const Error& error, Refusal why) const {
  if (why == Refusal::cancelled) return {};
  const bool is_of_tool = request.method == k_call && why == Refusal::failed &&
                          find_tool(text_param_of(request.params, "name").value_or("")) != nullptr;
  if (!is_of_tool) return Calls::refuse(request, error, why);
  return rpc_result(request.id.value_or("null"), failed_result(text_of_failure(request, error)));
}

std::string McpCalls::initialize(std::string_view params) {
  const std::string asked = text_param_of(params, "protocolVersion").value_or("");
  const bool is_known = std::find(k_versions.begin(), k_versions.end(), asked) != k_versions.end();
  const auto client = text_param_of(find_json_member(params, "clientInfo").value_or(""), "name");
  GlobalOptions options = m_session.options();
  if (client.has_value() && client->find('\0') == std::string::npos && !options.owner.has_value() &&
      std::getenv("RLMDB_OWNER") == nullptr) {
    options.owner = client;
    m_session.set_options(std::move(options));
  }
  JsonObject answer;
  answer.add("protocolVersion", is_known ? std::string_view(asked) : k_versions.front());
  answer.add("capabilities", JsonView{k_capabilities});
  answer.add_object("serverInfo", 0, [](JsonObject& server, int) {
    server.add("name", "rlmdb").add("title", "Tasks of agents").add("version", library_version());
  });
  answer.add("instructions", instructions(m_rights));
  return answer.text();
}

std::string McpCalls::list_tools() const {
  JsonObject answer;
  answer.add_array("tools", m_tools, [](JsonObject& object, const Tool& tool) { tool.add_to(object); });
  return answer.text();
}

std::string McpCalls::call_tool(std::string_view params, Longest longest) {
  const Tool& tool = tool_named(params);
  const Arguments arguments = arguments_of(tool, params);
  if (arguments.cursor.has_value()) {
    return done_result(m_answers.next(*arguments.cursor, name_of_call(tool, arguments.given)));
  }
  std::optional<ProgressNotices> notices;
  if (const auto token = progress_token_of(params); token.has_value() && m_outbox != nullptr) {
    notices.emplace(*m_outbox, *token, tool.name == "claim" ? "waiting for a task" : "at work");
  }
  return done_result(answer_of(tool, arguments.given, longest));
}

CutAnswer McpCalls::answer_of(const Tool& tool, const std::string& given, Longest longest) {
  const std::string params = params_of_call(tool, given, m_rights, m_session, ::getpid());
  const CallAnswer answer = m_session.answer(tool.row->method, params, longest);
  JsonObject whole;
  whole.add("data", JsonView{answer.data})
      .add("warnings", JsonView{answer.warnings})
      .add("exit", static_cast<int>(answer.exit));
  return m_answers.first(name_of_call(tool, given), whole.text(), tool.answer);
}

std::string McpCalls::list_resources(std::string_view params) {
  const std::string cursor = text_param_of(params, "cursor").value_or("0");
  std::size_t from = 0;
  const auto [end, failure] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), from);
  if (failure != std::errc{} || end != cursor.data() + cursor.size()) {
    throw Error(ErrorCode::usage, "this is no cursor of resources/list", "params/cursor",
                "list from the beginning");
  }
  try {
    return cli::list_resources(m_session.reader(), m_rights, from);
  } catch (const Error& error) {
    // Clients ask as soon as they are connected, also where there is no database yet.
    if (error.code() != ErrorCode::not_found) throw;
    return R"({"resources":[]})";
  }
}

std::string McpCalls::read_resource(std::string_view id, std::string_view params, Longest longest) {
  const std::string uri = text_param_of(params, "uri").value_or("");
  try {
    const auto resource = Resource::named(uri);
    if (!resource.has_value()) throw no_resource(uri);
    const bool is_tree = resource->kind == Resource::Kind::tree;
    if (is_tree && m_rights.tree.has_value() && resource->id != *m_rights.tree) throw no_resource(uri);
    const Tool* tool = find_tool(is_tree ? "status" : "show");
    const CutAnswer answer = answer_of(*tool, arguments_for(*resource, m_rights), longest);
    const std::array<std::string_view, 1> texts = {answer.json};
    JsonObject result;
    result.add_array("contents", texts, [&](JsonObject& content, std::string_view text) {
      content.add("uri", uri).add("mimeType", "application/json").add("text", text);
    });
    return rpc_result(id, result.text());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::not_found) throw;
    return rpc_error(id, RpcCode::resource_not_found, error);
  }
}

std::string McpCalls::get_prompt(std::string_view params) {
  const std::string name = text_param_of(params, "name").value_or("");
  const Store& store = m_session.reader();
  const auto prompt = cli::get_prompt(name, store, m_rights, m_session.owner());
  if (!prompt.has_value()) {
    throw Error(ErrorCode::usage, fmt::format("there is no prompt '{}'", name), "params/name",
                "prompts/list has those there are");
  }
  return *prompt;
}

const Tool* McpCalls::find_tool(std::string_view name) const {
  const auto found =
      std::find_if(m_tools.begin(), m_tools.end(), [&](const Tool& tool) { return tool.name == name; });
  return found == m_tools.end() ? nullptr : &*found;
}

const Tool& McpCalls::tool_named(std::string_view params) const {
  const std::string name = text_param_of(params, "name").value_or("");
  if (const Tool* tool = find_tool(name)) return *tool;
  for (const ToolRow& row : tool_table()) {
    if (name_of(row) == name) throw not_offered(name, reason_against(row, m_rights));
  }
  std::vector<std::string> names;
  for (const Tool& tool : m_tools) names.push_back(tool.name);
  const auto nearest = nearest_word(name, names);
  throw Error(ErrorCode::usage, fmt::format("there is no tool '{}'", name), "params/name",
              nearest.has_value() ? fmt::format("did you mean {}?", *nearest)
                                  : fmt::format("there are {}", fmt::join(names, ", ")));
}

std::string McpCalls::in_names_of_tools(std::string hint) const {
  for (const Tool& tool : m_tools) {
    std::string typed = fmt::format("`rlmdb {}`", tool.row->method);
    std::replace(typed.begin(), typed.end(), '.', ' ');
    if (const std::size_t at = hint.find(typed); at != std::string::npos) {
      hint.replace(at, typed.size(), fmt::format("`{}`", tool.name));
    }
  }
  return hint;
}

std::string McpCalls::text_of_failure(const RpcRequest& request, const Error& error) const {
  const Tool& tool = tool_named(request.params);
  std::string text = fmt::format("{}: {}\n", to_text(error.code()), error.what());
  if (!error.where().empty()) text += fmt::format("where: {}\n", error.where());
  const bool has_hint = !error.hint().empty() && error.hint().find(" -h`") == std::string::npos;
  if (has_hint) {
    text += fmt::format("next: {}\n", in_names_of_tools(error.hint()));
  } else if (error.retryable()) {
    text += "next: make the same call again\n";
  } else if (error.code() == ErrorCode::usage) {
    text += fmt::format("next: {} takes {}\n", tool.name, fmt::join(tool.argument_names(), ", "));
  } else {
    text += fmt::format("next: `{}` shows what is there, `explain` with code \"{}\" what this means\n",
                        tool.row->look, to_text(error.code()));
  }
  return text;
}

}  // namespace rlmdb::cli
