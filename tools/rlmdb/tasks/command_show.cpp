// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <optional>
#include <string>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/option_values.hpp"
#include "rlmdb/export.hpp"
#include "tasks/print_tasks.hpp"

namespace rlmdb::cli {
namespace {

class ShowCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "show",
        "show tasks with all their members",
        "ID... [options]",
        "Prints what is known of each task; members that are null or empty are left out,\n"
        "and an output that repeats the result is not printed again.\n"
        "With --json each record stands in data.tasks[].task exactly as it is stored, and\n"
        "beside it node, all that is known of it as a node of its tree, whatever it came\n"
        "from, and claim, who has it. --at gives records as they were: after\n"
        "the event of that sequence number (`rlmdb events`), or at that time.",
        {"rlmdb show task-0001", "# one member of the record, exactly",
         "rlmdb show task-0001 --json | jq .data.tasks[0].task.metadata", "# as it was",
         "rlmdb show task-0001 --at 2026-02-09T10:00:00Z"},
        {{4, "there is no such database or task, or its record of --at is not known"},
         {7, "several nodes have that node id"}},
        {"list"}};
    return k_text;
  }

  void setup(Options& options) override {
    options.words("ID", m_ids, 1, Options::k_most_words,
                  "store ids such as task-0001; after -- also such that begin with -");
    options.text("--at", m_at, "SEQ|TIME", "records as they were after an event, or at a time");
  }

  [[nodiscard]] bool wants_pager() const override { return true; }

  [[nodiscard]] Answers answers() const override {
    return {"The tasks, in the order that they were asked for.",
            {{"", "", shape_of([] { return json_show({}); })}}};
  }

  ExitCode run(Context& context) override {
    const Store& store = open_database(context, Access::read_only);
    std::vector<ShownTask> tasks;
    std::string missing;
    for (const std::string& id : m_ids) {
      auto now = store.find_task(TaskId{id});
      if (now.has_value()) {
        now->prompt = {};  // the record has it, and it may be large
      }
      auto record = find(store, id);
      if (record.has_value() && now.has_value()) {
        const bool is_now = !m_at.has_value();
        tasks.push_back({now->id, *std::move(record), is_now ? now : std::nullopt,
                         is_now ? node_of_task(store, now->id) : std::nullopt});
      } else {
        missing += fmt::format("{}'{}'", missing.empty() ? "" : ", ", id);
      }
    }
    if (!missing.empty()) {
      throw Error(ErrorCode::not_found, fmt::format("there is no task {}", missing), store.path().string(),
                  "`rlmdb list` shows the ids there are");
    }
    if (context.wants_json()) {
      write_success(context.out, "show", json_show(tasks));
    } else {
      print_lines(context, tasks);
    }
    return ExitCode::done;
  }

 private:
  [[nodiscard]] std::optional<std::string> find(const Store& store, const std::string& id) const {
    const std::optional<RecordText> record = store.find_record(TaskId{id});
    if (!record.has_value()) {
      return std::nullopt;
    }
    if (!m_at.has_value()) {
      return record->json;
    }
    return task_json_at(store, TaskId{id}, moment_of(*m_at));
  }

  void print_lines(Context& context, const std::vector<ShownTask>& tasks) const {
    for (std::size_t index = 0; index < m_ids.size(); ++index) {
      context.out.write(index == 0 ? "" : "\n");
      // The head tells what the task is now; of an earlier record all members stand below.
      context.out.write(text_show(tasks[index].now.value_or(TaskSummary{.id = tasks[index].id}),
                                  tasks[index].record, context.terminal));
      if (tasks[index].node.has_value()) {
        context.out.write(text_node(*tasks[index].node, context.terminal));
      }
    }
  }

  std::vector<std::string> m_ids;
  std::optional<std::string> m_at;
};

}  // namespace

CommandPtr make_show_command() {
  return std::make_unique<ShowCommand>();
}

}  // namespace rlmdb::cli
