// SPDX-License-Identifier: MIT
#include "doors.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "door_calls.hpp"
#include "program_run.hpp"
#include "rlmdb/error.hpp"
#include "rlmdb/store.hpp"
#include "serving.hpp"
#include "socket_serving.hpp"

namespace rlmdb::test {

namespace {

class CommandLineDoor final : public Door {
 public:
  CommandLineDoor(const std::filesystem::path& directory, std::function<void(pid_t)> tells_pid)
      : m_database(directory / "x.db"), m_tells_pid(std::move(tells_pid)) {}

  Answer ask(const Asked& asked) override {
    for (;;) {
      Launch launch = rlmdb_on(m_database, {"--json"});
      for (std::string& word : words_of(asked)) launch.words.push_back(std::move(word));
      RunningProgram program(launch);
      m_tells_pid(program.pid());
      const Ended ended = program.wait();
      m_tells_pid(0);
      if (ended.code < 0) throw DoorGone("killed");
      if (ended.code == 0) return answer_of(asked.deed, Json::parse(ended.out).at("data"));
      if (ended.error.empty()) throw std::logic_error("exit code " + std::to_string(ended.code));
      const Json error = Json::parse(ended.error).at("error");
      if (const auto refused = refusal_of(error.at("code"), ended.error)) return *refused;
    }
  }

 private:
  std::filesystem::path m_database;
  std::function<void(pid_t)> m_tells_pid;
};

/// What is asked in lines of JSON-RPC, of a process that goes on.
class LineDoor : public Door {
 public:
  Answer ask(const Asked& asked) override {
    for (;;) {
      const Json answer = call(asked);
      if (answer.contains("result")) return answer_of(asked.deed, answer.at("result").at("data"));
      const Json& error = answer.at("error");
      if (const auto refused = refusal_of(error.at("data").at("code"), answer.dump())) return *refused;
    }
  }

 protected:
  [[nodiscard]] virtual Peer& peer() = 0;

  Json called(const std::string& method, const Json& params) {
    try {
      return peer().call(method, params.dump());
    } catch (const std::runtime_error& error) {
      throw DoorGone(error.what());
    }
  }

 private:
  virtual Json call(const Asked& asked) { return called(method_of(asked.deed), params_of(asked)); }
};

class PipeDoor : public LineDoor {
 public:
  PipeDoor(const std::filesystem::path& directory, const std::string& verb,
           std::function<void(pid_t)> tells_pid)
      : m_server(directory, {"--db", "x.db", verb}), m_tells_pid(std::move(tells_pid)) {
    m_tells_pid(m_server.pid());
  }
  ~PipeDoor() override { m_tells_pid(0); }

 private:
  Peer& peer() override { return m_server; }

  Serving m_server;
  std::function<void(pid_t)> m_tells_pid;
};

class SocketDoor final : public LineDoor {
 public:
  SocketDoor(const std::filesystem::path& directory, std::function<void(pid_t)> tells_pid)
      : m_client(directory / "s.sock"), m_tells_pid(std::move(tells_pid)) {
    try {
      m_tells_pid(m_client.pid());
    } catch (const std::runtime_error& error) {
      throw DoorGone(error.what());
    }
  }
  ~SocketDoor() override { m_tells_pid(0); }

 private:
  Peer& peer() override { return m_client; }

  SocketClient m_client;
  std::function<void(pid_t)> m_tells_pid;
};

class AgentDoor final : public PipeDoor {
 public:
  AgentDoor(const std::filesystem::path& directory, std::function<void(pid_t)> tells_pid)
      : PipeDoor(directory, "mcp", std::move(tells_pid)) {
    (void)called("initialize", {{"protocolVersion", "2025-06-18"},
                                {"capabilities", Json::object()},
                                {"clientInfo", {{"name", "agent"}, {"version", "1"}}}});
  }

 private:
  /// As `serve` answers.
  Json call(const Asked& asked) override {
    std::string tool = method_of(asked.deed);
    std::replace(tool.begin(), tool.end(), '.', '_');
    Json params = params_of(asked);
    const Json answer = called("tools/call", {{"name", tool}, {"arguments", std::move(params)}});
    const Json& result = answer.at("result");
    if (!result.value("isError", false)) return {{"result", result.at("structuredContent")}};
    const std::string text = result.at("content").at(0).at("text");
    return {{"error", {{"message", text}, {"data", {{"code", text.substr(0, text.find(':'))}}}}}};
  }
};

class LibraryDoor final : public Door {
 public:
  explicit LibraryDoor(const std::filesystem::path& directory)
      : m_store(Store::open(directory / "x.db", Access::read_write)) {}

  Answer ask(const Asked& asked) override {
    for (;;) {
      try {
        return asked.deed == Deed::claim ? claim(asked) : change(asked);
      } catch (const Error& error) {
        if (const auto refused = refusal_of(std::string(to_text(error.code())), error.what()))
          return *refused;
      }
    }
  }

 private:
  Answer claim(const Asked& asked) {
    ClaimOptions options;
    options.lease = lease_of(asked);
    options.wait = wait_of(asked);
    if (asked.owner != 0) options.owner_pid = asked.owner;
    options.request_id = asked.request_id;
    const std::optional<Claim> claim = m_store.claim(options);
    if (!claim) return {};
    return {true, false, claim->id.text, claim->token, claim->event_seq};
  }

  Answer change(const Asked& asked) {
    TaskChange change{TaskId{asked.task}, action_of(asked), {}};
    if (asked.token != 0 && asked.deed != Deed::note) change.only_if.token = asked.token;
    const ChangeResult result = m_store.change(change, asked.request_id);
    return {true, false, result.id.text, 0, result.event_seq};
  }

  static TaskAction action_of(const Asked& asked) {
    switch (asked.deed) {
      case Deed::add: {
        NewTask task;
        task.prompt = asked.text;
        task.max_attempts = k_most_attempts;
        task.backoff = k_backoff;
        return task;
      }
      case Deed::note:
        return AddNote{asked.text, std::nullopt};
      case Deed::set:
        return SetMembers{{{member_of(asked), JsonText{"true"}}}, std::nullopt};
      case Deed::complete:
        return CompleteTask{asked.text, {}, {}};
      case Deed::fail: {
        FailTask fail;
        fail.error = asked.text;
        return fail;
      }
      case Deed::retry:
        return RetryTask{};
      case Deed::release:
        return ReleaseTask{};
      case Deed::claim:
        break;
    }
    throw std::logic_error("a claim is no change");
  }

  Store m_store;
};

}  // namespace

std::unique_ptr<Door> open_door(DoorKind kind, const std::filesystem::path& directory,
                                std::function<void(pid_t)> tells_pid) {
  switch (kind) {
    case DoorKind::command_line:
      return std::make_unique<CommandLineDoor>(directory, std::move(tells_pid));
    case DoorKind::pipe:
      return std::make_unique<PipeDoor>(directory, "serve", std::move(tells_pid));
    case DoorKind::socket:
      return std::make_unique<SocketDoor>(directory, std::move(tells_pid));
    case DoorKind::agent:
      return std::make_unique<AgentDoor>(directory, std::move(tells_pid));
    case DoorKind::library:
      return std::make_unique<LibraryDoor>(directory);
    case DoorKind::worker:
      break;
  }
  throw std::logic_error("a worker asks for itself");
}

}  // namespace rlmdb::test
