// SPDX-License-Identifier: MIT
#include "serve/handshake.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <fstream>
#include <optional>

#include "format/json_writer.hpp"
#include "frame/command_line.hpp"
#include "frame/locate_database.hpp"
#include "frame/methods.hpp"
#include "rlmdb/json_text.hpp"
#include "rlmdb/version.hpp"
#include "serve/json_rpc.hpp"
#include "terminal/output.hpp"

namespace rlmdb::cli {
namespace {

constexpr int k_protocol = 1;

std::optional<std::string> text_param(std::string_view params, std::string_view name) {
  const auto value = find_json_member(params, name);
  if (!value.has_value() || *value == "null") return std::nullopt;
  std::optional<std::string> text = json_string_text(*value);
  if (!text.has_value() || text->empty() || text->find('\0') != std::string::npos) {
    throw Error(ErrorCode::usage, fmt::format("{} takes a text that is not empty", name),
                fmt::format("params/{}", name));
  }
  return text;
}

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

std::string first_line_of(const char* path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string target_of(const char* link) {
  std::array<char, 64> target{};
  const ssize_t length = ::readlink(link, target.data(), target.size());
  return length > 0 ? std::string(target.data(), static_cast<std::size_t>(length)) : std::string();
}

/// What each place for words, and each option, takes.
void add_params(JsonObject& object, const Method& method, const CommandLine& described) {
  const Options& options = described.options_of(method.command);
  for (const PlaceOfWords& place : places_of(method, options)) {
    object.add_object(place.parameter, place, [](JsonObject& param, const PlaceOfWords& one) {
      param.add("type", one.type).add("required", one.is_required).add("list", one.is_many);
    });
  }
  for (const Option& option : options.all()) {
    if (!is_parameter(option) || !is_option_of(option, method)) continue;
    object.add_object(parameter_of(option), option, [](JsonObject& param, const Option& one) {
      const bool is_switch = one.kind == Option::Kind::toggle;
      param.add("type", is_switch ? std::string_view("true|false") : std::string_view(one.type))
          .add("required", one.is_required)
          .add("list", one.kind == Option::Kind::texts)
          .add("about", one.help);
    });
  }
}

}  // namespace

std::string initialize(Session& session, std::string_view params) {
  const auto protocol = find_json_member(params, "protocol");
  if (protocol.has_value() && *protocol != std::to_string(k_protocol)) {
    throw Error(ErrorCode::usage,
                fmt::format("this program speaks protocol {}, not {}", k_protocol, *protocol),
                "params/protocol", "use a client and a program of one version");
  }
  const std::optional<std::string> client = text_param(params, "client");
  const std::optional<std::string> database = text_param(params, "database");
  GlobalOptions options = session.options();
  if (client.has_value()) options.owner = client;
  if (database.has_value()) options.database = database;
  const DatabaseLocation location = locate_database(options);
  session.options() = options;
  JsonObject answer;
  answer.add("protocol", k_protocol)
      .add("program", library_version())
      .add("schema", schema_version())
      .add("database", location.path.string())
      .add("client", client)
      .add("host", host_name())
      .add("boot_id", first_line_of("/proc/sys/kernel/random/boot_id"))
      .add("pid_namespace", target_of("/proc/self/ns/pid"))
      .add("pid", static_cast<std::int64_t>(::getpid()))
      .add("most_line_bytes", static_cast<std::int64_t>(k_most_line_bytes))
      .add("most_answer_bytes", static_cast<std::int64_t>(Output::k_most_bytes_in_memory));
  return answer.text();
}

std::string list_methods() {
  const CommandLine described;
  JsonObject answer;
  answer.add_array(
      "methods", methods_of(described.commands()), [&](JsonObject& object, const Method& method) {
        const CommandText& text = described.commands()[method.command]->text();
        object.add("method", method.name)
            .add("about", method.verb == nullptr ? text.summary : method.verb->summary)
            .add("changes",
                 method.verb == nullptr ? std::optional<bool>() : std::optional(method.verb->changes))
            .add_object("params", method,
                        [&](JsonObject& params, const Method& one) { add_params(params, one, described); });
      });
  return answer.text();
}

}  // namespace rlmdb::cli
