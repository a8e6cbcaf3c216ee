// SPDX-License-Identifier: MIT
#include "serve/json_rpc.hpp"

#include <algorithm>
#include <charconv>

#include "format/json_writer.hpp"
#include "frame/exit_code.hpp"
#include "rlmdb/json_text.hpp"

namespace rlmdb::cli {
namespace {

constexpr std::string_view k_timeout = "timeout_ms";
constexpr std::string_view k_version = "2.0";
constexpr std::string_view k_about_id = "that of the request; null where it could not be read";

std::vector<JsonMember> members_of(std::string_view line) {
  if (!is_json(line)) throw RpcMistake{RpcCode::parse_error, "this line is no JSON in UTF-8"};
  if (json_kind(line) == JsonKind::array) {
    throw RpcMistake{RpcCode::invalid_request, "there are no batches: send one message a line"};
  }
  if (json_kind(line) != JsonKind::object) {
    throw RpcMistake{RpcCode::invalid_request, "a message is a JSON object"};
  }
  try {
    return split_json_object(line);
  } catch (const Error& error) {
    throw RpcMistake{RpcCode::invalid_request, error.what()};
  }
}

std::optional<std::string_view> value_of_member(const std::vector<JsonMember>& members,
                                                std::string_view name) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [name](const JsonMember& member) { return member.name == name; });
  return found == members.end() ? std::nullopt : std::optional(found->value);
}

std::optional<std::string> id_in(const std::vector<JsonMember>& members) {
  const std::optional<std::string_view> id = value_of_member(members, "id");
  if (!id.has_value()) return std::nullopt;
  const JsonKind kind = json_kind(*id);
  if (kind != JsonKind::string && kind != JsonKind::number && kind != JsonKind::null) {
    throw RpcMistake{RpcCode::invalid_request, "an id is a string, a number or null"};
  }
  return std::string(*id);
}

std::string method_in(const std::vector<JsonMember>& members, const std::string& id) {
  const std::optional<std::string_view> version = value_of_member(members, "jsonrpc");
  if (version.has_value() && *version != R"("2.0")") {
    throw RpcMistake{RpcCode::invalid_request, "this is JSON-RPC 2.0 alone", id};
  }
  const std::optional<std::string_view> method = value_of_member(members, "method");
  const std::optional<std::string> name = method.has_value() ? json_string_text(*method) : std::nullopt;
  if (!name.has_value())
    throw RpcMistake{RpcCode::invalid_request, "`method` is missing, or is no string", id};
  return *name;
}

/// The params without that one member.
std::string without_timeout(const std::vector<JsonMember>& members) {
  std::string json;
  for (const JsonMember& member : members) {
    if (member.name == k_timeout) continue;
    json += json.empty() ? '{' : ',';
    append_json(json, member.name);
    json.append(":").append(member.value);
  }
  return json.empty() ? std::string() : json + "}";
}

void take_params(RpcRequest& request, std::string_view params, const std::string& id) {
  if (params == "null") return;
  if (json_kind(params) != JsonKind::object) {
    throw RpcMistake{RpcCode::invalid_params, "params are an object: each has a name", id};
  }
  std::vector<JsonMember> members;
  try {
    members = split_json_object(params);
  } catch (const Error& error) {
    throw RpcMistake{RpcCode::invalid_params, error.what(), id};
  }
  const std::optional<std::string_view> timeout = value_of_member(members, k_timeout);
  if (timeout.has_value() && *timeout != "null") request.timeout = read_timeout(*timeout, id);
  request.params = timeout.has_value() ? without_timeout(members) : std::string(params);
}

/// What is kept of JSON may have line feeds between its tokens, never inside them.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char byte) { return byte == '\n' || byte == '\r'; }, ' ');
  return text + "\n";
}

/// `word`: the code in words where it is not that of the error.
void add_failure(JsonObject& data, const Error& error, std::string_view word) {
  const bool is_interrupted = word == "interrupted";
  add_error(data, word.empty() ? to_text(error.code()) : word, error);
  data.add("exit", static_cast<int>(is_interrupted ? ExitCode::interrupted : exit_code_of(error.code())),
           "the exit code of the command line");
}

template <class Value, class Write>
std::string notice(std::string_view method, const Value& value, Write&& write) {
  JsonObject message;
  message.add("jsonrpc", k_version).add("method", method);
  message.add_object("params", value, std::forward<Write>(write));
  return on_one_line(message.text());
}

}  // namespace

std::chrono::milliseconds read_timeout(std::string_view value, const std::string& id) {
  std::int64_t count = 0;
  constexpr std::int64_t k_most = std::int64_t{1000} * 60 * 60 * 24;
  const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), count);
  if (failure != std::errc{} || end != value.data() + value.size() || count < 0 || count > k_most) {
    throw RpcMistake{RpcCode::invalid_params, "timeout_ms takes milliseconds, a whole number to a day", id};
  }
  return std::chrono::milliseconds(count);
}

RpcRequest read_request(std::string_view line) {
  const std::vector<JsonMember> members = members_of(line);
  RpcRequest request;
  request.id = id_in(members);
  const std::string id = request.id.value_or("null");
  request.method = method_in(members, id);
  if (const auto params = value_of_member(members, "params")) take_params(request, *params, id);
  return request;
}

std::string rpc_result(std::string_view id, std::string_view result) {
  JsonObject message;
  message.add("jsonrpc", k_version).add("id", JsonView{id}).add("result", JsonView{result});
  return on_one_line(message.text());
}

std::string rpc_answer(std::string_view id, const CallAnswer& answer) {
  JsonObject message;
  message.add("jsonrpc", k_version).add("id", JsonView{id}, k_about_id);
  message.add_object("result", answer, [](JsonObject& result, const CallAnswer& given) {
    result.add("data", JsonView{given.data}, "what --json has there")
        .add("warnings", JsonView{given.warnings}, "as with --json")
        .add("exit", static_cast<int>(given.exit), "of the command line: 0, or 3 with findings");
  });
  return on_one_line(message.text());
}

std::string rpc_mistake(const RpcMistake& mistake) {
  JsonObject message;
  message.add("jsonrpc", k_version).add("id", JsonView{mistake.id});
  message.add_object("error", mistake, [](JsonObject& error, const RpcMistake& what) {
    error.add("code", static_cast<int>(what.code)).add("message", what.message);
  });
  return on_one_line(message.text());
}

std::string events_notice(std::string_view events, std::int64_t next) {
  return notice("events", next, [&](JsonObject& params, std::int64_t last) {
    const std::string list = "[" + std::string(events) + "]";
    params.add("events", JsonView{list}).add("next", last);
  });
}

std::string events_missed(std::int64_t from, std::int64_t to) {
  return notice("events.missed", to,
                [&](JsonObject& params, std::int64_t last) { params.add("from", from).add("to", last); });
}

std::string events_ended(const Error& error, std::int64_t next) {
  return notice("events.ended", error, [&](JsonObject& params, const Error& why) {
    params.add_object("error", why, [](JsonObject& data, const Error& same) { add_failure(data, same, {}); });
    params.add("next", next);
  });
}

std::string rpc_error(std::string_view id, RpcCode code, const Error& error, std::string_view word) {
  JsonObject message;
  message.add("jsonrpc", k_version).add("id", JsonView{id}, k_about_id);
  message.add_object("error", error, [&](JsonObject& object, const Error& what) {
    object.add("code", static_cast<int>(code), "of JSON-RPC; -32000: `data.code` says")
        .add("message", what.what());
    object.add_object("data", what,
                      [&](JsonObject& data, const Error& same) { add_failure(data, same, word); });
  });
  return on_one_line(message.text());
}

}  // namespace rlmdb::cli
