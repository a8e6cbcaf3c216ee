// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "frame/commands.hpp"
#include "frame/context.hpp"
#include "frame/envelope.hpp"
#include "frame/locate_database.hpp"
#include "frame/warnings.hpp"
#include "rlmdb/transaction.hpp"
#include "tasks/append_input.hpp"
#include "tasks/print_changes.hpp"
#include "tasks/task_changes.hpp"
#include "tasks/task_columns.hpp"
#include "tasks/task_lines.hpp"
#include "tasks/task_options.hpp"

namespace rlmdb::cli {
namespace {

class TaskCommand final : public Command {
 public:
  [[nodiscard]] const CommandText& text() const override {
    static const CommandText k_text{
        "task",
        "add tasks and change them",
        "VERB [ID...] [options]",
        "Several IDs or lines: one transaction, all of them or none. Where an option\n"
        "takes TEXT or JSON for a prompt, result, error or metadata, - is standard input.\n"
        "Prints id, state and version, one line a task.",
        {"id=$(rlmdb task add --prompt 'Review the parser' --agent reviewer)",
         "rlmdb task start \"$id\" --pid $$", "make 2>&1 | rlmdb task append \"$id\"",
         "rlmdb task complete \"$id\" --result - <report.md",
         "rlmdb task complete \"$id\" --result done --model opus --confidence 0.9 \\",
         "  --input-tokens 5400 --output-tokens 870 --cost-usd 0.041",
         "# only if nobody changed it since version 4 was read",
         "rlmdb task set task-0001 --if-version 4 'metadata={\"tries\": 2}'", "# two tasks wait for a third",
         "rlmdb task depend add task-0004 task-0005 --on task-0003", "# never meant to be there",
         "rlmdb task remove task-0006 --dry-run && rlmdb task remove task-0006",
         "# a tree: its root, then a node below it",
         "root=$(rlmdb task add --tree tree-12345678 --prompt 'Review it all')",
         "read -r root tree < <(rlmdb task add --new-tree --prompt 'Review it all')",
         "rlmdb task add --parent \"$root\" --prompt 'Review the parser'",
         "# many at once: {\"prompt\": \"one\"}, a line feed, {\"prompt\": \"two\"}",
         "rlmdb task add --ndjson new-tasks.ndjson"},
        {{4, "there is no such database, task or file; nothing was changed"},
         {6,
          "a line, a JSON value or a text is refused; nothing was changed, for `append` nothing after the "
          "place it names"},
         {7, "a state, version, token, request id, tree or limit does not allow it; nothing was changed"}},
        {"claim", "limits", "var", "show", "events", "explain"},
        task_verbs()};
    return k_text;
  }

  void setup(Options& options) override {
    m_described = &options;
    add_task_options(options, m_options);
  }

  [[nodiscard]] const Verb* verb() const override {
    return &task_verbs().all[task_verbs().find(m_options.words)];
  }

  [[nodiscard]] Answers answers() const override {
    return {"What came of each change, in order.",
            {{"add", "Of add.", shape_of([] { return json_added({}); })},
             {"cancel", "Of cancel.", shape_of([] { return json_changes({}, true); })},
             {"retry", "Of retry.", shape_of([] { return json_changes({}, true); })},
             {"change", "Of the other verbs.", shape_of([] { return json_changes({}); })},
             {"hold", "Of hold: what the owner holds now.", shape_of([] { return json_hold({}); })},
             {"remove", "Of remove.", shape_of([] { return json_removed({}); })},
             {"depend_list", "Of depend list: what the tasks depend on.",
              shape_of([] { return dependency_rows().json("dependencies", std::vector<Dependency>{}); })}}};
  }

  ExitCode run(Context& context) override {
    const auto verb = static_cast<TaskVerb>(task_verbs().find(m_options.words));
    if (m_options.has_objects()) require_objects_alone(*m_described);
    if (verb == TaskVerb::depend && m_options.words.size() > 1 && m_options.words[1] == "list") {
      return list_dependencies(context);
    }
    context.out.require_writable();
    if (verb == TaskVerb::remove) {
      return remove(context);
    }
    if (verb == TaskVerb::hold) {
      return hold_tasks(context);
    }
    const ChangeReport report = apply(verb, context);
    context.out.set_failure_hint(is_dry_run() ? "nothing was changed" : "the change itself is done");
    print(verb, report, context);
    return ExitCode::done;
  }

 private:
  [[nodiscard]] ExitCode remove(Context& context) const {
    const RemoveRequest request = remove_request_of(m_options);
    const bool is_dry_run = request.how.run == Run::dry_run;
    Store& store = open_database(std::as_const(context), is_dry_run ? Access::read_only : Access::read_write);
    const RemoveReport report =
        store.remove(request.ids, request.how, m_options.change.request_id.value_or(""));
    context.out.set_failure_hint(is_dry_run ? "nothing was removed" : "the removal itself is done");
    if (context.wants_json()) {
      std::for_each(report.warnings.begin(), report.warnings.end(), keep_warning);
      context.out.write(json_success("task", json_removed(report)));
      return ExitCode::done;
    }
    context.out.write(text_changes({report.results}, context.terminal));
    context.out.flush();
    context.talk(text_warnings(report.warnings, context.error_terminal));
    context.talk(is_dry_run ? "nothing was removed: this is what would go\n"
                            : text_repeated(report.repeated));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode hold_tasks(Context& context) const {
    Store& store = open_database(context, Access::read_write);
    if (m_options.change.request_id.has_value()) {
      context.begin_request(store, *m_options.change.request_id);
    }
    const HoldReport report = hold(store, m_options);
    context.out.set_failure_hint("the change itself is done");
    context.out.write(context.wants_json() ? json_success("task", json_hold(report))
                                           : text_hold(report, context.terminal));
    return ExitCode::done;
  }

  [[nodiscard]] ExitCode list_dependencies(Context& context) const {
    const std::vector<std::string> words = task_verbs().arguments(verb_of(TaskVerb::depend), m_options.words);
    std::vector<TaskId> ids;
    std::transform(words.begin() + 1, words.end(), std::back_inserter(ids),
                   [](const std::string& word) { return TaskId{word}; });
    const Store& store = open_database(context, Access::read_only);
    const std::vector<Dependency> dependencies = store.dependencies(ids);
    if (context.wants_json()) {
      write_success(context.out, "task", dependency_rows().json("dependencies", dependencies));
    } else {
      context.out.write(dependency_rows().text(dependencies, context.terminal));
    }
    return ExitCode::done;
  }

  [[nodiscard]] bool is_dry_run() const noexcept { return m_options.run == Run::dry_run; }

  /// A dry run is made and taken back: so it refuses what a run would. It has no events.
  template <class Change>
  [[nodiscard]] ChangeReport as_asked(Store& store, const Change& make) const {
    if (!is_dry_run()) return make();
    const Transaction taken_back(store);
    ChangeReport report = make();
    for (ChangeResult& result : report.results) result.event_seq = 0;
    return report;
  }

  [[nodiscard]] ChangeReport change_all(TaskVerb verb, const std::vector<TaskChange>& changes,
                                        const TaskLines* lines, const Context& context) const {
    const auto make = [&](Store& store) {
      return as_asked(store, [&] { return change(store, changes, lines); });
    };
    Store& store = verb == TaskVerb::add ? open_or_create_database(
                                               context, [&](Store& first) { static_cast<void>(make(first)); })
                                         : open_database(context, Access::read_write);
    return make(store);
  }

  [[nodiscard]] ChangeReport apply(TaskVerb verb, const Context& context) const {
    if (m_options.has_objects()) {
      return apply_objects(verb, context);
    }
    if (verb == TaskVerb::append) {
      return append(context);
    }
    if (const std::optional<BulkChange> bulk = bulk_change_of(verb, m_options)) {
      Store& store = open_database(context, Access::read_write);
      return as_asked(store,
                      [&] { return change_tasks(store, *bulk, m_options.change.request_id.value_or("")); });
    }
    return change_all(verb, changes_of(verb, m_options), nullptr, context);
  }

  [[nodiscard]] ChangeReport apply_objects(TaskVerb verb, const Context& context) const {
    if (m_options.words.size() > 1) {
      throw Error(ErrorCode::usage,
                  m_options.list.has_value()
                      ? "with --tasks the IDs stand in the objects"
                      : "with --ndjson the IDs stand in the lines, not on the command line",
                  {}, "leave '" + m_options.words[1] + "' out");
    }
    const TaskLines lines =
        m_options.list.has_value() ? read_list(verb) : read_task_lines(verb, InputFile(*m_options.lines));
    return change_all(verb, lines.changes, &lines, context);
  }

  [[nodiscard]] TaskLines read_list(TaskVerb verb) const {
    const std::string& list = *m_options.list;
    return list == "-" ? read_task_list(verb, read_all(InputFile(list))) : read_task_list(verb, list);
  }

  [[nodiscard]] ChangeReport append(const Context& context) const {
    AppendRequest request = append_request_of(m_options);
    const bool is_stream = !request.text.has_value() && !m_options.change.request_id.has_value();
    Store& store = open_database(context, Access::read_write);
    if (is_stream) {
      return append_input(store, std::move(request.change), InputFile("-"));
    }
    // A request is one change, so that it can be told whether it was made: the whole input, once it has
    // ended.
    std::get<AppendOutput>(request.change.action).chunk =
        request.text.has_value() ? *std::move(request.text) : read_all(InputFile("-"));
    return change(store, std::span(&request.change, 1), nullptr);
  }

  ChangeReport change(Store& store, std::span<const TaskChange> changes, const TaskLines* lines) const {
    try {
      return store.change(changes, m_options.change.request_id.value_or(""));
    } catch (const Error& error) {
      throw in_place(error, lines);
    }
  }

  void print(TaskVerb verb, const ChangeReport& report, Context& context) const {
    const std::vector<Finding> warnings = summarised(warnings_of(report));
    if (context.wants_json()) {
      std::for_each(warnings.begin(), warnings.end(), keep_warning);
      context.out.write(json_success("task", json_of(verb, report)));
      return;
    }
    context.out.write(verb == TaskVerb::add ? text_added(report, m_options.task.makes_tree, context.terminal)
                                            : text_changes(report, context.terminal));
    context.out.flush();
    context.talk(text_warnings(warnings, context.error_terminal));
    context.talk(text_repeated(report.repeated));
    if (report.results.empty()) context.talk("no task is of that kind; nothing was changed\n");
    if (is_dry_run() && !report.results.empty()) context.talk("nothing was changed: this is what would be\n");
  }

  [[nodiscard]] std::string json_of(TaskVerb verb, const ChangeReport& report) const {
    if (verb == TaskVerb::add) return json_added(report);
    const bool may_be_dry = verb == TaskVerb::cancel || verb == TaskVerb::retry;
    return may_be_dry ? json_changes(report, !is_dry_run()) : json_changes(report);
  }

  const Options* m_described = nullptr;
  TaskOptions m_options;
};

}  // namespace

CommandPtr make_task_command() {
  return std::make_unique<TaskCommand>();
}

}  // namespace rlmdb::cli
