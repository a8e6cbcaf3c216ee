// SPDX-License-Identifier: MIT
// What becomes of every verb that lives long while somebody does something to its database: the verbs are those
// that the program has, so that a new one has to say here what it does.
#include <SQLiteCpp/Database.h>
#include <doctest/doctest.h>

#include <functional>
#include <memory>
#include <set>
#include <thread>

#include "child_process.hpp"
#include "frame/command_line.hpp"
#include "program_run.hpp"
#include "serving.hpp"
#include "socket_serving.hpp"
#include "test_dir.hpp"

namespace rlmdb::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// A project of one tree with a task that nobody can do, and what lives long in it.
class Place {
 public:
  Place() {
    say({"init"});
    say({"task", "add", "one", "--new-tree", "--agent", "nobody"});
  }

  [[nodiscard]] const fs::path& path() const { return m_directory.path(); }
  [[nodiscard]] fs::path database() const { return path() / "x.db"; }

  Ended run(std::initializer_list<std::string> words) const { return run_rlmdb(database(), words); }
  std::string say(std::initializer_list<std::string> words) const {
    const Ended ended = run(words);
    REQUIRE_MESSAGE(ended.code == 0, ended.error);
    return ended.out;
  }
  [[nodiscard]] std::int64_t count(const std::string& state) const {
    const std::string out = say({"stats"});
    return std::stoll(out.substr(out.find(state + "\t") + state.size() + 1));
  }
  void move_away() const {
    fs::create_directory(path() / "old");
    for (const char* end : {"", "-wal", "-shm", "-gate"}) {
      std::error_code ignored;
      fs::rename(database().string() + end, path() / "old" / (std::string("x.db") + end), ignored);
    }
  }

 private:
  TestDir m_directory;
};

/// One run of a verb that lives long.
class LongLife {
 public:
  LongLife() = default;
  LongLife(const LongLife&) = delete;
  LongLife& operator=(const LongLife&) = delete;
  virtual ~LongLife() = default;
  [[nodiscard]] virtual pid_t pid() const = 0;
  /// Returns once it has shown that it knows of what just happened in the database.
  virtual void show_work() = 0;
  /// The exit code with which it refuses to go on; of a server that of its answer.
  [[nodiscard]] virtual int refusal() = 0;
  /// Exit code, or minus the signal.
  virtual int wait() = 0;
};

/// A command with its own standard output; `work` makes it show something.
class Program final : public LongLife {
 public:
  using Work = std::function<void(const Place&)>;
  Program(const Place& place, const std::string& words, Work work)
      : m_place(place), m_work(std::move(work)), m_run(launch(place, words)) {
    wait_until([&] { return takes_signals(); });
  }
  [[nodiscard]] pid_t pid() const override { return m_run.pid(); }
  void show_work() override { m_work(m_place); }
  int refusal() override { return wait(); }
  int wait() override { return m_run.wait().code; }

 private:
  static Launch launch(const Place& place, const std::string& words) {
    Launch launch;
    launch.words = {"/bin/sh", "-c", "exec " + program_path() + " --db x.db " + words + " >out 2>error"};
    launch.directory = place.path();
    return launch;
  }
  /// It has begun: SIGTERM would only be noted, which comes after its database is open.
  [[nodiscard]] bool takes_signals() const {
    const std::string status = text_of("/proc/" + std::to_string(pid()) + "/status");
    std::error_code ignored;
    if (fs::read_symlink("/proc/" + std::to_string(pid()) + "/exe", ignored).filename() != "rlmdb")
      return false;
    const std::size_t at = status.find("SigCgt:\t");
    return at != std::string::npos &&
           (std::stoull(status.substr(at + 8), nullptr, 16) >> (SIGTERM - 1) & 1U) != 0;
  }

  const Place& m_place;
  Work m_work;
  RunningProgram m_run;
};

int exit_of(const Json& answer) {
  if (answer.contains("error")) return answer.at("error").at("data").at("exit");
  if (!answer.at("result").value("isError", false)) return 0;
  const std::string text = answer.at("result").at("content").at(0).at("text");
  return text.starts_with("conflict") ? 7 : text.starts_with("not_found") ? 4 : 1;
}

class PipeSession final : public LongLife {
 public:
  PipeSession(const Place& place, const std::string& verb)
      : m_is_mcp(verb == "mcp"), m_serving(place.path(), {"--db", "x.db", verb}) {
    show_work();
  }
  [[nodiscard]] pid_t pid() const override { return m_serving.pid(); }
  void show_work() override { CHECK(exit_of(add()) == 0); }
  int refusal() override {
    const int code = exit_of(add());
    m_serving.end();
    return code;
  }
  int wait() override { return m_serving.wait(); }

 private:
  Json add() {
    return m_is_mcp
               ? m_serving.call("tools/call", R"({"name":"task_add","arguments":{"prompt":"of a session"}})")
               : m_serving.call("task.add", R"({"prompt":"of a session"})");
  }

  bool m_is_mcp;
  Serving m_serving;
};

class SocketSession final : public LongLife {
 public:
  explicit SocketSession(const Place& place) : m_server(place.path()), m_client(m_server.path()) {
    show_work();
  }
  [[nodiscard]] pid_t pid() const override { return m_server.pid(); }
  void show_work() override { CHECK(exit_of(add()) == 0); }
  int refusal() override { return exit_of(add()); }
  int wait() override { return m_server.wait().code; }

 private:
  Json add() { return m_client.call("task.add", R"({"prompt":"of a session"})"); }

  SocketServing m_server;
  SocketClient m_client;
};

using Begin = std::function<std::unique_ptr<LongLife>(const Place&)>;

Begin program(const std::string& words, Program::Work work) {
  return [words, work](const Place& place) { return std::make_unique<Program>(place, words, work); };
}

void wait_for_output(const Place& place) {
  const std::size_t before = text_of(place.path() / "out").size();
  place.say({"task", "add", "later", "--new-tree", "--agent", "nobody"});
  wait_until([&] { return text_of(place.path() / "out").size() > before; });
}

void wait_for_claim(const Place& place) {
  place.say({"task", "add", "for it", "--agent", "it"});
  wait_until([&] { return place.count("running") == 1; });
}

void wait_for_completion(const Place& place) {
  const std::int64_t before = place.count("completed");
  place.say({"task", "add", "for it", "--agent", "it"});
  wait_until([&] { return place.count("completed") > before; });
}

void wait_for_import(const Place& place) {
  static int number = 9000;
  const std::string id = "task-" + std::to_string(++number);
  write_all(place.path() / "new.json",
            R"({"tasks":[{"id":")" + id +
                R"(","prompt":"p","state":"queued","createdAt":"2026-01-01T00:00:00.000Z"}]})");
  fs::rename(place.path() / "new.json", place.path() / "tasks.json");
  wait_until([&] { return place.run({"show", id}).code == 0; });
}

struct Verb {
  std::string name;  ///< the command, and the option that makes it live long
  Begin begin;
};

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> k_verbs = {
      {"claim --wait", program("claim --agent it --wait 1h", wait_for_claim)},
      {"events --follow", program("events --follow", wait_for_output)},
      {"progress --watch", program("progress --watch", wait_for_output)},
      {"work --follow", program("work --agent it --follow -- cat", wait_for_completion)},
      {"shadow", program("shadow tasks.json --interval 50ms", wait_for_import)},
      {"serve", [](const Place& place) { return std::make_unique<PipeSession>(place, "serve"); }},
      {"mcp", [](const Place& place) { return std::make_unique<PipeSession>(place, "mcp"); }},
      {"serve --socket", [](const Place& place) { return std::make_unique<SocketSession>(place); }}};
  return k_verbs;
}

/// By what a command, or an option of it, says that it goes on until somebody ends it.
std::set<std::string> verbs_of_program() {
  std::set<std::string> names;
  const cli::CommandLine line;
  for (const cli::CommandPtr& command : line.commands()) {
    const std::string name(command->text().name);
    if (!command->text().only_as_program.empty()) names.insert(name);
    cli::Options options;
    command->setup(options);
    for (const cli::Option& option : options.all()) {
      for (const char* long_lived : {"--follow", "--watch", "--wait", "--socket"}) {
        if (!option.is_words() && option.name() == long_lived) names.insert(name + " " + long_lived);
      }
    }
  }
  return names;
}

struct Happening {
  const char* name;
  std::function<void(const Place&)> happen;
  bool goes_on;
};

const std::vector<Happening>& happenings() {
  static const std::vector<Happening> k_happenings = {
      {"removed", [](const Place& place) { place.move_away(); }, false},
      {"replaced",
       [](const Place& place) {
         place.move_away();
         place.say({"init"});
       },
       false},
      {"restored",
       [](const Place& place) {
         place.say({"backup", (place.path() / "b.db").string()});
         place.say({"task", "add", "after the backup", "--agent", "nobody"});
         place.say({"restore", "--force", (place.path() / "b.db").string()});
       },
       true},
      {"locked for a while",
       [](const Place& place) {
         SQLite::Database other(place.database().string(), SQLite::OPEN_READWRITE, 10'000);
         other.exec("BEGIN EXCLUSIVE");
         // Long enough for whoever looks again to meet it; what it does then does not depend on the moment.
         constexpr std::chrono::milliseconds k_a_moment{700};
         std::this_thread::sleep_for(k_a_moment);
         other.exec("COMMIT");
       },
       true}};
  return k_happenings;
}

}  // namespace

TEST_SUITE("serve::sessions") {
  TEST_CASE("every verb that lives long is tried here") {
    std::set<std::string> tried;
    for (const Verb& verb : verbs()) tried.insert(verb.name);
    std::set<std::string> there = verbs_of_program();
    // No program calls these either, but they come to an end by themselves.
    for (const char* ends : {"work", "help"}) there.erase(ends);
    CHECK(there == tried);
  }

  TEST_CASE("what happens to the database is noticed by whoever lives long: it refuses, or goes on in it") {
    for (const Verb& verb : verbs()) {
      for (const Happening& happening : happenings()) {
        CAPTURE(verb.name);
        CAPTURE(std::string(happening.name));
        const Place place;
        const std::unique_ptr<LongLife> session = verb.begin(place);
        // Until then it may not have looked at its database yet.
        if (verb.name != "claim --wait") session->show_work();
        happening.happen(place);
        if (happening.goes_on) {
          session->show_work();
          CHECK(place.run({"verify"}).code == 0);
          continue;
        }
        const bool is_there = fs::exists(place.database());
        const int code = session->refusal();
        CHECK_MESSAGE((code == 4 || code == 7), code);
        CHECK(fs::exists(place.database()) == is_there);
        if (is_there) CHECK(place.count("total") == 0);
        CHECK(run_rlmdb(place.path() / "old/x.db", {"verify"}).code == 0);
      }
    }
  }

  TEST_CASE("signals end whoever lives long, and nobody keeps what it had") {
    for (const Verb& verb : verbs()) {
      for (const int number : {SIGTERM, SIGKILL}) {
        CAPTURE(verb.name);
        CAPTURE(number);
        const Place place;
        const std::unique_ptr<LongLife> session = verb.begin(place);
        ::kill(session->pid(), number);
        const int code = session->wait();
        CHECK((number == SIGKILL ? code == -SIGKILL : (code == 0 || code == 130)));
        CHECK(place.count("running") == 0);
        CHECK(place.run({"verify"}).code == 0);
      }
    }
  }
}

}  // namespace rlmdb::test
