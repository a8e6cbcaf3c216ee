// SPDX-License-Identifier: MIT
#include <string>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/duration.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "tasks/print_changes.hpp"

namespace rlmdb::cli {
namespace {

class HeartbeatCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "heartbeat",
        "keep a claimed task",
        "ID --token T [options]",
        "The lease of the claim ends --lease from now instead of when it would have.\n"
        "Exit 7 when the task is somebody else's by now: stop working on it. Prints id,\n"
        "state, version and lease.",
        {"# beside the work, well before the lease ends",
         "while sleep 300; do rlmdb heartbeat \"$id\" --token \"$token\" || break; done"},
        {{4, "there is no such database or task"},
         {7, "the token is not the task's newest one, or its claim has ended; nothing was changed"}},
        {"claim", "release", "task", "work"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override {
    options.words("ID", m_ids, 1, 1, "the claimed task");
    add_token(options, m_change.only_if.token);
    options.duration("--lease", m_lease, "how long from now it stays claimed; default {}");
  }

  [[nodiscard]] Answers answers() const override {
    return {"The task after its lease was extended.", {{"", "", shape_of([] { return json_changes({}); })}}};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    m_change.id = TaskId{m_ids.front()};
    m_change.action = Heartbeat{m_lease};
    Store& store = open_database(context, Access::read_write);
    const ChangeReport report = store.change(std::span(&m_change, 1));
    context.out.set_failure_hint("the lease itself is extended");
    context.out.write(context.wants_json() ? json_success("heartbeat", json_changes(report))
                                           : text_changes(report, context.terminal));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_ids;
  std::chrono::milliseconds m_lease = Heartbeat{}.lease;
  TaskChange m_change;
};

}  // namespace

CommandPtr make_heartbeat_command() {
  return std::make_unique<HeartbeatCommand>();
}

}  // namespace rlmdb::cli
