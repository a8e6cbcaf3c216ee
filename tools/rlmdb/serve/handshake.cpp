// SPDX-License-Identifier: MIT
#include "serve/handshake.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

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

struct Param {
  std::string name;
  std::string type;
  bool is_required = false;
  bool is_list = false;
  std::string about;
};

std::vector<Param> params_of(const Method& method, const Options& options) {
  std::vector<Param> params;
  for (const PlaceOfWords& place : places_of(method, options)) {
    params.push_back({place.parameter, place.type, place.is_required, place.is_many, {}});
  }
  for (const Option& option : options.all()) {
    if (!is_parameter(option) || !is_option_of(option, method)) continue;
    const bool is_switch = option.kind == Option::Kind::toggle;
    params.push_back({parameter_of(option), is_switch ? "true|false" : option.type, option.is_required,
                      option.kind == Option::Kind::texts, option.help});
  }
  return params;
}

/// A method, with those of the same name that a parameter makes another thing.
struct Listed {
  Method method;
  std::vector<Param> params;

  /// Needed is only what all of them need.
  void unite(const std::vector<Param>& others) {
    const auto find = [](const std::vector<Param>& among, const Param& param) {
      return std::find_if(among.begin(), among.end(),
                          [&](const Param& one) { return one.name == param.name; });
    };
    for (Param& param : params) {
      const auto other = find(others, param);
      param.is_required = param.is_required && other != others.end() && other->is_required;
    }
    for (Param param : others) {
      if (find(params, param) != params.end()) continue;
      param.is_required = false;
      params.push_back(std::move(param));
    }
  }
};

std::vector<Listed> all_listed(const CommandLine& described) {
  std::vector<Listed> all;
  for (const Method& method : methods_of(described.commands())) {
    const std::vector<Param> params = params_of(method, described.options_of(method.command));
    const auto known = std::find_if(all.begin(), all.end(),
                                    [&](const Listed& listed) { return listed.method.name == method.name; });
    if (known == all.end()) {
      all.push_back({method, params});
    } else {
      known->unite(params);
    }
  }
  return all;
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
  if (database.has_value() && options.is_elsewhere) {
    throw Error(ErrorCode::usage, "a server on a socket has its database", "params/database",
                "leave it out; the server was started with one");
  }
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
  answer.add_array("methods", all_listed(described), [&](JsonObject& object, const Listed& listed) {
    const Verb* verb = listed.method.verb;
    object.add("method", listed.method.name)
        .add("about",
             verb == nullptr ? described.commands()[listed.method.command]->text().summary : verb->summary)
        .add("changes", listed.method.changes)
        .add_object("params", listed, [](JsonObject& params, const Listed& one) {
          for (const Param& param : one.params) {
            params.add_object(param.name, param, [](JsonObject& member, const Param& what) {
              member.add("type", what.type).add("required", what.is_required).add("list", what.is_list);
              if (!what.about.empty()) member.add("about", what.about);
            });
          }
        });
  });
  return answer.text();
}

}  // namespace rlmdb::cli
