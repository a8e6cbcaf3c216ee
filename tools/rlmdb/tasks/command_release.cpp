// SPDX-License-Identifier: MIT
#include <string>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "tasks/print_changes.hpp"

namespace rlmdb::cli {
namespace {

class ReleaseCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "release",
        "give a claimed task back",
        "ID --token T [options]",
        "The task is queued again and anybody may claim it at once; no attempt is\n"
        "counted, and its output stays. Exit 7 when it is somebody else's by now. Prints\n"
        "id, state and version.",
        {"rlmdb release task-0001 --token 17"},
        {{4, "there is no such database or task"},
         {7, "the token is not the task's newest one, or its claim has ended; nothing was changed"}},
        {"claim", "heartbeat", "task"}};
    return k_text;
  }

  [[nodiscard]] Effect effect() const override { return Effect::changes; }

  void setup(Options& options) override {
    options.words("ID", m_ids, 1, 1, "the claimed task");
    add_token(options, m_change.only_if.token);
  }

  [[nodiscard]] Answers answers() const override {
    return {"The task after it was given back.", {{"", "", shape_of([] { return json_changes({}); })}}};
  }

  ExitCode run(Context& context) override {
    context.out.require_writable();
    m_change.id = TaskId{m_ids.front()};
    m_change.action = ReleaseTask{};
    Store& store = open_database(context, Access::read_write);
    const ChangeReport report = store.change(std::span(&m_change, 1));
    context.out.set_failure_hint("the task itself is released");
    context.out.write(context.wants_json() ? json_success("release", json_changes(report))
                                           : text_changes(report, context.terminal));
    return ExitCode::done;
  }

 private:
  std::vector<std::string> m_ids;
  TaskChange m_change;
};

}  // namespace

CommandPtr make_release_command() {
  return std::make_unique<ReleaseCommand>();
}

}  // namespace rlmdb::cli
