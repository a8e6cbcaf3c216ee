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
#include "frame/method_params.hpp"
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

Method follow_method() {
  Method method;
  method.name = k_follow_method;
  return method;
}

/// One of `methods`.
struct Listed {
  std::string name;
  std::string_view about;
  bool changes = false;
  std::vector<std::string> words;
  std::vector<MethodParam> params;
};

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
  session.set_options(std::move(options));
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

void FollowParams::take(std::string_view params) {
  Parsed parsed = parse_params(follow_method(), params, m_options);
  parsed.take();
  if (parsed.end == Parsed::End::mistake) throw Error(ErrorCode::usage, parsed.mistake, "params");
}

std::vector<MethodParam> FollowParams::described() const {
  return params_of(follow_method(), m_options);
}

std::string list_methods() {
  const CommandLine described;
  std::vector<Listed> all;
  for (DescribedMethod& listed : described_methods(described)) {
    const Verb* verb = listed.method.verb;
    const std::string_view about =
        verb == nullptr ? described.commands()[listed.method.command]->text().summary : verb->summary;
    all.push_back({listed.method.name, about, listed.method.changes, std::move(listed.words),
                   std::move(listed.params)});
  }
  all.push_back({std::string(k_follow_method),
                 "send events as they come, as notifications",
                 false,
                 {},
                 FollowParams().described()});
  all.push_back({std::string(k_unfollow_method), "send no more of them", false, {}, {}});
  JsonObject answer;
  answer.add_array("methods", all, [](JsonObject& object, const Listed& listed) {
    object.add("method", listed.name)
        .add("about", listed.about)
        .add("changes", listed.changes)
        .add("words", listed.words)
        .add_object("params", listed.params, [](JsonObject& params, const std::vector<MethodParam>& named) {
          for (const MethodParam& param : named) {
            params.add_object(param.name, param, [&named](JsonObject& member, const MethodParam& what) {
              member.add("type", what.type).add("required", is_needed(what, named)).add("list", what.is_list);
              if (!what.about.empty()) member.add("about", what.about);
            });
          }
        });
  });
  return answer.text();
}

}  // namespace rlmdb::cli
