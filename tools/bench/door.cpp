// SPDX-License-Identifier: MIT
#include "door.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <stdexcept>
#include <utility>
#include <vector>

#include "rlmdb/store.hpp"
#include "started_program.hpp"

namespace bench {

namespace {

namespace fs = std::filesystem;

class LibraryDoor final : public Door {
 public:
  explicit LibraryDoor(const fs::path& database)
      : m_store(rlmdb::Store::open(database, rlmdb::Access::read_write)) {}

  void show(const std::string& id) override {
    if (!m_store.find_record(rlmdb::TaskId{id})) throw std::runtime_error("there is no " + id);
  }
  void add(const std::string& prompt) override {
    rlmdb::NewTask task;
    task.prompt = prompt;
    m_store.change({.id = {}, .action = task, .only_if = {}});
  }
  [[nodiscard]] Claimed claim() override {
    const std::optional<rlmdb::Claim> claim = m_store.claim();
    if (!claim) throw std::runtime_error("no task is ready");
    return {claim->id.text, claim->token};
  }
  void complete(const Claimed& task) override {
    m_store.change({.id = {task.id},
                    .action = rlmdb::CompleteTask{"done"},
                    .only_if = {.if_version = {}, .token = task.token}});
  }

 private:
  rlmdb::Store m_store;
};

/// What stands before the values that are given with a name ("--token", "token").
using Named = std::vector<std::pair<std::string_view, std::string>>;

/// Answers are texts with JSON in them.
class TextDoor : public Door {
 public:
  void show(const std::string& id) final { require(ask("show", id, {}), fmt::format("\"{}\"", id)); }
  void add(const std::string& prompt) final {
    require(ask("task.add", {}, {{"prompt", prompt}}), R"("state":"queued")");
  }
  [[nodiscard]] Claimed claim() final {
    const std::string answer = ask("claim", {}, {});
    Claimed claimed{value_behind(answer, R"("claim":{"id":")", '"'), 0};
    const std::string token = value_behind(answer, R"("token":)", ',');
    std::from_chars(token.data(), token.data() + token.size(), claimed.token);
    return claimed;
  }
  void complete(const Claimed& task) final {
    require(ask("task.complete", task.id, {{"token", fmt::to_string(task.token)}, {"result", "done"}}),
            fmt::format(R"("id":"{}","state":"completed")", task.id));
  }

 private:
  /// `id`: of the task that it is about; "": none.
  [[nodiscard]] virtual std::string ask(std::string_view method, const std::string& id,
                                        const Named& named) = 0;

  static void require(const std::string& answer, const std::string& text) {
    if (answer.find(text) == std::string::npos)
      throw std::runtime_error("this does not say " + text + ": " + answer);
  }
  static std::string value_behind(const std::string& answer, const std::string& name, char end) {
    require(answer, name);
    const std::size_t begin = answer.find(name) + name.size();
    return answer.substr(begin, answer.find(end, begin) - begin);
  }
};

/// A process for each call, whose output is read.
class CommandDoor final : public TextDoor {
 public:
  CommandDoor(fs::path program, fs::path database)
      : m_program(std::move(program)), m_database(std::move(database)) {}

 private:
  [[nodiscard]] std::string ask(std::string_view method, const std::string& id, const Named& named) override {
    std::vector<std::string> words{m_program, "--json", "--db", m_database};
    const std::size_t dot = method.find('.');
    words.emplace_back(method.substr(0, dot));
    if (dot != std::string_view::npos) words.emplace_back(method.substr(dot + 1));
    if (!id.empty()) words.push_back(id);
    for (const auto& [name, value] : named) {
      words.push_back(fmt::format("--{}", name));
      words.push_back(value);
    }
    return StartedProgram(std::move(words)).outcome();
  }

  fs::path m_program;
  fs::path m_database;
};

/// The values of these calls need no escapes.
std::string json_of(const std::string& id, const Named& named) {
  std::string json = id.empty() ? "" : fmt::format(R"("id":"{}")", id);
  for (const auto& [name, value] : named)
    json += fmt::format(R"({}"{}":"{}")", json.empty() ? "" : ",", name, value);
  return "{" + json + "}";
}

std::string message(std::string_view method, std::string_view params) {
  return fmt::format(R"({{"jsonrpc":"2.0","id":1,"method":"{}","params":{}}}{})", method, params, '\n');
}

class PipeDoor : public TextDoor {
 public:
  PipeDoor(const fs::path& program, const fs::path& database, const char* command)
      : m_server({program, "--db", database, command}), m_lines(m_server.input(), m_server.output()) {}

 protected:
  [[nodiscard]] Lines& lines() { return m_lines; }

 private:
  [[nodiscard]] std::string ask(std::string_view method, const std::string& id, const Named& named) override {
    return m_lines.exchange(message(method, json_of(id, named)));
  }

  StartedProgram m_server;
  Lines m_lines;
};

class McpDoor final : public PipeDoor {
 public:
  McpDoor(const fs::path& program, const fs::path& database) : PipeDoor(program, database, "mcp") {
    static_cast<void>(lines().exchange(message(
        "initialize",
        R"({"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}})")));
    lines().send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
  }

 private:
  [[nodiscard]] std::string ask(std::string_view method, const std::string& id, const Named& named) override {
    std::string tool(method);
    if (const std::size_t dot = tool.find('.'); dot != std::string::npos) tool[dot] = '_';
    return lines().exchange(
        message("tools/call", fmt::format(R"({{"name":"{}","arguments":{}}})", tool, json_of(id, named))));
  }
};

class SocketDoor final : public TextDoor {
 public:
  SocketDoor(const fs::path& program, const fs::path& database)
      : m_server({program, "--db", database, "serve", "--socket", path_beside(database)}),
        m_socket(connect_to(path_beside(database))),
        m_lines(m_socket, m_socket) {}
  ~SocketDoor() override { ::close(m_socket); }

 private:
  static fs::path path_beside(const fs::path& database) { return database.string() + ".sock"; }

  [[nodiscard]] std::string ask(std::string_view method, const std::string& id, const Named& named) override {
    return m_lines.exchange(message(method, json_of(id, named)));
  }

  StartedProgram m_server;
  int m_socket;
  Lines m_lines;
};

}  // namespace

std::unique_ptr<Door> open_door(std::string_view name, const fs::path& program, const fs::path& database) {
  if (name == "library") return std::make_unique<LibraryDoor>(database);
  if (name == "command") return std::make_unique<CommandDoor>(program, database);
  if (name == "pipe") return std::make_unique<PipeDoor>(program, database, "serve");
  if (name == "socket") return std::make_unique<SocketDoor>(program, database);
  if (name == "mcp") return std::make_unique<McpDoor>(program, database);
  throw std::runtime_error(fmt::format("'{}' is no door", name));
}

}  // namespace bench
